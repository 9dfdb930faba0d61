/**
 * How far each reader has taken the journal. Moving is free: a place is written along with the next facts, or when the
 * room looks around at its alarm. A crash in between leaves an older place, which means a repeat and never a loss.
 */

/** Readers that the journal feeds at their own pace. The sockets' place is in memory: it dies with them. */
export type Reader = "catalogue" | "inboxes";

export class Cursors {
  readonly #sql: SqlStorage;
  readonly #places = new Map<Reader, number>();
  readonly #unsaved = new Set<Reader>();

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  at(reader: Reader): number {
    let seq = this.#places.get(reader);
    if (seq === undefined) {
      seq = this.#sql.exec<{ seq: number }>("SELECT seq FROM cursors WHERE reader = ?", reader).next().value?.seq ?? 0;
      this.#places.set(reader, seq);
    }
    return seq;
  }

  /** A reader has taken the facts after `from` up to `seq`: it stays where it is when it was returned meanwhile. */
  move(reader: Reader, from: number, seq: number): void {
    if (this.at(reader) === from) this.#place(reader, Math.max(from, seq));
  }

  /** A reader has lost what it took after `seq`: it is owed that again. */
  returnTo(reader: Reader, seq: number): void {
    this.#place(reader, Math.min(seq, this.at(reader)));
  }

  get areSaved(): boolean {
    return this.#unsaved.size === 0;
  }

  save(): void {
    for (const reader of this.#unsaved) {
      this.#sql.exec(
        "INSERT INTO cursors (reader, seq) VALUES (?, ?) ON CONFLICT (reader) DO UPDATE SET seq = excluded.seq",
        reader,
        this.at(reader),
      );
    }
    this.#unsaved.clear();
  }

  /** What is stored is not known any more: a transaction was undone, or everything was deleted. */
  forget(): void {
    this.#places.clear();
    this.#unsaved.clear();
  }

  #place(reader: Reader, seq: number): void {
    if (seq === this.at(reader)) return;
    this.#places.set(reader, seq);
    this.#unsaved.add(reader);
  }
}
