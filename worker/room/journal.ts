/**
 * The room's SQLite: every statement that it runs. Facts are only ever appended; the listing row and the bids are the
 * state that those facts have made, written in the same transaction, so that a room wakes without replaying its life.
 * Nothing here decides, and nothing here is asynchronous.
 */
import { createHash } from "node:crypto";

import type { Auction, Bid, Fact, Recorded, Standing } from "../rules/auction.ts";
import { chainInput, GENESIS_HASH, type PublicRecord } from "../rules/journal-chain.ts";
import type { Actor } from "./rpc.ts";

/** Readers that the journal feeds at their own pace. The sockets' place is in memory: it dies with them. */
export type Reader = "catalogue" | "inboxes";

/** A keyed command that was accepted: what it asked and what it was told. */
export type KeptAnswer = {
  readonly actorId: string;
  readonly key: string;
  readonly payload: string;
  readonly answer: string;
};

/** A bid with what only the journal knows of it. */
export type StoredBid = Bid & { readonly withdrawn: boolean; readonly seq: number };

export type Loaded = {
  readonly auction: Auction;
  readonly lastHash: string;
  readonly people: Map<string, Actor>;
};

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
type JournalRow = { seq: number; at: number; fact: string; secret: string | null; sealed: string | null; hash: string };

/** How long an answer is kept for a repeat of its key. */
const KEEP_ANSWERS_MS = 24 * 3_600_000;

export class Journal {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** The auction as it stands, or null in a room that nothing was opened in. */
  load(): Loaded | null {
    const row = this.#sql
      .exec<{ state: string; last_hash: string }>("SELECT state, last_hash FROM listing")
      .next().value;
    if (!row) return null;
    const state: Auction = JSON.parse(row.state);
    // Every accepted bid, and every edited one, goes on top: the order of their last facts is the order of the stack.
    let top: Standing | null = null;
    for (const bid of this.#sql.exec<BidRow>("SELECT * FROM bids WHERE withdrawn = 0 ORDER BY seq")) {
      top = { bid: bidOf(bid), below: top };
    }
    return {
      auction: { ...state, top },
      lastHash: row.last_hash,
      people: this.#people(),
    };
  }

