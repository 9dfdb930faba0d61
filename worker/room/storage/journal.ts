/**
 * The journal: the facts in the room's SQLite, append-only, each chained to the one before by its hash. The `listing`
 * row is the state after the last fact, written in the same transaction, so that a waking room doesn't replay its
 * journal. It only reads the newest facts, for `Bidders`. Everything is synchronous.
 */
import { hash as digest } from "node:crypto";

import { parseStored } from "../../platform/parse-stored.ts";
import { type Auction, INITIAL_FIELDS } from "../../rules/auction.ts";
import {
  canonicalJson,
  chainInput,
  type Fact,
  type PublicRecord,
  type SequencedFact,
  type SecretPart,
} from "../../rules/facts.ts";

/** A fact with its hash, as it is stored. */
export type ChainedFact = SequencedFact & { readonly hash: string };

type JournalRow = { seq: number; at: number; fact: string; secret: string | null; sealed: string | null; hash: string };

/** How much to read in one query. A listing edit takes kilobytes, a bid 200 bytes. */
type PageSize = { readonly facts: number; readonly bytes: number };

export class Journal {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** The state after the last fact, given the standing bids. Null in a room without an auction. */
  load(top: Auction["top"]): { readonly auction: Auction; readonly lastHash: string } | null {
    const row = this.#sql
      .exec<{ state: string; last_hash: string }>("SELECT state, last_hash FROM listing")
      .next().value;
    if (!row) return null;
    return { auction: { ...INITIAL_FIELDS, ...parseStored<Auction>(row.state), top }, lastHash: row.last_hash };
  }

