/**
 * Checks a simulated auction against the invariants (numbers as in docs/reliability.md). It trusts the journal's rows and
 * the plain model, and asks no code of the room.
 */
import { isDeepStrictEqual } from "node:util";

import { attemptFaults } from "../oracle/attempts.ts";
import { catalogueFaults, type Notification, owedNotifications, roomBidFaults } from "../oracle/readers.ts";
import { lateMs, type Replay, replay } from "../oracle/replay.ts";
import { socketFaults } from "../oracle/sockets.ts";
import { wireDetails } from "../oracle/wire.ts";
import type { Outcome } from "./scenario.ts";
import type { Simulation } from "./simulation.ts";

/** How late an auction may close while its alarm is reliable, beyond what clocks are off. */
const MAX_LATE_MS = 1_000;

/** Everything that is wrong with a simulated auction, in words; nothing when all is well. */
export function judge(simulation: Simulation, outcome: Outcome): string[] {
  const { loop, room, catalogue, faults: injected } = simulation;
  const { users } = outcome;
  const thrown = loop.thrown.map((error) => `thrown into the loop: ${String(error)}`);
  const replayed = replay(users.auctionId, journalOf(simulation), 2 * injected.profile.skewMs);
  const faults = [...thrown, ...replayed.faults];
  if (!users.opened) return replayed.auction ? [...faults, "opened, and nobody knows"] : faults;
  if (!replayed.auction) return [...faults, "invariant 6: the opening was acknowledged and is not there"];
  faults.push(
    ...closingFaults(simulation, replayed),
    ...Object.values(attemptFaults(replayed, users.attempts)).flat(),
    ...users.watchers.flatMap((watcher) => socketFaults(replayed, watcher.connections, watcher.seen)),
    ...catalogueFaults((sql, ...values) => catalogue.rows(sql, ...values), replayed),
    ...inboxFaults(simulation, replayed, outcome),
  );
  if (replayed.auction.isGone) {
    if (room.storage.has("journal")) faults.push("an auction that is gone keeps its storage");
  } else {
    if (!users.watchers.every(({ connected }) => connected)) faults.push("a watcher was left outside");
    faults.push(...roomFaults(simulation, replayed, outcome));
  }
  if (outcome.behindAfterQuiet > 0 && injected.profile.alarm === 0) {
    faults.push(`invariant 8: D1 is ${outcome.behindAfterQuiet} facts behind after quiet`);
  }
  return faults;
}

function journalOf({ room }: Simulation): Replay["records"] {
  return room.storage.journal().map(({ seq, at, fact, hash }) => ({
    seq: Number(seq),
    at: Number(at),
    fact: JSON.parse(String(fact)),
    hash: String(hash),
  }));
}

function closingFaults({ loop, faults }: Simulation, replayed: Replay): string[] {
  const { auction } = replayed;
  if (auction?.phase === "open" && loop.now > auction.end + 2_000) return ["invariant 5: over, and never closed"];
  const { alarm, crash, skewMs } = faults.profile;
  const late = lateMs(replayed) ?? 0;
  const isReliable = alarm === 0 && crash === 0;
  return isReliable && late > MAX_LATE_MS + 2 * skewMs ? [`closed ${late} ms late`] : [];
}

/** Checks the room's stored data, in its own table and as a new instance reads it. */
function roomFaults({ room }: Simulation, replayed: Replay, { details }: Outcome): string[] {
  const { auction, records } = replayed;
  const faults = roomBidFaults((sql, ...values) => room.storage.rows(sql, ...values), replayed);
  const cursors = room.storage.rows("SELECT reader, seq FROM cursors WHERE reader IN ('catalogue', 'inboxes')");
  for (const { reader, seq } of cursors) {
    if (seq !== records.length) faults.push(`invariant 8: ${String(reader)} was left at ${String(seq)}`);
  }
  if (cursors.length < 2) faults.push("invariant 8: a reader without a cursor");
  const { serverTime = 0, watching = 0 } = details ?? {};
  const expected = auction && { ...wireDetails(auction, serverTime), watching };
  if (!isDeepStrictEqual(details, expected)) {
    faults.push(`invariant 2: the stored auction is not the replay: ${JSON.stringify({ details, expected })}`);
  }
  return faults;
}

function inboxFaults({ inboxes }: Simulation, replayed: Replay, { users }: Outcome): string[] {
  const faults: string[] = [];
  const owed = owedNotifications(replayed);
  for (const userId of new Set([...owed.keys(), ...inboxes.keys()])) {
    const storage = inboxes.get(userId)?.storage;
    const rows = (query: string) => (storage?.has("sim_taken") ? storage.rows(query).map(nameOf) : []);
    const due = owed.get(userId) ?? [];
    const taken = rows("SELECT id, kind FROM sim_taken");
    const newestOutbid = due.findLast(isOutbid);
    // Of a run of "outbid" only the newest must have been delivered.
    const mustBeTaken = due.filter((one) => !isOutbid(one) || one === newestOutbid || taken.includes(nameOf(one)));
    if (!isDeepStrictEqual(taken, mustBeTaken.map(nameOf))) {
      faults.push(`invariant 8: ${userId} was notified of ${taken.join()}, owed ${due.map(nameOf).join()}`);
    }
    if (users.readers.has(userId)) continue;
    // An unread inbox has one notification of being outbid, the newest, and every other one.
    const unread = due.filter((one) => !isOutbid(one) || one === newestOutbid).map(nameOf);
    const listed = rows("SELECT id, kind FROM notifications WHERE is_read = 0");
    if (!isDeepStrictEqual(listed.toSorted(), unread.toSorted())) {
      faults.push(`${userId} finds ${listed.join()} in the inbox, not ${unread.join()}`);
    }
  }
  return faults;
}

function isOutbid({ kind }: Notification): boolean {
  return kind === "outbid";
}

function nameOf({ id, kind }: { readonly id?: unknown; readonly kind?: unknown }): string {
  return `${String(id)} ${String(kind)}`;
}
