/**
 * Idempotency: accepted commands that came with a key, and what they were told. Written in the transaction of the
 * facts, so that a key and its effect exist together or not at all.
 *
 * Keys come in no order, and an index of them costs a hot auction more than everything else: each bid would change a
 * page of its own. So answers are only appended; the newest keys are looked up in memory, and are taken over into the
 * index many at a time.
 */
import { KeyFilter } from "./key-filter.ts";

export type KeptAnswer = {
  readonly actorId: string;
  readonly key: string;
  /** What was asked, as one text. */
  readonly payload: string;
  /** What was answered, as JSON. */
  readonly answer: string;
};
export type Keyed = Pick<KeptAnswer, "actorId" | "key">;

type Row = { id: number; actor_id: string; key: string; payload: string; answer: string };

/** How long an answer is kept for a repeat of its key. */
const KEPT_MS = 24 * 3_600_000;
/** Keys held in memory before the index takes them: a few hundred kilobytes, and a few milliseconds at a time. */
const MOST_RECENT = 4_000;
/** Keys of the index that an instance which has just woken reads for its filter: some tens of milliseconds. */
const MOST_FILTERED = 20_000;

export class KeptAnswers {
  readonly #sql: SqlStorage;
  /** Rows of answers that the index does not know yet, by `nameOf` who asked. */
  #recent = new Map<string, number>();
  #indexedTo = 0;
  #lastId = 0;
  /** What the index cannot know; null when there was too much to read, and absent until something is asked. */
  #filter: KeyFilter | null | undefined;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  load(): void {
    const cursor = this.#sql.exec<{ seq: number }>("SELECT seq FROM cursors WHERE reader = 'answer_keys'");
    this.#indexedTo = cursor.next().value?.seq ?? 0;
    this.#lastId = this.#indexedTo;
    this.#recent = new Map();
    this.#filter = undefined;
    const rows = this.#sql.exec<Row>("SELECT * FROM answers WHERE id > ? ORDER BY id", this.#indexedTo);
    for (const { id, actor_id: actorId, key } of rows) {
      this.#recent.set(nameOf({ actorId, key }), id);
      this.#lastId = id;
    }
  }

  /** What the commands of one turn were told when they came before, by `nameOf` who asks. */
  find(asked: readonly Keyed[]): Map<string, KeptAnswer> {
    const found = new Map<string, KeptAnswer>();
    const digests: number[] = [];
    for (const keyed of asked) {
      const name = nameOf(keyed);
      const id = this.#recent.get(name);
      const digest = digestOf(name);
      if (id === undefined && this.#mayBeIndexed(digest)) digests.push(digest);
      else if (id !== undefined) this.#collect(found, this.#sql.exec<Row>("SELECT * FROM answers WHERE id = ?", id));
    }
    if (digests.length > 0) {
      const rows = this.#sql.exec<Row>(
        `SELECT answers.* FROM json_each(?) AS asked
         CROSS JOIN answer_keys ON answer_keys.digest = asked.value
         CROSS JOIN answers ON answers.id = answer_keys.id`,
        JSON.stringify(digests),
      );
      this.#collect(found, rows);
    }
    return found;
  }

  #mayBeIndexed(digest: number): boolean {
    if (this.#indexedTo === 0) return false;
    if (this.#filter === undefined) this.#filter = this.#readFilter();
    return this.#filter === null || this.#filter.mayHave(digest);
  }

  #readFilter(): KeyFilter | null {
    const filter = new KeyFilter();
    let read = 0;
    // Read to its end: a statement that is left half way would keep the log of the database from being taken over.
    const limit = MOST_FILTERED + 1;
    for (const { digest } of this.#sql.exec<{ digest: number }>("SELECT digest FROM answer_keys LIMIT ?", limit)) {
      read += 1;
      filter.add(digest);
    }
    return read > MOST_FILTERED ? null : filter;
  }

  keep(answers: readonly KeptAnswer[], at: number): void {
    if (answers.length === 0) return;
    const rows = answers.map((answer) => {
      const name = nameOf(answer);
      this.#lastId += 1;
      this.#recent.set(name, this.#lastId);
      const columns = JSON.stringify([this.#lastId, digestOf(name), answer.actorId, answer.key, answer.payload]);
      // The answer is JSON already: quoted once more it would take longer to read than the rest of the row.
      return `${columns.slice(0, -1)},${answer.answer}]`;
    });
    this.#sql.exec(
      `INSERT INTO answers (id, digest, actor_id, key, payload, answer, at)
       SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value -> 5, ? FROM json_each(?)`,
      at,
      `[${rows.join(",")}]`,
    );
    if (this.#recent.size >= MOST_RECENT) this.#index();
  }

  /** Answers name the person they were given to; they go when the person goes. */
  dropOf(actorId: string): void {
    // In the same place and length: a deleted row would stay in the file's free pages.
    this.#sql.exec(
      `UPDATE answers SET answer = substr(hex(zeroblob(length(CAST(answer AS BLOB)))), 1, length(CAST(answer AS BLOB)))
       WHERE actor_id = ?`,
      actorId,
    );
    this.#sql.exec("DELETE FROM answers WHERE actor_id = ?", actorId);
  }

  dropOld(now: number): void {
    const kept = this.#sql
      .exec<{ id: number }>("SELECT id FROM answers WHERE at >= ? ORDER BY id LIMIT 1", now - KEPT_MS)
      .next().value;
    const firstKept = kept?.id ?? this.#lastId + 1;
    const gone = this.#sql.exec("DELETE FROM answers WHERE id < ?", firstKept);
    if (gone.rowsWritten > 0) this.#sql.exec("DELETE FROM answer_keys WHERE id < ?", firstKept);
  }

  /** In the order of the index, so that each of its pages is changed once. */
  #index(): void {
    this.#sql.exec(
      "INSERT INTO answer_keys (digest, id) SELECT digest, id FROM answers WHERE id > ? ORDER BY digest",
      this.#indexedTo,
    );
    this.#sql.exec(
      `INSERT INTO cursors (reader, seq) VALUES ('answer_keys', ?)
       ON CONFLICT (reader) DO UPDATE SET seq = excluded.seq`,
      this.#lastId,
    );
    // The first keys that the index has are the first to be asked after.
    if (this.#indexedTo === 0) this.#filter = new KeyFilter();
    for (const name of this.#recent.keys()) this.#filter?.add(digestOf(name));
    this.#indexedTo = this.#lastId;
    this.#recent = new Map();
  }

  #collect(found: Map<string, KeptAnswer>, rows: Iterable<Row>): void {
    for (const { actor_id: actorId, key, payload, answer } of rows) {
      found.set(nameOf({ actorId, key }), { actorId, key, payload, answer });
    }
  }
}

export function nameOf({ actorId, key }: Keyed): string {
  return `${actorId} ${key}`;
}

/**
 * 52 bits of a text (two rounds of FNV-1a): a small number makes a small index. Two texts may share one; what is found
 * is compared as a whole.
 */
function digestOf(text: string): number {
  let low = 0x811c9dc5;
  let high = 0xc9dc5118;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high ^ (unit + at), 0x01000193);
  }
  return (high >>> 12) * 2 ** 32 + (low >>> 0);
}
