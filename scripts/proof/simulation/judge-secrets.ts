/**
 * Invariant 9. The journal has a seal for each secret, its owner can see the secret, and it appears nowhere else until
 * it's opened.
 */
import { openedIn, sealOf } from "../oracle/replay.ts";
import type { Judged } from "./judged.ts";
import type { PlayedScenario } from "./scenario.ts";
import type { Simulation } from "./simulation.ts";

export function secretFaults(simulation: Simulation, judged: Judged, outcome: PlayedScenario): string[] {
  const { listing, replayed, secrets } = judged;
  const faults: string[] = [];
  const fault = (text: string) => faults.push(`invariant 9: ${text} (${listing.auctionId})`);
  for (const { seq, sealed } of replayed.records) {
    const secret = secrets.get(seq);
    if (sealed !== (secret && sealOf(secret))) fault(`the seal of fact ${seq} is not that of its secret`);
  }
  const openedSeqs = new Set(replayed.records.flatMap(({ fact }) => openedIn(fact)).map(({ seq }) => seq));
  const salts = Array.from(secrets).flatMap(([seq, { maxMinor, reserveMinor, salt }]) =>
    (maxMinor ?? reserveMinor) === undefined || salt === undefined || openedSeqs.has(seq) ? [] : [salt],
  );
  if (salts.length > 0) {
    for (const [place, text] of published(simulation, judged)) {
      if (salts.some((salt) => text.includes(salt))) fault(`a salt is in ${place}`);
    }
  }
  const shown = outcome.maxima.get(listing.auctionId);
  for (const [personId, maximum] of shown ?? []) {
    const leader = replayed.auction?.leader;
    const isTheirs = leader?.hasMaximum && judged.personOf(leader.bidder) === personId;
    const isPublic = leader?.sealedAt === null || leader?.amount === leader?.max;
    const expected = isTheirs ? { bidId: leader.id, maxBid: leader.max / 100, isPublic } : null;
    if (JSON.stringify(maximum) !== JSON.stringify(expected)) {
      fault(`${personId} is shown the maximum ${JSON.stringify(maximum)}, not ${JSON.stringify(expected)}`);
    }
  }
  return faults;
}

/** Everything that's stored or published outside the rooms. */
function* published(
  simulation: Simulation,
  { listing, replayed }: Judged,
): Generator<readonly [place: string, text: string]> {
  yield ["the public journal", JSON.stringify(replayed.records)];
  for (const { texts } of listing.watchers) for (const text of texts) yield ["a frame", text];
  yield ["a page", JSON.stringify(listing.reads)];
  yield ["an answer", JSON.stringify(listing.attempts)];
  for (const line of simulation.logged) yield ["the log", line];
  yield ["D1", JSON.stringify(Array.from(simulation.db.snapshot()))];
  for (const { storage } of simulation.inboxes.values()) {
    if (storage.has("notifications")) yield ["an inbox", JSON.stringify(storage.rows("SELECT * FROM notifications"))];
  }
}
