/** Readers that receive the journal independently. The sockets' cursors are in memory: they end with the sockets. */
const READERS = ["catalogue", "sellerInbox", "bidderInboxes"] as const;
export type Reader = (typeof READERS)[number];

/** The readers that need no delivery of the first facts, those up to `seq`. */
export type Received = { readonly seq: number; readonly readers: readonly Reader[] };

/** Whether no reader needs a delivery of the facts up to `lastSeq`. */
export function haveAllReceived({ seq, readers }: Received, lastSeq: number): boolean {
  return seq === lastSeq && READERS.every((reader) => readers.includes(reader));
}

/**
 * The cursor of a reader; or the number of bidders who were notified of the next fact, if it has too many for one round;
 * or the number of the last bidder whose inbox knows that they bid here.
 */
type Cursor = Reader | "bidderRecipients" | "joinedBidders";

type Turn = { readonly facts: readonly unknown[]; readonly received: Received };

/**
 * How far each reader has received the journal. Moving a cursor writes nothing by itself: it is written along with the
 * next facts, or at the room's alarm. After a crash in between, the stored cursor is older: a repeat, never a loss.
 */
export class Cursors {
  readonly #sql: SqlStorage;
  readonly #seqs = new Map<Cursor, number>();
  readonly #unsaved = new Set<Cursor>();

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  at(reader: Cursor): number {
    let seq = this.#seqs.get(reader);
    if (seq === undefined) {
      const stored = this.#sql.exec<{ seq: number }>("SELECT seq FROM cursors WHERE reader = ?", reader);
      seq = stored.next().value?.seq ?? 0;
      this.#seqs.set(reader, seq);
    }
    return seq;
  }

  /** A reader has received the facts after `from` up to `seq`. Ignored when the cursor was moved back meanwhile. */
  move(reader: Cursor, from: number, seq: number): void {
    if (this.at(reader) === from) this.#set(reader, Math.max(from, seq));
  }

  /** A reader has lost the facts after `seq`: they are delivered again. */
  moveBack(reader: Cursor, seq: number): void {
    this.#set(reader, Math.min(seq, this.at(reader)));
  }

  get areSaved(): boolean {
    return this.#unsaved.size === 0;
  }

  /** In a turn's transaction, along with its facts: what the readers of an opening need not get, and what has moved. */
  write({ facts, received: { seq, readers } }: Turn): void {
    if (facts.length === 0) return;
    for (const reader of readers) this.#store(reader, seq);
    this.#writeMoved();
  }

  commit({ facts, received: { seq, readers } }: Turn): void {
    if (facts.length === 0) return;
    for (const reader of readers) this.#seqs.set(reader, seq);
    this.#unsaved.clear();
  }

  reset(): void {
    this.#seqs.clear();
    this.#unsaved.clear();
  }

  /** Writes the cursors that have moved, without a turn. */
  save(): void {
    this.#writeMoved();
    this.#unsaved.clear();
  }

  #writeMoved(): void {
    for (const reader of this.#unsaved) this.#store(reader, this.at(reader));
  }

  #store(reader: Cursor, seq: number): void {
    this.#sql.exec(
      "INSERT INTO cursors (reader, seq) VALUES (?, ?) ON CONFLICT (reader) DO UPDATE SET seq = excluded.seq",
      reader,
      seq,
    );
  }

  #set(reader: Cursor, seq: number): void {
    if (seq === this.at(reader)) return;
    this.#seqs.set(reader, seq);
    this.#unsaved.add(reader);
  }
}
