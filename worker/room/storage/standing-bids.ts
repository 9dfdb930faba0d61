import { type Auction, type Bid, findBid, type BidStack } from "../../rules/auction.ts";
import type { Fact, SequencedFact } from "../../rules/facts.ts";
import type { BidTable } from "./bids.ts";

/** The standing bids that the requests of a turn can affect. */
export type AffectedBids = {
  /** The bids that the requests change. */
  readonly bidIds: readonly string[];
  /** How many bids the requests may withdraw. */
  readonly withdrawals: number;
};

type StandingBidsTurn = { readonly auction: Auction | null; readonly facts: readonly SequencedFact[] };

/**
 * Keeps only the highest standing bids in memory, because a hot auction has too many. This doesn't affect the rules,
 * because each turn gets all the bids that its requests can reach.
 */
export class StandingBids {
  readonly #bids: BidTable;
  readonly #size: number;
  /** The highest standing bids after the last saved turn. */
  #top: BidStack | null = null;
  /** The highest standing bids after the turn whose transaction is open. */
  #next: BidStack | null = null;

  /** `size` is how many bids are in memory between two turns. */
  constructor(bids: BidTable, size: number) {
    this.#bids = bids;
    this.#size = size;
  }

  get top(): BidStack | null {
    return this.#top;
  }

  /** For a room that wakes. */
  load(): void {
    this.#top = this.#read();
  }

  /**
   * In a turn's transaction, once the tables have its facts. Finds the highest standing bids to keep in memory until
   * the next turn.
   */
  write({ auction, facts }: StandingBidsTurn): void {
    this.#next = auction && facts.length > 0 ? this.#topAfter(auction, facts) : this.#top;
  }

  commit(): void {
    this.#top = this.#next;
  }

  reset(): void {
    this.#top = null;
  }

  /**
   * The auction with every standing bid that a turn can reach. The last of its withdrawals needs the leader and the
   * runner-up, and each one before may have taken a bid from the top. After a withdrawal, the price also depends on the
   * highest rival bid, and the leader may have up to `MAX_STANDING_BIDS` bids above it.
   */
  withAffectedBids(auction: Auction, { bidIds, withdrawals }: AffectedBids): Auction {
    const isWhole = (top: BidStack | null) => depthOf(top) >= auction.bidCount;
    // Only the highest `depth` of the bids read are without gaps. Below them are those requested by ID.
    const isEnough = (top: BidStack | null, depth: number) =>
      isWhole(top) || withdrawals === 0 || hasAnotherBidder(top, depth, withdrawals);
    if (isWhole(auction.top)) return auction;
    if (isEnough(auction.top, Infinity) && bidIds.every((id) => findBid(auction, id))) return auction;
    let depth = withdrawals + this.#size;
    let top = this.#bids.readStack(depth, bidIds);
    while (!isEnough(top, depth)) {
      depth *= 2;
      top = this.#bids.readStack(depth, bidIds);
    }
    return { ...auction, top };
  }

  /**
   * After a turn that only placed bids and raised the leader, the new bids are on top of the previous ones. After any
   * other turn, or when the turn needed more, they're read again.
   */
  #topAfter({ top }: Auction, facts: readonly SequencedFact[]): BidStack | null {
    const before = this.#top;
    const placed = facts.reduce((count, { fact }) => count + Number(fact.type === "newBid"), 0);
    const hasChanged = facts.some(({ fact }) => REORDERING_FACT_TYPES.has(fact.type));
    const isSameBottom = before === null || bottomOf(before) === bottomOf(top);
    if (hasChanged || !isSameBottom || depthOf(top) !== depthOf(before) + placed) return this.#read();
    // Cut only at twice the size, so most turns copy nothing.
    return depthOf(top) <= 2 * this.#size ? top : cutTo(top, this.#size);
  }

  #read(): BidStack | null {
    return this.#bids.readStack(this.#size);
  }
}

/** Facts that take a standing bid away, or move or change one below the top. */
const REORDERING_FACT_TYPES: ReadonlySet<Fact["type"]> = new Set([
  "bidEdited",
  "bidWithdrawn",
  "bidVoided",
  "releaseRequested",
]);

/**
 * Whether two people have bids among the highest `depth` of these, no matter which `removedCount` of them are removed.
 */
function hasAnotherBidder(top: BidStack | null, depth: number, removedCount: number): boolean {
  const counts = new Map<string, number>();
  let seen = 0;
  let maxCount = 0;
  for (let entry = top; entry && seen < depth; entry = entry.below) {
    const count = (counts.get(entry.bid.bidderId) ?? 0) + 1;
    counts.set(entry.bid.bidderId, count);
    maxCount = Math.max(maxCount, count);
    seen += 1;
    if (seen - maxCount > removedCount) return true;
  }
  return false;
}

/** The lowest of these bids. Compared by identity, because bids that are read again are other objects. */
function bottomOf(top: BidStack | null): Bid | null {
  let bottom: Bid | null = null;
  for (let entry = top; entry; entry = entry.below) bottom = entry.bid;
  return bottom;
}

function depthOf(top: BidStack | null): number {
  let depth = 0;
  for (let entry = top; entry; entry = entry.below) depth += 1;
  return depth;
}

/** Iterative, because a turn of a thousand bids is deeper than the call stack should go. */
function cutTo(top: BidStack | null, depth: number): BidStack | null {
  const kept = [];
  for (let entry = top; entry && kept.length < depth; entry = entry.below) kept.push(entry.bid);
  let cut: BidStack | null = null;
  for (const bid of kept.toReversed()) cut = { bid, below: cut };
  return cut;
}
