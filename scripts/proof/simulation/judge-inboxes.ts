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
import { remainingNotifications, type ExpectedNotification, expectedNotifications } from "../invariants/projections.ts";
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

export function inboxViolations(simulation: Simulation, judged: readonly JudgedAuction[], { people }: World): string[] {
  const violations: string[] = [];
  const maxKept = simulation.features.roomLimits.noticesPerRecipient;
  const expectedByAuction = new Map(
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
    const due = Array.from(expectedByAuction, ([auctionId, byUser]) => ({
      auctionId,
      notifications: byUser.get(userId) ?? [],
    }));
    // If there were more than an inbox keeps, it removed some, and the counts of later ones start over.
    const isComplete = due.reduce((sum, { notifications }) => sum + notifications.length, deals.length) <= maxKept;
    for (const { auctionId, notifications } of due) {
      const auctionNotifications = accepted.filter((notification) => notification.auctionId === auctionId);
      const isExact = isComplete && !hasReadInbox;
      violations.push(
        ...acceptedViolations(auctionNotifications, notifications, isExact).map(
          (violation) => `invariant 8: ${userId} ${violation}`,
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
      ).length > maxKept;
    const storedNames = stored.filter(({ kind }) => !isAboutDeal(kind)).map(nameOf);
    const surplus = storedNames.filter((name) => !expected.some((notification) => nameOf(notification) === name));
    const missing = expected.filter(
      (notification) => !storedNames.includes(nameOf(notification)) && !pushesOut(notification),
    );
    const halves = Map.groupBy(stored, ({ kind }) => isAboutEnd(kind));
    const isFull = Array.from(halves.values()).some((half) => half.length > maxKept);
    if (surplus.length > 0 || missing.length > 0 || isFull) {
      violations.push(`${userId} has ${storedNames.join()} in the inbox, expected ${expected.map(nameOf).join()}`);
    }
  }
  return violations;
}

/** Compares the notifications that an inbox accepted about one auction, in order, with those that were due. */
function acceptedViolations(
  accepted: readonly AcceptedNotification[],
  due: readonly ExpectedNotification[],
  isExact: boolean,
): string[] {
  const violations: string[] = [];
  const kinds = new Set([...accepted, ...due].map(({ kind }) => kind));
  for (const kind of kinds) {
    const kindNotifications = due.filter((notification) => notification.kind === kind);
    const found = accepted.filter((notification) => notification.kind === kind).map(({ id }) => id);
    const dueIds = kindNotifications.map(({ id }) => id);
    const positions = found.map((id) => dueIds.indexOf(id));
    const inOrder = positions.every((position, index) => position > (positions[index - 1] ?? -1));
    const lastRequired = kindNotifications.findLastIndex(({ isOptional }) => !isOptional);
    if (!inOrder || (positions.at(-1) ?? -1) < lastRequired) {
      violations.push(`was notified of ${kind} ${found.join()}, expected ${dueIds.join()}`);
    }
    if (!isCounted(kind)) continue;
    for (const [index, { id, count }] of accepted.filter((notification) => notification.kind === kind).entries()) {
      const dueCount = (positions[index] ?? 0) + 1;
      if (isExact ? count !== dueCount : count > dueCount)
        violations.push(`has a count of ${count} in ${kind} ${id}, expected ${dueCount}`);
    }
  }
  return violations;
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
