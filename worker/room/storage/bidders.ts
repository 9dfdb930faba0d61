/**
 * What a room knows of each bidder's bids without reading them: how many are standing, and which came last. Kept in memory
 * by the facts; the table `bidders` follows hundreds of facts at a time, because a row of it that each bid wrote would cost
 * one more page for each. An instance that wakes reads the table and the facts since.
 */
import type { Recorded } from "../../rules/auction.ts";

/** `lastSeq` is the number of the fact that placed their newest bid, withdrawn or not. */
type Bidder = { readonly standing: number; readonly lastSeq: number };

type BidderRow = { bidder_id: string; standing: number; last_seq: number };

/** Facts that a waking room reads at most, besides those of one turn: some milliseconds. */
const FACTS_PER_WRITE = 500;

const NO_BIDS: Bidder = { standing: 0, lastSeq: 0 };

export class Bidders {
  readonly #sql: SqlStorage;
  #byId = new Map<string, Bidder>();
  /** Those whose row is not up to date. */
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
      this.#byId.set(row.bidder_id, { standing: row.standing, lastSeq: row.last_seq });
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

  /** Everyone who has ever placed a bid, also when it is withdrawn. */
  everyId(): string[] {
    return Array.from(this.#byId.keys());
  }

  /** Everyone who has a standing bid. */
  standingIds(): string[] {
    return Array.from(this.#byId).flatMap(([id, { standing }]) => (standing > 0 ? [id] : []));
  }

  /** Whether the table is to be written before the facts up to `seq` are. */
  isWriteDue(seq: number): boolean {
    return seq - this.#writtenTo >= FACTS_PER_WRITE;
  }

  /** Writes what the facts up to `seq` have made, all of which are stored. A transaction of its own. */
  write(storage: Pick<DurableObjectStorage, "transactionSync">, seq: number): void {
    const rows = Array.from(this.#unwritten, (id) => [id, this.standingOf(id), this.lastSeqOf(id)]);
    storage.transactionSync(() => {
      this.#sql.exec(
        `INSERT OR REPLACE INTO bidders (bidder_id, standing, last_seq)
         SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?)`,
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
      if (fact.type !== "newBid" && fact.type !== "bidWithdrawn") continue;
      const { standing, lastSeq } = this.#of(fact.bidderId);
      const after =
        fact.type === "newBid" ? { standing: standing + 1, lastSeq: seq } : { standing: standing - 1, lastSeq };
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
