import type { SequencedFact } from "../../rules/facts.ts";

type BiddersTurn = { readonly facts: readonly SequencedFact[] };

/** `lastSeq` is the number of the fact that placed their newest bid, withdrawn or not. */
type BidderCounts = { readonly standing: number; readonly lastSeq: number; readonly withdrawals: number };

type BidderRow = { bidder_id: string; standing: number; last_seq: number; withdrawals: number };

/** The most facts that a waking room reads, besides those of one turn. It takes milliseconds. */
const FACTS_PER_WRITE = 500;

const NO_BIDS: BidderCounts = { standing: 0, lastSeq: 0, withdrawals: 0 };

/**
 * How many bids each bidder has, updated in memory with each fact. The table `bidders` is updated only every few
 * hundred facts, because a row written with each bid would cost one more page. An instance that wakes reads the table
 * and the facts since.
 */
export class Bidders {
  readonly #sql: SqlStorage;
  #byId = new Map<string, BidderCounts>();
  /** Bidders whose row is not up to date. */
  #unwrittenIds = new Set<string>();
  #lastWrittenSeq = 0;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** Reads the table. `factsSince` returns all facts after a number. */
  load(factsSince: (seq: number) => readonly SequencedFact[]): void {
    this.#lastWrittenSeq = this.#sql.exec<{ bidders: number }>("SELECT bidders FROM checkpoints").one().bidders;
    this.#byId = new Map();
    this.#unwrittenIds = new Set();
    for (const row of this.#sql.exec<BidderRow>("SELECT * FROM bidders")) {
      this.#byId.set(row.bidder_id, { standing: row.standing, lastSeq: row.last_seq, withdrawals: row.withdrawals });
    }
    this.#count(factsSince(this.#lastWrittenSeq));
  }

  countStandingBids(bidderId: string): number {
    return this.#countsOf(bidderId).standing;
  }

  /** The number of the fact that placed their newest bid. 0 before their first. */
  lastSeqOf(bidderId: string): number {
    return this.#countsOf(bidderId).lastSeq;
  }

  /** How many bids they have withdrawn. */
  countWithdrawals(bidderId: string): number {
    return this.#countsOf(bidderId).withdrawals;
  }

  /** Everyone who has ever placed a bid, even if it was withdrawn. */
  allBidderIds(): string[] {
    return Array.from(this.#byId.keys());
  }

  /** Everyone who has a standing bid. */
  standingBidderIds(): string[] {
    return Array.from(this.#byId).flatMap(([id, { standing }]) => (standing > 0 ? [id] : []));
  }

  /** In a turn's transaction. Writes the counts as they were before the turn, once many facts follow the last write. */
  write({ facts }: BiddersTurn): void {
    const seq = this.#seqToWrite(facts);
    if (seq === null) return;
    const rows = Array.from(this.#unwrittenIds, (id) => {
      const { standing, lastSeq, withdrawals } = this.#countsOf(id);
      return [id, standing, lastSeq, withdrawals];
    });
    this.#sql.exec(
      `INSERT OR REPLACE INTO bidders (bidder_id, standing, last_seq, withdrawals)
       SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3 FROM json_each(?)`,
      JSON.stringify(rows),
    );
    this.#sql.exec("UPDATE checkpoints SET bidders = ?", seq);
  }

  commit({ facts }: BiddersTurn): void {
    const seq = this.#seqToWrite(facts);
    if (seq !== null) {
      this.#unwrittenIds.clear();
      this.#lastWrittenSeq = seq;
    }
    this.#count(facts);
  }

  reset(): void {
    this.#byId.clear();
    this.#unwrittenIds.clear();
    this.#lastWrittenSeq = 0;
  }

  /** The number of the fact before these, if the table must be written up to it. Otherwise null. */
  #seqToWrite(facts: readonly SequencedFact[]): number | null {
    const seq = (facts[0]?.seq ?? 1) - 1;
    return seq - this.#lastWrittenSeq >= FACTS_PER_WRITE ? seq : null;
  }

  #count(facts: readonly SequencedFact[]): void {
    for (const { fact, seq } of facts) {
      if (fact.type !== "newBid" && fact.type !== "bidWithdrawn" && fact.type !== "bidVoided") continue;
      const before = this.#countsOf(fact.bidderId);
      const after =
        fact.type === "newBid"
          ? { ...before, standing: before.standing + 1, lastSeq: seq }
          : {
              ...before,
              standing: before.standing - 1,
              withdrawals: before.withdrawals + (fact.type === "bidWithdrawn" ? 1 : 0),
            };
      this.#byId.set(fact.bidderId, after);
      this.#unwrittenIds.add(fact.bidderId);
    }
  }

  #countsOf(bidderId: string): BidderCounts {
    return this.#byId.get(bidderId) ?? NO_BIDS;
  }
}
