/**
 * A room's bids in their current state. A row's key is the number of the fact that placed the bid. An index by
 * `withdrawn` and the last fact finds the next standing or changed bids in order, without reading any others.
 */
import type { Bid, BidStack } from "../../rules/auction.ts";
import type { SequencedFact } from "../../rules/facts.ts";

/** A bid with two columns that only the table has: whether it was withdrawn, and the number of its last fact. */
export type StoredBid = Bid & { readonly withdrawn: boolean; readonly seq: number };

/** One person's standing bids. `next` is where the older ones begin, or 0 when there are none. */
type StandingBidsPage = { readonly bidIds: readonly string[]; readonly next: number };

/** The fact that placed each bidder's newest bid. 0 before their first. */
type LastBids = { lastSeqOf(bidderId: string): number };

type BidsTurn = { readonly facts: readonly SequencedFact[]; readonly revealingBidIds: readonly string[] };

type StoredBidRow = {
  id: string;
  bidder_id: string;
  amount_minor: number;
  max_minor: number;
  floor_minor: number | null;
  auto: number;
  edited: number;
  withdrawn: number;
  placed_at: number;
  seq: number;
  reveals: number;
  release_requested: number;
};

export class BidTable {
  readonly #sql: SqlStorage;
  readonly #bidders: LastBids;

  constructor(sql: SqlStorage, bidders: LastBids) {
    this.#sql = sql;
    this.#bidders = bidders;
  }

  /**
   * The standing bids that the rules need, with the leader on top: the `depth` highest, and below them those with these
   * IDs.
   */
  readStack(depth: number, ids: readonly string[] = []): BidStack | null {
    const highest = this.listStandingBefore(Number.MAX_SAFE_INTEGER, depth);
    const lowest = highest.at(-1);
    const requested = lowest && ids.length > 0 ? this.#findByIds(ids).filter(({ seq }) => seq < lowest.seq) : [];
    let top: BidStack | null = null;
    for (const { withdrawn: _, seq: __, ...bid } of [...highest, ...requested].toReversed()) top = { bid, below: top };
    return top;
  }

