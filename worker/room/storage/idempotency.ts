/**
 * Idempotency keys: the accepted commands that came with a key, and their responses. A response is inserted in the
 * transaction of its facts, so a key and its effect exist together or not at all. A repeat within 24 hours gets the
 * stored response and changes nothing.
 *
 * Storing a response must not cost more than storing its bid. So the responses of one turn are one row, a text with two
 * lines for each: the request, and the response. Keys arrive in random order, so in an index each would change a page
 * of its own: the newest keys are looked up in memory, and thousands of them move to the index at a time. The tables
 * are called `answer_pages` and `answer_keys`. `response-erasure.ts` overwrites and deletes what is in them.
 */
import { parseStored } from "../../platform/parse-stored.ts";
import { ROOM_NUMBERS, type RoomNumbers } from "../numbers.ts";

/** A client's key for one command of one person. */
export type KeyedBy = { readonly actorId: string; readonly key: string };
export type StoredResponse = KeyedBy & {
  /** The request as one text: the same key with another fingerprint is refused. */
  readonly fingerprint: string;
  /** The response as JSON on one line. */
  readonly response: string;
};

/** One row: the responses of one turn. They are numbered from `first_id` on. */
export type StoredTurn = { first_id: number; lines: string };

type Numbers = Pick<RoomNumbers, "unindexedKeys" | "filteredKeys">;

export class IdempotencyKeys {
  readonly #sql: SqlStorage;
  readonly #numbers: Numbers;
  /** Numbers of the responses that the index does not have yet, by `nameOf`. */
  #unindexed = new Map<string, number>();
  #indexedTo = 0;
  #lastId = 0;
  /**
   * Excludes keys that the index does not have; null if the index has too many to read, undefined until it is first
   * needed.
   */
  #filter: KeyFilter | null | undefined;

  constructor(sql: SqlStorage, numbers: Numbers = ROOM_NUMBERS) {
    this.#sql = sql;
    this.#numbers = numbers;
  }

  /** Reads the keys that are not in the index. */
  load(): void {
    const cursor = this.#sql.exec<{ seq: number }>("SELECT seq FROM cursors WHERE reader = 'answer_keys'");
    this.#indexedTo = cursor.next().value?.seq ?? 0;
    this.#lastId = this.#indexedTo;
    this.#unindexed = new Map();
    this.#filter = undefined;
    const rows = this.#sql.exec<StoredTurn>(
      "SELECT first_id, lines FROM answer_pages WHERE first_id > ? ORDER BY first_id",
      this.#indexedTo,
    );
    for (const row of rows) {
      const responses = new ResponseRow(row);
      for (const [id, response] of responses.entries()) this.#unindexed.set(nameOf(response), id);
      this.#lastId = responses.lastId;
    }
  }

  /** The stored responses to those of these keys that were used before, by `nameOf`. */
  find(asked: readonly KeyedBy[]): ReadonlyMap<string, StoredResponse> {
    const ids: number[] = [];
    const digests: number[] = [];
    for (const keyed of asked) {
      const name = nameOf(keyed);
      const id = this.#unindexed.get(name);
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

  /**
   * Stores the responses of one turn, at `at` (epoch ms). Called in the turn's transaction; memory follows in
   * `remember`.
   */
  insert(responses: readonly StoredResponse[], at: number): void {
    if (responses.length === 0) return;
    const firstId = this.#lastId + 1;
    this.#sql.exec("INSERT INTO answer_pages (first_id, lines, at) VALUES (?, ?, ?)", firstId, textOf(responses), at);
  }

  /** The transaction that inserted these responses has succeeded. */
  remember(responses: readonly StoredResponse[]): void {
    for (const response of responses) {
      this.#lastId += 1;
      this.#unindexed.set(nameOf(response), this.#lastId);
    }
  }

  /** Whether `index` is due: before a later turn with a keyed request, in a transaction of its own. */
  get isIndexDue(): boolean {
    return this.#unindexed.size >= this.#numbers.unindexedKeys;
  }

  /** Moves the keys from memory into the index, in the order of the index, so that each of its pages changes once. */
  index(storage: Pick<DurableObjectStorage, "transactionSync">): void {
    const keys = Array.from(this.#unindexed, ([name, id]) => [digestOf(name), id] as const);
    storage.transactionSync(() => {
      this.#sql.exec(
        "INSERT INTO answer_keys (digest, id) SELECT value ->> 0, value ->> 1 FROM json_each(?)",
        JSON.stringify(keys.toSorted(([a], [b]) => a - b)),
      );
      this.#sql.exec(
        `INSERT INTO cursors (reader, seq) VALUES ('answer_keys', ?)
         ON CONFLICT (reader) DO UPDATE SET seq = excluded.seq`,
        this.#lastId,
      );
    });
    // The index was empty, so nothing needs to be read for the filter.
    if (this.#indexedTo === 0) this.#filter = new KeyFilter();
    for (const [digest] of keys) this.#filter?.add(digest);
    this.#indexedTo = this.#lastId;
    this.#unindexed = new Map();
  }

  /** Everything stored was deleted. */
  forget(): void {
    this.#unindexed.clear();
    this.#indexedTo = 0;
    this.#lastId = 0;
    this.#filter = undefined;
  }

  #mayBeIndexed(digest: number): boolean {
    if (this.#filter === undefined) this.#filter = this.#readFilter();
    return this.#filter === null || this.#filter.mayHave(digest);
  }

  #readFilter(): KeyFilter | null {
    const filter = new KeyFilter();
    let read = 0;
    // Read to its end, because an unfinished statement would keep SQLite from checkpointing its log.
    const { filteredKeys } = this.#numbers;
    const limit = filteredKeys + 1;
    for (const { digest } of this.#sql.exec<{ digest: number }>("SELECT digest FROM answer_keys LIMIT ?", limit)) {
      read += 1;
      filter.add(digest);
    }
    return read > filteredKeys ? null : filter;
  }

  /** The responses of these numbers, each row read once. */
  #read(ids: readonly number[]): ReadonlyMap<string, StoredResponse> {
    const found = new Map<string, StoredResponse>();
    let row: ResponseRow | null = null;
    for (const id of ids.toSorted((a, b) => a - b)) {
      if (!row?.has(id)) row = this.#rowOf(id);
      const response = row?.response(id);
      if (response) found.set(nameOf(response), response);
    }
    return found;
  }

  /** The row with the response of this number, unless it has been deleted. */
  #rowOf(id: number): ResponseRow | null {
    const rows = this.#sql.exec<StoredTurn>(
      "SELECT first_id, lines FROM answer_pages WHERE first_id <= ? ORDER BY first_id DESC LIMIT 1",
      id,
    );
    const row = rows.next().value;
    return row ? new ResponseRow(row) : null;
  }
}

