/**
 * Holds what the clients recorded against what the rooms say happened, by the pure law. Independent of the room's own
 * code: it reads the public journal, chains its hashes and replays it. The numbers are those of the invariants.
 */
// @ts-nocheck

import { createHash } from "node:crypto";

import type { JournalRecord } from "../../contract/journal.ts";
import { type Auction, evolve, priceOf, standingBids } from "../../rules/auction.ts";
import { chainInput, GENESIS_HASH } from "../../rules/journal-chain.ts";
import { toMajor } from "../../rules/money.ts";
import type { Attempt } from "./bidder.ts";

export type Verdict = {
  readonly acknowledged: number;
  readonly lost: number;
  readonly altered: number;
  readonly phantom: number;
  readonly doubled: number;
  /** Everything else that breaks an invariant, in words. */
  readonly faults: readonly string[];
};

/** Judges one auction: its journal, and every command that any client sent to it. */
export function judge(auctionId: string, records: readonly JournalRecord[], attempts: readonly Attempt[]): Verdict {
  const faults: string[] = [];
  const placed = new Map<string, { bidderId: string; amount: number; seq: number; at: number }>();
  let auction: Auction | null = null;
  let hash = GENESIS_HASH;
  let closings = 0;
  for (const [index, record] of records.entries()) {
    const { seq, at, fact } = record;
    if (seq !== index + 1) faults.push(`invariant 1: fact ${index + 1} has number ${seq}`);
    hash = createHash("sha256").update(chainInput(hash, { seq, at, fact })).digest("hex");
    if (hash !== record.hash) faults.push(`the hash chain breaks at ${seq}`);
    if (auction && at >= auction.endsAt && fact.type !== "closed")
      faults.push(`invariant 4: ${fact.type} at or after the end`);
    if (fact.type === "closed") closings += 1;
    if (fact.type === "newBid") {
      placed.set(fact.bidId, { bidderId: fact.bidderId, amount: toMajor(fact.amountMinor), seq, at });
      const price = auction && priceOf(auction);
      if (price !== null && fact.amountMinor <= price) faults.push(`invariant 3: bid ${seq} is not above the price`);
    }
    auction = evolve(auction, record);
  }
  if (closings > 1) faults.push("invariant 5: closed more than once");
  if (auction?.phase === "closed") {
    const leader = standingBids(auction)[0];
    if (auction.outcome?.bidId !== leader?.id) faults.push("invariant 5: the winner is not the leader of the replay");
  }
  const mine = attempts.filter((attempt) => attempt.auctionId === auctionId);
  const acknowledged = mine.filter((attempt) => attempt.bidId !== null);
  const lost = acknowledged.filter((attempt) => !placed.has(attempt.bidId ?? ""));
  const altered = acknowledged.filter((attempt) => {
    const bid = placed.get(attempt.bidId ?? "");
    return bid !== undefined && (bid.amount !== attempt.amount || bid.bidderId !== attempt.bidderId);
  });
  // An unanswered command either happened whole or not at all; more bids than commands means that one came from nowhere.
  const sent = new Set(mine.map((attempt) => `${attempt.bidderId} ${attempt.amount}`));
  const phantom = Array.from(placed.values()).filter((bid) => !sent.has(`${bid.bidderId} ${bid.amount}`));
  const doubled = acknowledged.length - new Set(acknowledged.map((attempt) => attempt.bidId)).size;
  faults.push(...orderFaults(acknowledged, placed));
  return {
    acknowledged: acknowledged.length,
    lost: lost.length,
    altered: altered.length,
    phantom: phantom.length,
    doubled,
    faults: faults.map((fault) => `${auctionId}: ${fault}`),
  };
}

/** Real-time order: a command answered before another was sent has the smaller number. */
function orderFaults(acknowledged: readonly Attempt[], placed: ReadonlyMap<string, { seq: number }>): string[] {
  const byAnswer = acknowledged.toSorted((a, b) => (a.answeredAt ?? 0) - (b.answeredAt ?? 0));
  const bySending = acknowledged.toSorted((a, b) => a.sentAt - b.sentAt);
  const seqOf = (attempt: Attempt) => placed.get(attempt.bidId ?? "")?.seq ?? 0;
  const faults: string[] = [];
  let highest = 0;
  let answered = 0;
  for (const attempt of bySending) {
    for (
      let before = byAnswer[answered];
      before && (before.answeredAt ?? 0) < attempt.sentAt;
      before = byAnswer[answered]
    ) {
      highest = Math.max(highest, seqOf(before));
      answered += 1;
    }
    if (seqOf(attempt) < highest)
      faults.push(`order: fact ${seqOf(attempt)} was sent after fact ${highest} was answered`);
  }
  return faults;
}
