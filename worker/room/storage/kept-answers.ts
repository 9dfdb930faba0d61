/**
 * Idempotency: accepted commands that came with a key, and what they were told. Written in the transaction of the
 * facts, so that a key and its effect exist together or not at all.
 *
 * Storing an answer must not cost more than storing its bid. So the answers of a turn are one row, a text of two lines
 * for each: who asked what, and what they were told. And keys come in no order, so that in an index each would change
 * a page of its own: the newest keys are looked up in memory, and the index takes many of them over at a time.
 */
import { AnswerPage, type AnswerRow, type KeptAnswer, textOf } from "./answer-page.ts";
import { KeyFilter } from "./key-filter.ts";

export type Keyed = Pick<KeptAnswer, "actorId" | "key">;

/** How long an answer is kept for a repeat of its key. */
const KEPT_MS = 24 * 3_600_000;
/** Keys held in memory before the index takes them: a few hundred kilobytes, and a few milliseconds at a time. */
const MOST_RECENT = 4_000;
/** Keys of the index that an instance which has just woken reads for its filter: some tens of milliseconds. */
const MOST_FILTERED = 20_000;

export class KeptAnswers {
  readonly #sql: SqlStorage;
  /** Numbers of answers that the index does not know yet, by `nameOf` who asked. */
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
    const rows = this.#sql.exec<AnswerRow>(
      "SELECT first_id, lines FROM answer_pages WHERE first_id > ? ORDER BY first_id",
      this.#indexedTo,
    );
    for (const row of rows) {
      const page = new AnswerPage(row);
      for (const [id, answer] of page.answers()) this.#recent.set(nameOf(answer), id);
      this.#lastId = page.lastId;
    }
  }

  /** What the commands of one turn were told when they came before, by `nameOf` who asks. */
  find(asked: readonly Keyed[]): ReadonlyMap<string, KeptAnswer> {
    const ids: number[] = [];
    const digests: number[] = [];
    for (const keyed of asked) {
      const name = nameOf(keyed);
      const id = this.#recent.get(name);
      if (id !== undefined) ids.push(id);
      else if (this.#indexedTo > 0) {
        const digest = digestOf(name);
        if (this.#mayBeIndexed(digest)) digests.push(digest);
      }
    }
    if (digests.length > 0) {
      const indexed = this.#sql.exec<{ id: number }>(
        "SELECT answer_keys.id FROM json_each(?) AS asked CROSS JOIN answer_keys ON answer_keys.digest = asked.value",
        JSON.stringify(digests),
      );
      for (const { id } of indexed) ids.push(id);
    }
    return ids.length === 0 ? NOTHING_FOUND : this.#read(ids);
  }

  keep(answers: readonly KeptAnswer[], at: number): void {
    if (answers.length === 0) return;
    const firstId = this.#lastId + 1;
    for (const answer of answers) {
      this.#lastId += 1;
      this.#recent.set(nameOf(answer), this.#lastId);
    }
    this.#sql.exec("INSERT INTO answer_pages (first_id, lines, at) VALUES (?, ?, ?)", firstId, textOf(answers), at);
    if (this.#recent.size >= MOST_RECENT) this.#index();
  }

  /** Answers name the person they were given to; they go when the person goes. */
  dropOf(actorId: string): void {
    const pages = this.#sql.exec<{ first_id: number }>(
      "SELECT first_id FROM answer_pages WHERE instr(lines, ?) > 0",
      JSON.stringify(actorId),
    );
    for (const { first_id: firstId } of Array.from(pages)) {
      const page = this.#pageOf(firstId);
      if (!page) continue;
      this.#sql.exec("UPDATE answer_pages SET lines = ? WHERE first_id = ?", page.textWithout(actorId), firstId);
    }
  }

  dropOld(now: number): void {
    const kept = this.#sql
      .exec<{ first_id: number }>(
        "SELECT first_id FROM answer_pages WHERE at >= ? ORDER BY first_id LIMIT 1",
        now - KEPT_MS,
      )
      .next().value;
    const firstKept = kept?.first_id ?? this.#lastId + 1;
    // A deleted row stays in the file's free pages, so it is written over first, in the same length and with its time
    // negated, and deleted the next time: of a page that one transaction changes and frees the old text would stay.
    this.#sql.exec("DELETE FROM answer_pages WHERE first_id > 0 AND first_id < ? AND at < 0", firstKept);
    const gone = this.#sql.exec(
      `UPDATE answer_pages
       SET lines = substr(replace(hex(zeroblob(length(CAST(lines AS BLOB)))), '0', ' '), 1, length(CAST(lines AS BLOB))),
           at = -at
       WHERE first_id > 0 AND first_id < ? AND at > 0`,
      firstKept,
    );
    if (gone.rowsWritten > 0) this.#sql.exec("DELETE FROM answer_keys WHERE id < ?", firstKept);
  }

  #mayBeIndexed(digest: number): boolean {
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

  /** In the order of the index, so that each of its pages is changed once. */
  #index(): void {
    const keys = Array.from(this.#recent, ([name, id]) => [digestOf(name), id] as const);
    this.#sql.exec(
      "INSERT INTO answer_keys (digest, id) SELECT value ->> 0, value ->> 1 FROM json_each(?)",
      JSON.stringify(keys.toSorted(([a], [b]) => a - b)),
    );
    this.#sql.exec(
      `INSERT INTO cursors (reader, seq) VALUES ('answer_keys', ?)
       ON CONFLICT (reader) DO UPDATE SET seq = excluded.seq`,
      this.#lastId,
    );
    // The first keys that the index has are the first to be asked after.
    if (this.#indexedTo === 0) this.#filter = new KeyFilter();
    for (const [digest] of keys) this.#filter?.add(digest);
    this.#indexedTo = this.#lastId;
    this.#recent = new Map();
  }

  /** The answers of these numbers, each page read once. */
  #read(ids: readonly number[]): ReadonlyMap<string, KeptAnswer> {
    const found = new Map<string, KeptAnswer>();
    let page: AnswerPage | null = null;
    for (const id of ids.toSorted((a, b) => a - b)) {
      if (!page?.has(id)) page = this.#pageOf(id);
      const answer = page?.answer(id);
      if (answer) found.set(nameOf(answer), answer);
    }
    return found;
  }

  /** The page that an answer of this number is on, unless it has been dropped. */
  #pageOf(id: number): AnswerPage | null {
    const rows = this.#sql.exec<AnswerRow>(
      "SELECT first_id, lines FROM answer_pages WHERE first_id <= ? ORDER BY first_id DESC LIMIT 1",
      id,
    );
    const row = rows.next().value;
    return row ? new AnswerPage(row) : null;
  }
}

const NOTHING_FOUND: ReadonlyMap<string, KeptAnswer> = new Map();

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
