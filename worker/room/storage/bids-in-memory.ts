/**
 * The bids that a room has in memory: the highest standing ones (`StandingBids`), and for each bidder the number of
 * standing bids and the last one (`Bidders`). An auction may have a million bids, so no more is in memory. The tables
 * are in `bids.ts`.
 */
import { type Auction, type Bid, findBid, type Standing } from "../../rules/auction.ts";
import type { Fact, Recorded } from "../../rules/facts.ts";
import type { BidTable } from "./bids.ts";

/** The standing bids that the requests of a turn can affect. */
export type Reach = {
  /** The bids that they name. */
  readonly bidIds: readonly string[];
  /** How many bids they may withdraw. */
  readonly withdrawals: number;
};

/**
 * The highest standing bids. To the rules they are the same as all of them, because each turn gets as many as its
 * requests can reach (decision 23).
 */
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
   * runner-up must be known, and each one before may have taken a bid from the top. After a withdrawal the price also
   * follows from the highest bid of anybody but the leader: below as many bids as one person may have.
   */
  reachedBy(auction: Auction, { bidIds, withdrawals }: Reach): Auction {
    const isWhole = (top: Standing | null) => depthOf(top) >= auction.bidCount;
    // Only the highest `depth` of those that were read are without gaps: below them are those that were requested by
    // id.
    const isEnough = (top: Standing | null, depth: number) =>
      isWhole(top) || withdrawals === 0 || leavesAnother(top, depth, withdrawals);
    if (isWhole(auction.top)) return auction;
    if (isEnough(auction.top, Infinity) && bidIds.every((id) => findBid(auction, id))) return auction;
    let depth = withdrawals + this.#held;
    let top = this.#bids.stack(depth, bidIds);
    while (!isEnough(top, depth)) {
      depth *= 2;
      top = this.#bids.stack(depth, bidIds);
    }
    return { ...auction, top };
  }

  /**
   * The highest standing bids after a turn, to hold until the next; `held` are those before it. Called in the turn's
   * transaction, once the tables have its facts. After a turn that only placed bids and raised the leader they are on
   * top of those before; after any other, or when more were read for it, they are read again.
   */
  after(held: Standing | null, { top }: Auction, facts: readonly Recorded[]): Standing | null {
    const placed = facts.reduce((count, { fact }) => count + Number(fact.type === "newBid"), 0);
    const hasChanged = facts.some(({ fact }) => CHANGES_ORDER.has(fact.type));
    const isSameBottom = held === null || bottomOf(held) === bottomOf(top);
    if (hasChanged || !isSameBottom || depthOf(top) !== depthOf(held) + placed) return this.load();
    // Not at each bid: twice as many do no harm, so most turns copy nothing.
    return depthOf(top) <= 2 * this.#held ? top : cutTo(top, this.#held);
  }
}

/** Facts that take a standing bid away, or move or change one below the top. */
const CHANGES_ORDER: ReadonlySet<Fact["type"]> = new Set(["bidEdited", "bidWithdrawn", "bidVoided", "releaseAsked"]);

/** Whether two people have bids among the highest `depth` of these, whichever `gone` of them are taken away. */
function leavesAnother(top: Standing | null, depth: number, gone: number): boolean {
  const counts = new Map<string, number>();
  let seen = 0;
  let most = 0;
  for (let at = top; at && seen < depth; at = at.below) {
    const count = (counts.get(at.bid.bidderId) ?? 0) + 1;
    counts.set(at.bid.bidderId, count);
    most = Math.max(most, count);
    seen += 1;
    if (seen - most > gone) return true;
  }
  return false;
}