const NOTHING_FOUND: ReadonlyMap<string, StoredResponse> = new Map();

export function nameOf({ actorId, key }: KeyedBy): string {
  return `${actorId} ${key}`;
}

/** Erased lines consist of it; no other line begins with it. */
const BLANK = " ";

function textOf(responses: readonly StoredResponse[]): string {
  return responses
    .map(({ actorId, key, fingerprint, response }) => `${JSON.stringify([actorId, key, fingerprint])}\n${response}`)
    .join("\n");
}

/** A row as it was read: only the requested response is parsed. */
export class ResponseRow {
  readonly #firstId: number;
  readonly #lines: readonly string[];

  constructor({ first_id: firstId, lines }: StoredTurn) {
    this.#firstId = firstId;
    this.#lines = lines.split("\n");
  }

  has(id: number): boolean {
    return id >= this.#firstId && id <= this.lastId;
  }

  get lastId(): number {
    return this.#firstId + Math.ceil(this.#lines.length / 2) - 1;
  }

  /** Null if it was erased. */
  response(id: number): StoredResponse | null {
    const at = 2 * (id - this.#firstId);
    const [asked = BLANK, response = BLANK] = this.#lines.slice(at, at + 2);
    if (asked.startsWith(BLANK)) return null;
    const [actorId, key, fingerprint] = parseStored<[string, string, string]>(asked);
    return { actorId, key, fingerprint, response };
  }

  *entries(): Iterable<[number, StoredResponse]> {
    for (let id = this.#firstId; id <= this.lastId; id += 1) {
      const response = this.response(id);
      if (response) yield [id, response];
    }
  }

  /** The text without one person's responses, in the same length: SQLite then overwrites the row in place. */
  textWithout(actorId: string): string {
    const lines = [...this.#lines];
    for (const [id, response] of this.entries()) {
      if (response.actorId !== actorId) continue;
      const at = 2 * (id - this.#firstId);
      for (const line of [at, at + 1]) lines[line] = BLANK.repeat(new TextEncoder().encode(lines[line]).byteLength);
    }
    return lines.join("\n");
  }
}

/**
 * 52 bits of a text (two rounds of FNV-1a): a small number makes a small index. Two texts may share a digest, so a
 * response that is found is compared by its whole key.
 */
export function digestOf(text: string): number {
  let low = 0x811c9dc5;
  let high = 0xc9dc5118;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high ^ (unit + at), 0x01000193);
  }
  return (high >>> 12) * 2 ** 32 + (low >>> 0);
}

/** 256 KiB: with 200,000 keys, one unseen key in a hundred is a false positive; with a million, every second one. */
const FILTER_BITS = 2 ** 21;
/** Four places of a digest's 52 bits. */
const FILTER_SHIFTS = [1, 2 ** 10, 2 ** 20, 2 ** 31];

/**
 * A Bloom filter over the digests of a room's index: no false negatives; positives are confirmed in the index. Nearly
 * every command has a new key, and looking up each in the index would cost a hot auction more than deciding the bids.
 */
class KeyFilter {
  readonly #words = new Uint32Array(FILTER_BITS / 32);

  add(digest: number): void {
    for (const place of placesOf(digest)) {
      const word = place >>> 5;
      this.#words[word] = (this.#words[word] ?? 0) | (1 << (place & 31));
    }
  }

  mayHave(digest: number): boolean {
    return placesOf(digest).every((place) => ((this.#words[place >>> 5] ?? 0) & (1 << (place & 31))) !== 0);
  }
}

function placesOf(digest: number): number[] {
  return FILTER_SHIFTS.map((shift) => Math.floor(digest / shift) % FILTER_BITS);
}