  /**
   * In a turn's transaction, which also sets the alarm that its facts need. Appends the facts, and writes the state
   * after them.
   */
  write({ facts, auction }: { readonly facts: readonly ChainedFact[]; readonly auction: Auction | null }): void {
    const last = facts.at(-1);
    if (!auction || !last) return;
    const rows = facts.map(({ seq, at, fact, secret, hash }) => [
      seq,
      at,
      fact.type,
      fact,
      secret ?? null,
      secret ? sealOf(secret) : null,
      hash,
    ]);
    this.#sql.exec(
      `INSERT INTO journal (seq, at, type, fact, secret, sealed, hash)
       SELECT value ->> 0, value ->> 1, value ->> 2, value -> 3, value ->> 4, value ->> 5, value ->> 6 FROM json_each(?)`,
      JSON.stringify(rows),
    );
    this.#sql.exec(
      `INSERT INTO listing (only_row, state, last_hash) VALUES (1, ?, ?)
       ON CONFLICT (only_row) DO UPDATE SET state = excluded.state, last_hash = excluded.last_hash`,
      JSON.stringify({ ...auction, top: null }),
      last.hash,
    );
  }

  /** Nothing is kept in memory. */
  commit(): void {}
  reset(): void {}

  /** The number of the last fact. 0 in a room without an auction. */
  lastSeq(): number {
    return this.#sql.exec<{ seq: number }>("SELECT seq FROM journal ORDER BY seq DESC LIMIT 1").next().value?.seq ?? 0;
  }

  /** When the first fact after `seq` was recorded (epoch ms). */
  timeAfter(seq: number): number | undefined {
    return this.#sql.exec<{ at: number }>("SELECT at FROM journal WHERE seq > ? ORDER BY seq LIMIT 1", seq).next().value
      ?.at;
  }

  /** All facts after `seq`, oldest first. */
  listSince(seq: number): SequencedFact[] {
    return Array.from(
      this.#sql.exec<JournalRow>("SELECT * FROM journal WHERE seq > ? ORDER BY seq", seq),
      sequencedFactOf,
    );
  }

  /** The first facts after `seq`, oldest first, until they reach `size.facts` or `size.bytes`. */
  pageAfter(seq: number, size: PageSize): SequencedFact[] {
    return this.#pageAfter(seq, size).map(sequencedFactOf);
  }

  /**
   * The facts after `seq` up to `upTo` that a seller may be notified of, oldest first. Includes only the newest
   * `maxBids` bids, and no adjusted bids or changed maximums.
   */
  factsRelevantToSeller(seq: number, upTo: number, maxBids: number): SequencedFact[] {
    const rows = this.#sql.exec<JournalRow>(
      `SELECT * FROM journal
       WHERE seq > ?1 AND seq <= ?2 AND (
         type NOT IN ('newBid', 'bidEdited', 'bidAdjusted', 'maximumChanged')
         OR seq IN (SELECT seq FROM journal WHERE seq > ?1 AND seq <= ?2 AND type IN ('newBid', 'bidEdited')
                    AND fact ->> 'bought' IS NULL ORDER BY seq DESC LIMIT ?3)
       )
       ORDER BY seq`,
      seq,
      upTo,
      maxBids,
    );
    return Array.from(rows, sequencedFactOf);
  }

  /**
   * Like `factsRelevantToSeller`, for bidders. Includes only the last bid to outbid each person. Leaves out purchases,
   * because the end they cause notifies everyone.
   */
  factsRelevantToBidders(seq: number, upTo: number): SequencedFact[] {
    const rows = this.#sql.exec<JournalRow>(
      `SELECT * FROM journal
       WHERE seq > ?1 AND seq <= ?2 AND (
         type NOT IN ('newBid', 'bidEdited', 'bidAdjusted', 'maximumChanged')
         OR seq IN (SELECT max(seq) FROM journal WHERE seq > ?1 AND seq <= ?2 AND type IN ('newBid', 'bidEdited')
                    AND fact ->> 'bought' IS NULL GROUP BY fact ->> 'outbidId')
       )
       ORDER BY seq`,
      seq,
      upTo,
    );
    return Array.from(rows, sequencedFactOf);
  }

  /** The public part of the facts that `pageAfter` reads, with their hashes. */
  publicPageAfter(seq: number, size: PageSize): (PublicRecord & { readonly hash: string })[] {
    return this.#pageAfter(seq, size).map((row) => ({ ...publicOf(sequencedFactOf(row)), hash: row.hash }));
  }

  /** The facts that `pageAfter` reads, whole, with their hashes. */
  auditedPageAfter(seq: number, size: PageSize): { readonly record: SequencedFact; readonly hash: string }[] {
    return this.#pageAfter(seq, size).map((row) => ({ record: sequencedFactOf(row), hash: row.hash }));
  }

  /** The last fact that records how the auction ended: closed, voided, or its buyer released. Null while it runs. */
  closingFact(): SequencedFact | null {
    const row = this.#sql
      .exec<JournalRow>(
        "SELECT * FROM journal WHERE type IN ('closed', 'voided', 'buyerReleased') ORDER BY seq DESC LIMIT 1",
      )
      .next().value;
    return row ? sequencedFactOf(row) : null;
  }

  /** The hash of one fact. Throws if there is none with this number. */
  hashOf(seq: number): string {
    return this.#sql.exec<{ hash: string }>("SELECT hash FROM journal WHERE seq = ?", seq).one().hash;
  }

  /** The last fact of a page may exceed its bytes, so that a page always has one. */
  #pageAfter(seq: number, { facts, bytes }: PageSize): JournalRow[] {
    const rows = this.#sql.exec<JournalRow>(
      `SELECT * FROM journal WHERE seq > ?1 AND seq <= (
         SELECT max(seq) FROM (
           SELECT seq, sum(octet_length(fact)) OVER (ORDER BY seq) - octet_length(fact) AS bytes_before
           FROM journal WHERE seq > ?1 AND seq <= ?1 + ?2
         ) WHERE bytes_before < ?3
       ) ORDER BY seq`,
      seq,
      facts,
      bytes,
    );
    return Array.from(rows);
  }
}

/** Chains facts to the one before them by its hash. */
export function chainFacts(previousHash: string, facts: readonly SequencedFact[]): ChainedFact[] {
  let hash = previousHash;
  return facts.map((record) => {
    hash = digest("sha256", chainInput(hash, publicOf(record)));
    return { ...record, hash };
  });
}

/** The public part commits to the secret part by its hash. */
function publicOf({ seq, at, fact, secret }: SequencedFact): PublicRecord {
  return secret ? { seq, at, fact, sealed: sealOf(secret) } : { seq, at, fact };
}

function sealOf(secret: SecretPart): string {
  return digest("sha256", canonicalJson(secret));
}

function sequencedFactOf(row: JournalRow): SequencedFact {
  const fact = parseStored<Fact>(row.fact);
  const sequenced = { seq: row.seq, at: row.at, fact };
  return row.secret === null ? sequenced : { ...sequenced, secret: parseStored<SecretPart>(row.secret) };
}