/** The lowest of these bids, compared by identity: bids that are read again are other objects. */
function bottomOf(top: Standing | null): Bid | null {
  let bottom: Bid | null = null;
  for (let at = top; at; at = at.below) bottom = at.bid;
  return bottom;
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

/** `lastSeq` is the number of the fact that placed their newest bid, withdrawn or not. */
type Bidder = { readonly standing: number; readonly lastSeq: number; readonly takenBack: number };

type BidderRow = { bidder_id: string; standing: number; last_seq: number; taken_back: number };

/** Facts that a waking room reads at most, besides those of one turn: some milliseconds. */
const FACTS_PER_WRITE = 500;

const NO_BIDS: Bidder = { standing: 0, lastSeq: 0, takenBack: 0 };

/**
 * The number of each bidder's bids, updated in memory with each fact. The table `bidders` is updated only every few
 * hundred facts, because a row written with each bid would cost one more page. An instance that wakes reads the table
 * and the facts since.
 */
export class Bidders {
  readonly #sql: SqlStorage;
  #byId = new Map<string, Bidder>();
  /** Bidders whose row is not up to date. */
  #unwritten = new Set<string>();
  #writtenTo = 0;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** Reads the table; `factsSince` gives all facts after a number. */
  load(factsSince: (seq: number) => readonly Recorded[]): void {
    const cursor = this.#sql.exec<{ seq: number }>("SELECT seq FROM cursors WHERE reader = 'bidders'");
    this.#writtenTo = cursor.next().value?.seq ?? 0;
    this.#byId = new Map();
    this.#unwritten = new Set();
    for (const row of this.#sql.exec<BidderRow>("SELECT * FROM bidders")) {
      this.#byId.set(row.bidder_id, { standing: row.standing, lastSeq: row.last_seq, takenBack: row.taken_back });
    }
    this.remember(factsSince(this.#writtenTo));
  }

  standingOf(bidderId: string): number {
    return this.#of(bidderId).standing;
  }

  /** The number of the fact that placed their newest bid; 0 before their first. */
  lastSeqOf(bidderId: string): number {
    return this.#of(bidderId).lastSeq;
  }

  /** How many bids they have taken back. */
  takenBackOf(bidderId: string): number {
    return this.#of(bidderId).takenBack;
  }

  /** Everyone who has ever placed a bid, also if it is withdrawn. */
  everyId(): string[] {
    return Array.from(this.#byId.keys());
  }

  /** Everyone who has a standing bid. */
  standingIds(): string[] {
    return Array.from(this.#byId).flatMap(([id, { standing }]) => (standing > 0 ? [id] : []));
  }

  /** Whether the table must be written before the facts up to `seq` are. */
  isWriteDue(seq: number): boolean {
    return seq - this.#writtenTo >= FACTS_PER_WRITE;
  }

  /** Writes the counts after the facts up to `seq`, all of which are stored. A transaction of its own. */
  write(storage: Pick<DurableObjectStorage, "transactionSync">, seq: number): void {
    const rows = Array.from(this.#unwritten, (id) => {
      const { standing, lastSeq, takenBack } = this.#of(id);
      return [id, standing, lastSeq, takenBack];
    });
    storage.transactionSync(() => {
      this.#sql.exec(
        `INSERT OR REPLACE INTO bidders (bidder_id, standing, last_seq, taken_back)
         SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3 FROM json_each(?)`,
        JSON.stringify(rows),
      );
      this.#sql.exec(
        "INSERT INTO cursors (reader, seq) VALUES ('bidders', ?) ON CONFLICT (reader) DO UPDATE SET seq = excluded.seq",
        seq,
      );
    });
    this.#unwritten.clear();
    this.#writtenTo = seq;
  }

  /** These facts are stored: the transaction that appended them has succeeded. */
  remember(facts: readonly Recorded[]): void {
    for (const { fact, seq } of facts) {
      if (fact.type !== "newBid" && fact.type !== "bidWithdrawn" && fact.type !== "bidVoided") continue;
      const before = this.#of(fact.bidderId);
      const after =
        fact.type === "newBid"
          ? { ...before, standing: before.standing + 1, lastSeq: seq }
          : {
              ...before,
              standing: before.standing - 1,
              takenBack: before.takenBack + (fact.type === "bidWithdrawn" ? 1 : 0),
            };
      this.#byId.set(fact.bidderId, after);
      this.#unwritten.add(fact.bidderId);
    }
  }

  /** Everything stored was deleted. */
  forget(): void {
    this.#byId.clear();
    this.#unwritten.clear();
    this.#writtenTo = 0;
  }

  #of(bidderId: string): Bidder {
    return this.#byId.get(bidderId) ?? NO_BIDS;
  }
}
