/**
 * How far each reader has received the journal. Moving a cursor writes nothing by itself: it is written along with the
 * next facts, or at the room's alarm. After a crash in between, the stored cursor is older: a repeat, never a loss.
 */

/** Readers that receive the journal independently. The sockets' cursors are in memory: they end with the sockets. */
export type Reader = "catalogue" | "inboxes";

export class Cursors {
  readonly #sql: SqlStorage;
  readonly #seqs = new Map<Reader, number>();
  readonly #unsaved = new Set<Reader>();

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  at(reader: Reader): number {
    let seq = this.#seqs.get(reader);
    if (seq === undefined) {
      seq = this.#sql.exec<{ seq: number }>("SELECT seq FROM cursors WHERE reader = ?", reader).next().value?.seq ?? 0;
      this.#seqs.set(reader, seq);
    }
    return seq;
  }

  /** A reader has received the facts after `from` up to `seq`. Ignored when the cursor was moved back meanwhile. */
  move(reader: Reader, from: number, seq: number): void {
    if (this.at(reader) === from) this.#set(reader, Math.max(from, seq));
  }

  /** A reader has lost what it received after `seq`: it gets that again. */
  moveBack(reader: Reader, seq: number): void {
    this.#set(reader, Math.min(seq, this.at(reader)));
  }

  get areSaved(): boolean {
    return this.#unsaved.size === 0;
  }

  /** Writes the cursors that have moved. In a transaction, call `markSaved` only once that has succeeded. */
  write(): void {
    for (const reader of this.#unsaved) {
      this.#sql.exec(
        "INSERT INTO cursors (reader, seq) VALUES (?, ?) ON CONFLICT (reader) DO UPDATE SET seq = excluded.seq",
        reader,
        this.at(reader),
      );
    }
  }

  markSaved(): void {
    this.#unsaved.clear();
  }

  /** Everything stored was deleted. */
  forget(): void {
    this.#seqs.clear();
    this.#unsaved.clear();
  }

  #set(reader: Reader, seq: number): void {
    if (seq === this.at(reader)) return;
    this.#seqs.set(reader, seq);
    this.#unsaved.add(reader);
  }
}