  /**
   * Appends facts and writes the state that they have made. Returns the hash of the last one.
   * Invariant: called inside the transaction that also sets the alarm these facts need.
   */
  append(recorded: readonly Recorded[], after: Auction, previousHash: string): string {
    let hash = previousHash;
    const rows = recorded.map((record) => {
      hash = sha256(chainInput(hash, publicOf(record)));
      const { seq, at, fact, secret } = record;
      return {
        seq,
        at,
        type: fact.type,
        fact: JSON.stringify(fact),
        secret: secret ? JSON.stringify(secret) : null,
        hash,
      };
    });
    this.#sql.exec(
      `INSERT INTO journal (seq, at, type, fact, secret, hash)
       SELECT value ->> 'seq', value ->> 'at', value ->> 'type', value ->> 'fact', value ->> 'secret', value ->> 'hash'
       FROM json_each(?)`,
      JSON.stringify(rows),
    );
    this.#writeBids(recorded);
    this.#sql.exec(
      `INSERT INTO listing (only_row, state, last_hash) VALUES (1, ?, ?)
       ON CONFLICT (only_row) DO UPDATE SET state = excluded.state, last_hash = excluded.last_hash`,
      JSON.stringify({ ...after, top: null }),
      hash,
    );
    return hash;
  }

  #writeBids(recorded: readonly Recorded[]): void {
    const placed = recorded.flatMap(({ fact, secret, at, seq }) =>
      fact.type === "newBid"
        ? [
            {
              id: fact.bidId,
              bidder: fact.bidderId,
              amount: fact.amountMinor,
              max: secret?.maxMinor ?? fact.amountMinor,
              auto: Number(fact.auto),
              at,
              seq,
            },
          ]
        : [],
    );
    if (placed.length > 0) {
      this.#sql.exec(
        `INSERT INTO bids (id, bidder_id, amount_minor, max_minor, auto, edited, withdrawn, placed_at, seq)
         SELECT value ->> 'id', value ->> 'bidder', value ->> 'amount', value ->> 'max', value ->> 'auto', 0, 0,
                value ->> 'at', value ->> 'seq'
         FROM json_each(?)`,
        JSON.stringify(placed),
      );
    }
    for (const { fact, secret, seq } of recorded) {
      if (fact.type === "bidEdited") {
        const maxMinor = secret?.maxMinor ?? fact.amountMinor;
        this.#sql.exec(
          "UPDATE bids SET amount_minor = ?, max_minor = ?, edited = 1, seq = ? WHERE id = ?",
          fact.amountMinor,
          maxMinor,
          seq,
          fact.bidId,
        );
      } else if (fact.type === "bidWithdrawn") {
        this.#sql.exec("UPDATE bids SET withdrawn = 1, seq = ? WHERE id = ?", seq, fact.bidId);
      }
    }
  }

  /** Recorded facts after `seq`, oldest first. */
  since(seq: number, limit: number): Recorded[] {
    const rows = this.#sql.exec<JournalRow>("SELECT * FROM journal WHERE seq > ? ORDER BY seq LIMIT ?", seq, limit);
    return Array.from(rows, recordedOf);
  }

  /** The whole journal as everyone may see it. */
  publicRecords(): (PublicRecord & { readonly hash: string })[] {
    const rows = this.#sql.exec<JournalRow>("SELECT * FROM journal ORDER BY seq");
    return Array.from(rows, (row) => ({ ...publicOf(recordedOf(row)), hash: row.hash }));
  }

  /** Standing bids whose last fact is before `seq`, newest first. */
  standingBefore(seq: number, limit: number): StoredBid[] {
    const rows = this.#sql.exec<BidRow>(
      "SELECT * FROM bids WHERE seq < ? AND withdrawn = 0 ORDER BY seq DESC LIMIT ?",
      seq,
      limit,
    );
    return Array.from(rows, storedBidOf);
  }

  /** The first `limit` bids whose last fact is after `seq` and not after `upTo`, withdrawn ones included. */
  changedBids(seq: number, upTo: number, limit: number): StoredBid[] {
    const rows = this.#sql.exec<BidRow>(
      "SELECT * FROM bids WHERE seq > ? AND seq <= ? ORDER BY seq LIMIT ?",
      seq,
      upTo,
      limit,
    );
    return Array.from(rows, storedBidOf);
  }

  bid(id: string): StoredBid | null {
    const row = this.#sql.exec<BidRow>("SELECT * FROM bids WHERE id = ?", id).next().value;
    return row ? storedBidOf(row) : null;
  }

  /** Everyone who has a bid that stands. */
  standingBidderIds(): string[] {
    const rows = this.#sql.exec<{ bidder_id: string }>("SELECT DISTINCT bidder_id FROM bids WHERE withdrawn = 0");
    return Array.from(rows, (row) => row.bidder_id);
  }

  savePerson({ id, firstName, lastName, imageUrl, maskedEmail }: Actor): void {
    this.#sql.exec(
      `INSERT INTO people (id, first_name, last_name, image_url, masked_email) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET first_name = excluded.first_name, last_name = excluded.last_name,
         image_url = excluded.image_url, masked_email = excluded.masked_email`,
      id,
      firstName,
      lastName,
      imageUrl,
      maskedEmail,
    );
  }

  #people(): Map<string, Actor> {
    const rows = this.#sql.exec<{
      id: string;
      first_name: string;
      last_name: string;
      image_url: string | null;
      masked_email: string;
    }>("SELECT * FROM people");
    return new Map(
      Array.from(rows, (row) => [
        row.id,
        {
          id: row.id,
          firstName: row.first_name,
          lastName: row.last_name,
          imageUrl: row.image_url,
          maskedEmail: row.masked_email,
        },
      ]),
    );
  }

  keptAnswer(actorId: string, key: string): KeptAnswer | null {
    const row = this.#sql
      .exec<{ payload: string; answer: string }>(
        "SELECT payload, answer FROM requests WHERE actor_id = ? AND key = ?",
        actorId,
        key,
      )
      .next().value;
    return row ? { actorId, key, ...row } : null;
  }

  keepAnswers(answers: readonly KeptAnswer[], at: number): void {
    if (answers.length === 0) return;
    this.#sql.exec(
      `INSERT INTO requests (actor_id, key, payload, answer, at)
       SELECT value ->> 'actorId', value ->> 'key', value ->> 'payload', value ->> 'answer', ? FROM json_each(?)`,
      at,
      JSON.stringify(answers),
    );
  }

  /** Kept answers name the person; they go when the person goes. */
  dropAnswersOf(actorId: string): void {
    this.#sql.exec("DELETE FROM requests WHERE actor_id = ?", actorId);
  }

  dropOldAnswers(now: number): void {
    this.#sql.exec("DELETE FROM requests WHERE at < ?", now - KEEP_ANSWERS_MS);
  }

  cursor(reader: Reader): number {
    return this.#sql.exec<{ seq: number }>("SELECT seq FROM cursors WHERE reader = ?", reader).next().value?.seq ?? 0;
  }

  /** A cursor only moves forward. */
  moveCursor(reader: Reader, seq: number): void {
    this.#sql.exec(
      `INSERT INTO cursors (reader, seq) VALUES (?, ?)
       ON CONFLICT (reader) DO UPDATE SET seq = max(seq, excluded.seq)`,
      reader,
      seq,
    );
  }
}

/** What an empty journal chains from. */
export const EMPTY_HASH = GENESIS_HASH;

function publicOf({ seq, at, fact }: Recorded): PublicRecord {
  return { seq, at, fact };
}

function recordedOf(row: JournalRow): Recorded {
  const fact: Fact = JSON.parse(row.fact);
  const place = { seq: row.seq, at: row.at, fact };
  return row.secret === null ? place : { ...place, secret: JSON.parse(row.secret) };
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

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