  /** In a turn's transaction. Applies its facts to the table, and marks the bids that reveal something from now on. */
  write({ facts, revealingBidIds }: BidsTurn): void {
    const lastSeqs = new Map<string, number>();
    const placed = facts.flatMap(({ fact, secret, at, seq }) => {
      if (fact.type !== "newBid") return [];
      const { bidId, bidderId, amountMinor, auto } = fact;
      const previousSeq = lastSeqs.get(bidderId) ?? this.#bidders.lastSeqOf(bidderId);
      lastSeqs.set(bidderId, seq);
      const maxMinor = secret?.maxMinor ?? amountMinor;
      const floorMinor = fact.floorMinor ?? null;
      return [[seq, bidId, bidderId, amountMinor, maxMinor, Number(auto), at, previousSeq, floorMinor]];
    });
    if (placed.length > 0) {
      this.#sql.exec(
        `INSERT INTO bids (placed_seq, id, bidder_id, amount_minor, max_minor, auto, edited, withdrawn, placed_at, seq,
                           previous_seq, floor_minor, reveals, release_requested)
         SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, 0, 0, value ->> 6,
                value ->> 0, value ->> 7, value ->> 8, 0, 0
         FROM json_each(?)`,
        JSON.stringify(placed),
      );
    }
    const lastAdjustments = new Map<string, number>();
    for (const { fact, seq } of facts) if (fact.type === "bidAdjusted") lastAdjustments.set(fact.bidId, seq);
    for (const { fact, secret, seq } of facts) {
      if (fact.type === "bidEdited") {
        this.#sql.exec(
          `UPDATE bids SET amount_minor = ?, max_minor = ?, floor_minor = ?, auto = 0, edited = 1, release_requested = 0, seq = ?
           WHERE placed_seq = ?`,
          fact.amountMinor,
          secret?.maxMinor ?? fact.amountMinor,
          fact.floorMinor ?? null,
          seq,
          placedSeqOf(fact.bidId),
        );
      } else if (fact.type === "bidAdjusted") {
        // Every bid in a turn may raise the leader, so only the last amount is written. A lowered maximum always is.
        if (fact.maxMinor === undefined && lastAdjustments.get(fact.bidId) !== seq) continue;
        this.#sql.exec(
          `UPDATE bids SET amount_minor = ?, max_minor = coalesce(?, max_minor), auto = 1, seq = ? WHERE placed_seq = ?`,
          fact.amountMinor,
          fact.maxMinor ?? null,
          seq,
          placedSeqOf(fact.bidId),
        );
      } else if (fact.type === "maximumChanged") {
        this.#sql.exec(
          `UPDATE bids SET max_minor = coalesce(?, max_minor), floor_minor = coalesce(floor_minor, amount_minor),
             release_requested = 0, seq = ? WHERE placed_seq = ?`,
          secret?.maxMinor ?? null,
          seq,
          placedSeqOf(fact.bidId),
        );
      } else if (fact.type === "releaseRequested") {
        // Its place among the standing bids, its row in D1 and its `seq` stay the same.
        this.#sql.exec("UPDATE bids SET release_requested = 1 WHERE placed_seq = ?", placedSeqOf(fact.bidId));
      } else if (fact.type === "bidWithdrawn" || fact.type === "bidVoided") {
        this.#sql.exec("UPDATE bids SET withdrawn = 1, seq = ? WHERE placed_seq = ?", seq, placedSeqOf(fact.bidId));
      }
    }
    if (revealingBidIds.length === 0) return;
    this.#sql.exec(
      "UPDATE bids SET reveals = 1 WHERE placed_seq IN (SELECT value FROM json_each(?))",
      JSON.stringify(revealingBidIds.map(placedSeqOf)),
    );
  }

  /** Nothing is kept in memory. */
  commit(): void {}
  reset(): void {}

  /** Standing bids whose last fact is before `seq`, newest first. */
  listStandingBefore(seq: number, limit: number): StoredBid[] {
    const rows = this.#sql.exec<StoredBidRow>(
      "SELECT * FROM bids WHERE withdrawn = 0 AND seq < ? ORDER BY seq DESC LIMIT ?",
      seq,
      limit,
    );
    return Array.from(rows, storedBidOf);
  }

  /** The first `limit` bids whose last fact is after `seq` and not after `upTo`, withdrawn ones included. */
  listChanged(seq: number, upTo: number, limit: number): StoredBid[] {
    const rows = this.#sql.exec<StoredBidRow>(
      `SELECT * FROM (SELECT * FROM bids WHERE withdrawn = 0 AND seq > ?1 AND seq <= ?2 ORDER BY seq LIMIT ?3)
       UNION ALL
       SELECT * FROM (SELECT * FROM bids WHERE withdrawn = 1 AND seq > ?1 AND seq <= ?2 ORDER BY seq LIMIT ?3)
       ORDER BY seq LIMIT ?3`,
      seq,
      upTo,
      limit,
    );
    return Array.from(rows, storedBidOf);
  }

  find(id: string): StoredBid | null {
    const row = this.#sql.exec<StoredBidRow>("SELECT * FROM bids WHERE placed_seq = ?", placedSeqOf(id)).next().value;
    return row ? storedBidOf(row) : null;
  }

  /** How many bids have their last fact at or before `seq`, including withdrawn ones. At most `limit`. */
  count(limit: number, seq: number): number {
    const query = "SELECT count(*) AS count FROM (SELECT 1 FROM bids WHERE withdrawn IN (0, 1) AND seq <= ? LIMIT ?)";
    return this.#sql.exec<{ count: number }>(query, seq, limit).one().count;
  }

  /** One person's standing bids among `count` bids that they placed, from number `placedSeq` backwards. */
  listStandingFrom(placedSeq: number, count: number): StandingBidsPage {
    const bidIds: string[] = [];
    let next = placedSeq;
    for (let read = 0; read < count && next > 0; read += 1) {
      const row = this.#sql
        .exec<{ id: string; withdrawn: number; previous_seq: number }>(
          "SELECT id, withdrawn, previous_seq FROM bids WHERE placed_seq = ?",
          next,
        )
        .next().value;
      if (row?.withdrawn === 0) bidIds.push(row.id);
      next = row?.previous_seq ?? 0;
    }
    return { bidIds, next };
  }

  /** All of one person's bids, at most `limit`, from number `placedSeq` backwards. `next` as in `StandingBidsPage`. */
  listPlacedFrom(placedSeq: number, limit: number): { readonly bids: StoredBid[]; readonly next: number } {
    const rows = this.#sql
      .exec<StoredBidRow & { previous_seq: number }>(
        `WITH RECURSIVE own AS (
           SELECT * FROM bids WHERE placed_seq = ?1
           UNION ALL
           SELECT bids.* FROM own JOIN bids ON bids.placed_seq = own.previous_seq
           LIMIT ?2
         )
         SELECT * FROM own`,
        placedSeq,
        limit,
      )
      .toArray();
    return { bids: rows.map(storedBidOf), next: rows.at(-1)?.previous_seq ?? 0 };
  }

  /** Whether a person has a standing bid that reveals something, from number `placedSeq` backwards. */
  hasRevealingBidFrom(placedSeq: number): boolean {
    const found = this.#sql.exec(
      `WITH RECURSIVE own(reveals, withdrawn, previous_seq) AS (
         SELECT reveals, withdrawn, previous_seq FROM bids WHERE placed_seq = ?
         UNION ALL
         SELECT bids.reveals, bids.withdrawn, bids.previous_seq FROM own JOIN bids ON bids.placed_seq = own.previous_seq
       )
       SELECT 1 FROM own WHERE reveals = 1 AND withdrawn = 0 LIMIT 1`,
      placedSeq,
    );
    return found.next().done !== true;
  }

  /**
   * The standing bids with these IDs, newest first. Without the plus, SQLite would use the index and read every
   * standing bid.
   */
  #findByIds(ids: readonly string[]): StoredBid[] {
    const rows = this.#sql.exec<StoredBidRow>(
      `SELECT * FROM bids WHERE placed_seq IN (SELECT value FROM json_each(?)) AND +withdrawn = 0 ORDER BY seq DESC`,
      JSON.stringify(ids.map(placedSeqOf)),
    );
    return Array.from(rows, storedBidOf);
  }
}

function bidOf(row: StoredBidRow): Bid {
  return {
    id: row.id,
    bidderId: row.bidder_id,
    amountMinor: row.amount_minor,
    maxMinor: row.max_minor,
    ...(row.floor_minor === null ? {} : { floorMinor: row.floor_minor }),
    auto: row.auto === 1,
    edited: row.edited === 1,
    placedAt: row.placed_at,
    reveals: row.reveals === 1,
    releaseRequested: row.release_requested === 1,
  };
}

function storedBidOf(row: StoredBidRow): StoredBid {
  return { ...bidOf(row), withdrawn: row.withdrawn === 1, seq: row.seq };
}

/** The number of the fact that placed a bid, which is its row's key and the last part of its ID. */
export function placedSeqOf(bidId: string): number {
  return Number(bidId.slice(bidId.lastIndexOf("-") + 1));
}
