/**
 * Idempotency: accepted commands that came with a key, and what they were told. Written in the transaction of the
 * facts, so that a key and its effect exist together or not at all.
 *
 * Storing an answer must not cost more than storing its bid. So the answers of a turn are one row, a text of two lines
 * for each: who asked what, and what they were told. And keys come in no order, so that in an index each would change
 * a page of its own: the newest keys are looked up in memory, and the index takes many of them over at a time.
 */
import { KeyFilter } from "./key-filter.ts";

export type KeptAnswer = {
  readonly actorId: string;
  readonly key: string;
  /** What was asked, as one text. */
  readonly payload: string;
  /** What was answered, as JSON on one line. */
  readonly answer: string;
};
export type Keyed = Pick<KeptAnswer, "actorId" | "key">;

type Page = { first_id: number; lines: string };

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
    const pages = this.#sql.exec<Page>(
      "SELECT first_id, lines FROM answer_pages WHERE first_id > ? ORDER BY first_id",
      this.#indexedTo,
    );
    for (const page of pages) {
      for (const [id, answer] of answersOn(page)) {
        if (answer !== null) this.#recent.set(nameOf(answer), id);
        this.#lastId = id;
      }
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
    const lines = answers.map((answer) => {
      this.#lastId += 1;
      this.#recent.set(nameOf(answer), this.#lastId);
      return linesOf(answer);
    });
    this.#sql.exec("INSERT INTO answer_pages (first_id, lines, at) VALUES (?, ?, ?)", firstId, lines.join("\n"), at);
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
      if (page) this.#write(firstId, withoutAnswersTo(actorId, page));
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
    // A deleted row stays in the file's free pages, so it is written over first, in the same length, and deleted the next
    // time: of a page that one transaction changes and frees the old text would stay. What is written over has its time negated.
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
    let firstId = 0;
    let lines: readonly string[] = [];
    for (const id of ids.toSorted((a, b) => a - b)) {
      if (id >= firstId + lines.length / 2) {
        const page = this.#pageOf(id);
        firstId = page?.first_id ?? id;
        lines = page?.lines.split("\n") ?? [];
      }
      const answer = answerAt(lines, id - firstId);
      if (answer) found.set(nameOf(answer), answer);
    }
    return found;
  }

  #pageOf(id: number): Page | undefined {
    const pages = this.#sql.exec<Page>(
      "SELECT first_id, lines FROM answer_pages WHERE first_id <= ? ORDER BY first_id DESC LIMIT 1",
      id,
    );
    return pages.next().value;
  }

  #write(firstId: number, lines: string): void {
    this.#sql.exec("UPDATE answer_pages SET lines = ? WHERE first_id = ?", lines, firstId);
  }
}

const NOTHING_FOUND: ReadonlyMap<string, KeptAnswer> = new Map();

export function nameOf({ actorId, key }: Keyed): string {
  return `${actorId} ${key}`;
}

function linesOf({ actorId, key, payload, answer }: KeptAnswer): string {
  return `${JSON.stringify([actorId, key, payload])}\n${answer}`;
}

/** The answers of a page by their numbers; null where one has been dropped. */
function* answersOn(page: Page): Iterable<[number, KeptAnswer | null]> {
  const lines = page.lines.split("\n");
  for (let place = 0; place < lines.length / 2; place += 1) yield [page.first_id + place, answerAt(lines, place)];
}

function answerAt(lines: readonly string[], place: number): KeptAnswer | null {
  const [asked = BLANK, answer = BLANK] = lines.slice(2 * place, 2 * place + 2);
  if (asked.startsWith(BLANK)) return null;
  const [actorId, key, payload]: [string, string, string] = JSON.parse(asked);
  return { actorId, key, payload, answer };
}

/** What is written over what a line has said; no other line begins with it. */
const BLANK = " ";

/** In the same length, so that the row is written over where it lies: a longer one would leave the old in the file. */
function withoutAnswersTo(actorId: string, page: Page): string {
  const lines = page.lines.split("\n");
  for (const [id, answer] of answersOn(page)) {
    if (answer?.actorId !== actorId) continue;
    const at = (id - page.first_id) * 2;
    for (const line of [at, at + 1]) lines[line] = BLANK.repeat(new TextEncoder().encode(lines[line]).byteLength);
  }
  return lines.join("\n");
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
