/**
 * The maximums of automatic bids, as a public journal shows them. An exhausted one is opened. It must hash to the seal
 * of the fact that set it, and afterwards every raise can be computed again. One that is never opened, such as the
 * winner's, is assumed to be as high as the raises under it allow.
 */
import type { JournalRecord } from "../contract/journal.ts";
import { type Auction, reserveOf } from "../rules/auction.ts";
import { largestBid, type Maximum } from "../rules/bidding.ts";
import { canonicalJson, type Fact } from "../rules/facts.ts";
import { incrementAt } from "../rules/money.ts";
import { isOfferFact } from "./sealed-amounts.ts";
import { sha256 } from "./sha256.ts";

export type OpenedMaximums = {
  /** By the number of the fact that set the maximum. */
  readonly bySeq: ReadonlyMap<number, Maximum>;
  /** Numbers of facts that open a different value than was sealed. */
  readonly forgedSeqs: ReadonlySet<number>;
};

export async function findOpenedMaximums(records: readonly JournalRecord[]): Promise<OpenedMaximums> {
  const bySeq = new Map<number, Maximum>();
  const forgedSeqs = new Set<number>();
  for (const { seq, fact } of records) {
    if ((fact.type !== "newBid" && fact.type !== "bidEdited") || !fact.openedMaximum) continue;
    const { seq: givenSeq, maxMinor, salt } = fact.openedMaximum;
    const given = records[givenSeq - 1];
    const isMatch = isOfferFact(given?.fact) && given.sealed === (await sha256(canonicalJson({ maxMinor, salt })));
    if (isMatch) bySeq.set(givenSeq, { maxMinor, salt });
    else forgedSeqs.add(seq);
  }
  return { bySeq, forgedSeqs };
}

/** The maximums that a fact may have set, the most likely first. Empty when it set none. */
export function possibleMaximums(
  auction: Auction,
  records: readonly JournalRecord[],
  index: number,
  openedMaximums: OpenedMaximums,
): readonly Maximum[] {
  const given = records[index];
  if (!given || !isOfferFact(given.fact)) return [];
  const { fact, seq, sealed } = given;
  const opened = openedMaximums.bySeq.get(seq);
  if (opened) return [opened];
  const highest = { maxMinor: highestMaximum(auction, records, index, fact.bidId, openedMaximums), salt: "" };
  // A maximum at or above the reserve would have raised the bid to it, so this one may be lower.
  const known = reserveOf(auction);
  const assumed = known === null ? [highest] : [highest, { maxMinor: Math.min(highest.maxMinor, known - 1), salt: "" }];
  if (fact.type === "maximumChanged") return assumed;
  if (fact.floorMinor === undefined) return [];
  const exhausted = { maxMinor: fact.amountMinor, salt: "" };
  return sealed === undefined ? [exhausted] : [...assumed, exhausted];
}

/**
 * The upper bound of a maximum that is never opened, from its bidder's later offers. Any fact that would have raised
 * this bid and didn't is a bound too. If you add a fact that raises the leader's bid, add it here.
 */
function highestMaximum(
  auction: Auction,
  records: readonly JournalRecord[],
  index: number,
  bidId: string,
  openedMaximums: OpenedMaximums,
): number {
  const reached = amountReachedBy(records, index, bidId, auction.terms);
  if (reached !== null) return reached;
  const next = records.findIndex(({ fact }, laterIndex) => {
    return laterIndex > index && "bidId" in fact && fact.bidId === bidId && !OFFER_KEEPING_FACT_TYPES.has(fact.type);
  });
  const fact = records[next]?.fact;
  // A purchase may be below the buyer's own maximum, and so may a changed maximum.
  if (fact?.type !== "bidEdited" || fact.bought) return largestBid(auction);
  if (fact.floorMinor === undefined) return fact.amountMinor - 1;
  const later =
    openedMaximums.bySeq.get(next + 1)?.maxMinor ?? highestMaximum(auction, records, next, bidId, openedMaximums);
  const reserve = reserveOf(auction) ?? 0;
  return Math.min(later, fact.amountMinor < reserve ? reserve - 1 : later) - 1;
}

/** Facts about a bid that don't change its bidder's offer. */
const OFFER_KEEPING_FACT_TYPES: ReadonlySet<Fact["type"]> = new Set(["bidAdjusted", "releaseRequested"]);

/** The amount that a bid was raised to when its maximum didn't allow a whole increment, or null. */
function amountReachedBy(
  records: readonly JournalRecord[],
  index: number,
  bidId: string,
  { increments }: Auction["terms"],
): number | null {
  let challengeMinor: number | null = null;
  for (const { fact } of records.slice(index + 1)) {
    if (fact.type === "releaseRequested") continue;
    if ("bidId" in fact && fact.bidId === bidId) {
      if (fact.type !== "bidAdjusted") return null;
      const { amountMinor } = fact;
      if (challengeMinor !== null && amountMinor < challengeMinor + incrementAt(increments, challengeMinor))
        return amountMinor;
    }
    challengeMinor = fact.type === "newBid" || fact.type === "bidEdited" ? fact.amountMinor : null;
  }
  return null;
}
