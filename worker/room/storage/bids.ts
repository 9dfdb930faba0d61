import type { Bid, Recorded, Standing } from "../../rules/auction.ts";
/**
 * The bids of a room in their current state, withdrawn ones included. The key of a bid's row is the number of the fact
 * that placed it, and only bids that were changed later are in an index: a new bid changes one page.
 */
import type { OriginHashes } from "../rpc.ts";

/** A bid with two columns that only the table has: whether it is withdrawn, and the number of its last fact. */
export type StoredBid = Bid & { readonly withdrawn: boolean; readonly seq: number };

type BidRow = {
  id: string;
  bidder_id: string;
  amount_minor: number;
  max_minor: number;
  auto: number;
  edited: number;
  withdrawn: number;
  placed_at: number;
  seq: number;
};

export class BidTable {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** The standing bids, the leader on top: the order of their last facts is the order of the stack. */
  standing(): Standing | null {
    let top: Standing | null = null;
    for (const bid of this.#sql.exec<BidRow>("SELECT * FROM bids WHERE withdrawn = 0 ORDER BY seq")) {
      top = { bid: bidOf(bid), below: top };
    }
    return top;
  }

  /** Applies these facts to the table. Called in the transaction that appends the facts. */
  apply(recorded: readonly Recorded[]): void {
    const placed = recorded.flatMap(({ fact, secret, at, seq }) =>
      fact.type === "newBid"
        ? [
            [
              placedSeqOf(fact.bidId),
              fact.bidId,
              fact.bidderId,
              fact.amountMinor,
              secret?.maxMinor ?? fact.amountMinor,
              Number(fact.auto),
              at,
              seq,
            ],
          ]
        : [],
    );
    if (placed.length > 0) {
      this.#sql.exec(
        `INSERT INTO bids (placed_seq, id, bidder_id, amount_minor, max_minor, auto, edited, withdrawn, placed_at, seq)
         SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, 0, 0, value ->> 6, value ->> 7
         FROM json_each(?)`,
        JSON.stringify(placed),
      );
    }
    for (const { fact, secret, seq } of recorded) {
      if (fact.type === "bidEdited") {
        const maxMinor = secret?.maxMinor ?? fact.amountMinor;
        this.#sql.exec(
          "UPDATE bids SET amount_minor = ?, max_minor = ?, edited = 1, seq = ? WHERE placed_seq = ?",
          fact.amountMinor,
          maxMinor,
          seq,
          placedSeqOf(fact.bidId),
        );
      } else if (fact.type === "bidWithdrawn") {
        this.#sql.exec("UPDATE bids SET withdrawn = 1, seq = ? WHERE placed_seq = ?", seq, placedSeqOf(fact.bidId));
      }
    }
  }

  /** Standing bids whose last fact is before `seq`, newest first. */
  standingBefore(seq: number, limit: number): StoredBid[] {
    const rows = this.#sql.exec<BidRow>(
      `SELECT * FROM (SELECT * FROM bids WHERE placed_seq < ?1 AND seq = placed_seq AND withdrawn = 0
                      ORDER BY placed_seq DESC LIMIT ?2)
       UNION ALL
       SELECT * FROM (SELECT * FROM bids WHERE seq < ?1 AND seq <> placed_seq AND withdrawn = 0
                      ORDER BY seq DESC LIMIT ?2)
       ORDER BY seq DESC LIMIT ?2`,
      seq,
      limit,
    );
    return Array.from(rows, storedBidOf);
  }

  /** The first `limit` bids whose last fact is after `seq` and not after `upTo`, withdrawn ones included. */
  changed(seq: number, upTo: number, limit: number): StoredBid[] {
    const rows = this.#sql.exec<BidRow>(
      `SELECT * FROM (SELECT * FROM bids WHERE placed_seq > ?1 AND placed_seq <= ?2 AND seq = placed_seq
                      ORDER BY placed_seq LIMIT ?3)
       UNION ALL
       SELECT * FROM (SELECT * FROM bids WHERE seq > ?1 AND seq <= ?2 AND seq <> placed_seq ORDER BY seq LIMIT ?3)
       ORDER BY seq LIMIT ?3`,
      seq,
      upTo,
      limit,
    );
    return Array.from(rows, storedBidOf);
  }

  find(id: string): StoredBid | null {
    const row = this.#sql.exec<BidRow>("SELECT * FROM bids WHERE placed_seq = ?", placedSeqOf(id)).next().value;
    return row ? storedBidOf(row) : null;
  }

  /** How many bids there are, withdrawn ones included, up to `limit`. */
  count(limit: number): number {
    const counted = "SELECT count(*) AS count FROM (SELECT 1 FROM bids LIMIT ?)";
    return this.#sql.exec<{ count: number }>(counted, limit).one().count;
  }

  /** Everyone who has a standing bid. */
  standingBidderIds(): string[] {
    const rows = this.#sql.exec<{ bidder_id: string }>("SELECT DISTINCT bidder_id FROM bids WHERE withdrawn = 0");
    return Array.from(rows, (row) => row.bidder_id);
  }
}

