/** Invariant 8 at the inboxes: every owed notification once, in order, as far as an inbox keeps them. */
import { isDeepStrictEqual } from "node:util";

import { type Notification, owedNotifications } from "../oracle/readers.ts";
import type { Judged } from "./judged.ts";
import type { Simulation } from "./simulation.ts";
import type { World } from "./world.ts";

type Taken = { readonly id: string; readonly kind: string; readonly auctionId: string };

export function inboxFaults(simulation: Simulation, judged: readonly Judged[], { people, readers }: World): string[] {
  const faults: string[] = [];
  const kept = simulation.features.numbers.keptNotifications;
  const owed = new Map(
    judged.map(({ lot, replayed, personOf }) => [lot.auctionId, owedNotifications(replayed, personOf)]),
  );
  // Who has deleted their account receives nothing any more.
  for (const { id: userId } of people.all.filter(({ deletion }) => deletion === null)) {
    const storage = simulation.inboxes.get(userId)?.storage;
    const rows = (query: string) => (storage?.has("sim_taken") ? storage.rows(query).map(takenOf) : []);
    const taken = rows("SELECT id, kind, auction_id FROM sim_taken");
    for (const [auctionId, byUser] of owed) {
      const due = byUser.get(userId) ?? [];
      const found = taken.filter((one) => one.auctionId === auctionId).map(nameOf);
      const mustBeTaken = due.filter((one, at) => found.includes(nameOf(one)) || isNeeded(due, at, kept)).map(nameOf);
      if (!isDeepStrictEqual(found, mustBeTaken)) {
        faults.push(`invariant 8: ${userId} was notified of ${found.join()}, owed ${due.map(nameOf).join()}`);
      }
    }
    if (readers.has(userId)) continue;
    const listed = rows("SELECT id, kind, auction_id FROM notifications WHERE is_read = 0").map(nameOf);
    const unread = unreadOf(taken);
    const isWhole = unread.length <= kept ? unread.length === listed.length : listed.length <= kept;
    if (!isWhole || listed.some((name) => !unread.includes(name))) {
      faults.push(`${userId} finds ${listed.join()} in the inbox, of ${unread.join()}`);
    }
  }
  return faults;
}

/** Whether a notification may not be left out: of a run of "outbid" the newest counts, and no more than an inbox keeps. */
function isNeeded(due: readonly Notification[], at: number, kept: number): boolean {
  const later = due.slice(at + 1);
  if (due[at]?.kind === "outbid" && later.some(({ kind }) => kind === "outbid")) return false;
  return later.length < kept;
}

/** An unread inbox has one notification of being outbid in each auction, the newest, and every other one. */
function unreadOf(taken: readonly Taken[]): string[] {
  return taken
    .filter(
      ({ kind, auctionId }, at) =>
        kind !== "outbid" || !taken.slice(at + 1).some((later) => later.kind === kind && later.auctionId === auctionId),
    )
    .map(nameOf);
}

function takenOf({ id, kind, auction_id: auctionId }: Readonly<Record<string, unknown>>): Taken {
  return { id: String(id), kind: String(kind), auctionId: String(auctionId) };
}

function nameOf({ id, kind }: { readonly id?: unknown; readonly kind?: unknown }): string {
  return `${String(id)} ${String(kind)}`;
}
