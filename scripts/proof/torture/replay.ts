/**
 * One auction's public journal replayed by the pure law, and everything in it that breaks an invariant (numbers as in
 * the design). It asks no code of the room.
 */
import { createHash } from "node:crypto";

import type { JournalRecord } from "../../../worker/contract/journal.ts";
import { type Auction, evolve, minNextBid, priceOf, standingBids } from "../../../worker/rules/auction.ts";
import { chainInput, GENESIS_HASH } from "../../../worker/rules/journal-chain.ts";

export type Replay = {
  readonly auctionId: string;
  readonly records: readonly JournalRecord[];
  readonly auction: Auction | null;
  readonly faults: readonly string[];
};

export function replay(auctionId: string, records: readonly JournalRecord[]): Replay {
  const faults: string[] = [];
  let auction: Auction | null = null;
  let hash = GENESIS_HASH;
  let closings = 0;
  for (const [index, record] of records.entries()) {
    const { seq, fact } = record;
    if (seq !== index + 1) faults.push(`invariant 1: fact ${index + 1} has number ${seq}`);
    if (fact.type === "closed" && fact.lastHash !== hash) faults.push("the closing does not carry the last hash");
    hash = createHash("sha256").update(chainInput(hash, record)).digest("hex");
    if (hash !== record.hash) faults.push(`the hash chain breaks at ${seq}`);
    if (fact.type === "closed") closings += 1;
    if (auction) faults.push(...faultsOf(auction, record));
    auction = evolve(auction, record);
  }
  if (closings > 1) faults.push(`invariant 5: closed ${closings} times`);
  return { auctionId, records, auction, faults: faults.map((fault) => `${auctionId}: ${fault}`) };
}

function faultsOf(before: Auction, { seq, at, fact }: JournalRecord): string[] {
  const faults: string[] = [];
  if (at < before.at) faults.push(`time runs backwards at ${seq}`);
  if (at >= before.endsAt && fact.type !== "closed") faults.push(`invariant 4: ${fact.type} at or after the end`);
  if (before.phase !== "open") faults.push(`invariant 5: ${fact.type} after ${before.phase}`);
  if ((fact.type === "newBid" || fact.type === "bidEdited") && fact.amountMinor < minNextBid(before)) {
    faults.push(`invariant 3: fact ${seq} is below the smallest next bid`);
  }
  if (fact.type !== "closed") return faults;
  if (at < before.endsAt) faults.push("invariant 5: closed before the end");
  const leader = standingBids(before)[0];
  const told = fact.outcome;
  if ((told?.bidId ?? null) !== (leader?.id ?? null) || (told?.priceMinor ?? null) !== priceOf(before)) {
    faults.push("invariant 5: the winner is not the leader of the replay");
  }
  return faults;
}

/** How long after the end it was recorded that the auction is over, in milliseconds; null while it is open. */
export function lateMs({ records, auction }: Replay): number | null {
  const closed = records.find(({ fact }) => fact.type === "closed");
  return closed && auction ? closed.at - auction.endsAt : null;
}