function bidOf(row: BidRow): Bid {
  return {
    id: row.id,
    bidderId: row.bidder_id,
    amountMinor: row.amount_minor,
    maxMinor: row.max_minor,
    auto: row.auto === 1,
    edited: row.edited === 1,
    placedAt: row.placed_at,
  };
}

function storedBidOf(row: BidRow): StoredBid {
  return { ...bidOf(row), withdrawn: row.withdrawn === 1, seq: row.seq };
}

/** The number of the fact that placed a bid, which is the key of its row: the last part of the bid's id. */
function placedSeqOf(bidId: string): number {
  return Number(bidId.slice(bidId.lastIndexOf("-") + 1));
}

/** `at` is epoch ms. */
export type BidOrigin = OriginHashes & { readonly personId: string; readonly at: number };

type OriginRow = { person_id: string; network: string; device: string; session: string; at: number };

/** Rows delivered to D1 at once: far below what D1 takes as one value. */
const MAX_DELIVERED_AT_ONCE = 500;

/**
 * Bid origins: which network, device and session commands came from, as keyed hashes. For moderation only, never in an
 * answer, a frame or a fact. A bid with the same origin as an earlier bid of this person adds no row, so a hot auction
 * writes almost none. They are stored in the table `traces`, whose column `told` says whether D1 has a row.
 */
export class BidOrigins {
  readonly #sql: SqlStorage;
  #known = new Set<string>();
  /** Whether D1 may lack some of them. */
  #mayOwe = true;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  load(): void {
    const rows = this.#sql.exec<OriginRow>("SELECT * FROM traces");
    this.#mayOwe = true;
    this.#known = new Set(Array.from(rows, (row) => keyOf({ ...row, personId: row.person_id })));
  }

  /** Those that are not stored yet. */
  unknown(origins: readonly BidOrigin[]): BidOrigin[] {
    return origins.filter((origin) => !this.#known.has(keyOf(origin)));
  }

  /** Called in the turn's transaction; memory follows in `remember`. */
  insert(origins: readonly BidOrigin[]): void {
    for (const { personId, network, device, session, at } of origins) {
      this.#sql.exec(
        "INSERT OR IGNORE INTO traces (person_id, network, device, session, at, told) VALUES (?, ?, ?, ?, ?, 0)",
        personId,
        network,
        device,
        session,
        at,
      );
    }
  }

  /** The transaction that inserted these has succeeded. */
  remember(origins: readonly BidOrigin[]): void {
    for (const origin of origins) this.#known.add(keyOf(origin));
    if (origins.length > 0) this.#mayOwe = true;
  }

  /** Everything stored was deleted. */
  forget(): void {
    this.#known.clear();
  }

  /** The next of those that D1 does not have yet. */
  undelivered(): BidOrigin[] {
    if (!this.#mayOwe) return [];
    const rows = this.#sql.exec<OriginRow>("SELECT * FROM traces WHERE told = 0 LIMIT ?", MAX_DELIVERED_AT_ONCE);
    const owed = Array.from(rows, ({ person_id: personId, network, device, session, at }) => ({
      personId,
      network,
      device,
      session,
      at,
    }));
    this.#mayOwe = owed.length > 0;
    return owed;
  }

  /** D1 has these. */
  markDelivered(origins: readonly BidOrigin[]): void {
    for (const { personId, network, device, session } of origins) {
      this.#sql.exec(
        "UPDATE traces SET told = 1 WHERE person_id = ? AND network = ? AND device = ? AND session = ?",
        personId,
        network,
        device,
        session,
      );
    }
  }

  /** The account of this person is deleted. */
  deleteOf(personId: string): void {
    this.#sql.exec("DELETE FROM traces WHERE person_id = ?", personId);
  }
}

function keyOf({ personId, network, device, session }: Omit<BidOrigin, "at">): string {
  return `${personId} ${network} ${device} ${session}`;
}
