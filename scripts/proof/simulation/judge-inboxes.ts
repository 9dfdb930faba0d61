/**
 * Invariant 8 at the inboxes. An inbox holds the notifications that no later one has replaced
 * (`remainingNotifications`), and each counts the notifications of its kind. A room can skip a notification that a
 * later one of the same kind replaces, but never the last one.
 */
import {
  isAboutDeal,
  isAboutEnd,
  isCounted,
  type NoticeKind,
  ALL_NOTICE_KINDS,
} from "../../../worker/contract/notice-kinds.ts";
import { remainingNotifications, type ExpectedNotification, expectedNotifications } from "../oracle/projections.ts";
import type { JudgedAuction } from "./judged-auction.ts";
import type { Simulation } from "./simulation.ts";
import type { World } from "./world.ts";

type AcceptedNotification = {
  readonly id: string;
  readonly kind: NoticeKind;
  readonly auctionId: string;
  /** Epoch ms. */
  readonly at: number;
  readonly count: number;
};

export function inboxFaults(simulation: Simulation, judged: readonly JudgedAuction[], { people }: World): string[] {
  const faults: string[] = [];
  const kept = simulation.features.roomLimits.noticesPerRecipient;
  const pending = new Map(
    judged.map(({ listing, replayed, personOf }) => [listing.auctionId, expectedNotifications(replayed, personOf)]),
  );
  // Deleted accounts receive nothing more.
  for (const { id: userId, hasReadInbox } of people.all.filter(({ deletion }) => deletion === null)) {
    const storage = simulation.inboxes.get(userId)?.storage;
    const rows = (query: string) => (storage?.has("sim_taken") ? storage.rows(query).map(parseNotification) : []);
    const received = rows("SELECT * FROM sim_taken");
    // Notifications about deals have their own tests. Here they only push out notifications about ends.
    const deals = received.filter(({ kind }) => isAboutDeal(kind));
    const accepted = received.filter(({ kind }) => !isAboutDeal(kind));
    const due = Array.from(pending, ([auctionId, byUser]) => ({ auctionId, notifications: byUser.get(userId) ?? [] }));
    // If there were more than an inbox keeps, it removed some, and the counts of later ones start over.
    const isComplete = due.reduce((sum, { notifications }) => sum + notifications.length, deals.length) <= kept;
    for (const { auctionId, notifications } of due) {
      const auctionNotifications = accepted.filter((notification) => notification.auctionId === auctionId);
      const isExact = isComplete && !hasReadInbox;
      faults.push(
        ...acceptedFaults(auctionNotifications, notifications, isExact).map(
          (fault) => `invariant 8: ${userId} ${fault}`,
        ),
      );
    }
    if (hasReadInbox) continue;
    const stored = rows("SELECT id, kind, auction_id, at, count FROM notifications WHERE is_read = 0");
    const acceptedNames = new Set(accepted.map(nameOf));
    const sent = due.map(({ notifications }) =>
      notifications.filter((notification) => !notification.isOptional || acceptedNames.has(nameOf(notification))),
    );
    const expected = sent.flatMap(remainingNotifications);
    // An inbox has one limit for notifications about ends and one for all others, and removes the oldest. So a missing
    // notification must have had enough newer ones to push it out.
    const pushesOut = (notification: ExpectedNotification) =>
      [...sent.flat(), ...deals].filter(
        ({ kind, at }) => isAboutEnd(kind) === isAboutEnd(notification.kind) && at >= notification.at,
      ).length > kept;
    const names = stored.filter(({ kind }) => !isAboutDeal(kind)).map(nameOf);
    const surplus = names.filter((name) => !expected.some((notification) => nameOf(notification) === name));
    const missing = expected.filter(
      (notification) => !names.includes(nameOf(notification)) && !pushesOut(notification),
    );
    const halves = Map.groupBy(stored, ({ kind }) => isAboutEnd(kind));
    const isFull = Array.from(halves.values()).some((half) => half.length > kept);
    if (surplus.length > 0 || missing.length > 0 || isFull) {
      faults.push(`${userId} has ${names.join()} in the inbox, expected ${expected.map(nameOf).join()}`);
    }
  }
  return faults;
}

/** Compares the notifications that an inbox accepted about one auction, in order, with those that were due. */
function acceptedFaults(
  accepted: readonly AcceptedNotification[],
  due: readonly ExpectedNotification[],
  isExact: boolean,
): string[] {
  const faults: string[] = [];
  const kinds = new Set([...accepted, ...due].map(({ kind }) => kind));
  for (const kind of kinds) {
    const kindNotifications = due.filter((notification) => notification.kind === kind);
    const found = accepted.filter((notification) => notification.kind === kind).map(({ id }) => id);
    const pending = kindNotifications.map(({ id }) => id);
    const positions = found.map((id) => pending.indexOf(id));
    const inOrder = positions.every((position, at) => position > (positions[at - 1] ?? -1));
    const least = kindNotifications.findLastIndex(({ isOptional }) => !isOptional);
    if (!inOrder || (positions.at(-1) ?? -1) < least) {
      faults.push(`was notified of ${kind} ${found.join()}, expected ${pending.join()}`);
    }
    if (!isCounted(kind)) continue;
    for (const [at, { id, count }] of accepted.filter((notification) => notification.kind === kind).entries()) {
      const dueCount = (positions[at] ?? 0) + 1;
      if (isExact ? count !== dueCount : count > dueCount)
        faults.push(`has a count of ${count} in ${kind} ${id}, expected ${dueCount}`);
    }
  }
  return faults;
}

function parseNotification({
  id,
  kind: name,
  auction_id: auctionId,
  at,
  count,
}: Readonly<Record<string, unknown>>): AcceptedNotification {
  const kind = ALL_NOTICE_KINDS.find((noticeKind) => noticeKind === name);
  if (!kind) throw new Error(`an inbox has a notification of the kind ${String(name)}`);
  return { id: String(id), kind, auctionId: String(auctionId), at: Number(at), count: Number(count) };
}

function nameOf({ id, kind }: { readonly id?: unknown; readonly kind?: unknown }): string {
  return `${String(id)} ${String(kind)}`;
}
