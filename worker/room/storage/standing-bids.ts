/**
 * The standing bids that a room holds in memory: only the highest, because an auction may have a million. The rules work on
 * them as on all of them. For that, each turn gets as many as its requests can reach (decision 23).
 */
import { type Auction, findBid, type Recorded, type Standing } from "../../rules/auction.ts";
import type { BidTable } from "./bids.ts";

/** What the requests of a turn can reach among the standing bids. */
export type Reach = {
  /** The bids that they name. */
  readonly bidIds: readonly string[];
  /** How many bids they may withdraw. */
  readonly withdrawals: number;
};

export class StandingBids {
  readonly #bids: BidTable;
  readonly #held: number;

  /** `held` is how many are in memory between two turns. */
  constructor(bids: BidTable, held: number) {
    this.#bids = bids;
    this.#held = held;
  }

  /** For a room that wakes. */
  load(): Standing | null {
    return this.#bids.stack(this.#held);
  }

  /**
   * The auction with every standing bid that a turn can reach. Before the last of its withdrawals the leader and the
   * runner-up must be known, and each one before may have taken a bid from the top.
   */
  reachedBy(auction: Auction, { bidIds, withdrawals }: Reach): Auction {
    const depth = withdrawals + 1;
    const held = depthOf(auction.top);
    const isEnough = held === auction.bidCount || (held >= depth && bidIds.every((id) => findBid(auction, id)));
    if (isEnough) return auction;
    return { ...auction, top: this.#bids.stack(Math.max(depth, this.#held), bidIds) };
  }

  /**
   * The highest standing bids after a turn, to hold until the next; `held` are those before it. Called in the turn's
   * transaction, once the tables have its facts. After a turn that only placed bids they are on top of those before; after
   * any other, or when more were read for it, they are read again.
   */
  after(held: Standing | null, { top }: Auction, facts: readonly Recorded[]): Standing | null {
    let before = top;
    for (const { fact } of facts) if (fact.type === "newBid") before = before?.below ?? null;
    const hasChanged = facts.some(({ fact }) => fact.type === "bidEdited" || fact.type === "bidWithdrawn");
    if (hasChanged || before !== held) return this.load();
    // Not at each bid: twice as many do no harm, and most turns then copy nothing.
    return depthOf(top) <= 2 * this.#held ? top : cutTo(top, this.#held);
  }
}

function depthOf(top: Standing | null): number {
  let depth = 0;
  for (let at = top; at; at = at.below) depth += 1;
  return depth;
}

/** Iterative: a turn of a thousand bids is deeper than the call stack should go. */
function cutTo(top: Standing | null, depth: number): Standing | null {
  const kept = [];
  for (let at = top; at && kept.length < depth; at = at.below) kept.push(at.bid);
  let cut: Standing | null = null;
  for (const bid of kept.toReversed()) cut = { bid, below: cut };
  return cut;
}
