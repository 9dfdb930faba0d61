/**
 * The removal of stored responses: overwritten when the account of the person who got them is deleted, and overwritten
 * and deleted a day after they were sent. SQLite keeps the text of a deleted or shortened row in the file's free pages,
 * so every text is first overwritten by text of the same length.
 */
import { ROOM_NUMBERS, type RoomNumbers } from "../numbers.ts";
import { digestOf, nameOf, ResponseRow, type StoredResponse, type StoredTurn } from "./idempotency.ts";

/** How long a response is kept for a repeat of its key. */
const KEPT_MS = 24 * 3_600_000;

export class ResponseErasure {
  readonly #sql: SqlStorage;
  readonly #numbers: Pick<RoomNumbers, "keysDeletedAtOnce">;
  /** The last turn that `deleteOld` has overwritten, as far as this instance knows. */
  #overwrittenTo = 0;

  constructor(sql: SqlStorage, numbers: Pick<RoomNumbers, "keysDeletedAtOnce"> = ROOM_NUMBERS) {
    this.#sql = sql;
    this.#numbers = numbers;
  }

  /** Responses name the person who got them: overwrites them when that person's account is deleted. */
  eraseOf(actorId: string): void {
    const found = this.#sql.exec<{ first_id: number }>(
      "SELECT first_id FROM answer_pages WHERE instr(lines, ?) > 0",
      JSON.stringify(actorId),
    );
    // One row in memory at a time, because all of them may be a day's responses of a hot auction.
    for (const { first_id: firstId } of Array.from(found)) {
      const row = this.#rowOf(firstId);
      this.#unindex(Array.from(row.entries()).filter(([, response]) => response.actorId === actorId));
      this.#sql.exec("UPDATE answer_pages SET lines = ? WHERE first_id = ?", row.textWithout(actorId), firstId);
    }
  }

  /**
   * Deletes responses older than 24 hours, the oldest first, at most as many as a room may delete at once. `now` is
   * epoch ms. Returns whether more are left, for another call soon.
   *
   * A deletion may move other rows. So all old rows are first overwritten with spaces, and their times negated; they
   * are deleted by later calls: a page that one transaction both changes and frees would keep the old text.
   */
  deleteOld(now: number): boolean {
    const most = this.#numbers.keysDeletedAtOnce;
    let left = most;
    let row = this.#turnAfter(this.#overwrittenTo);
    for (; row && Math.abs(row.at) < now - KEPT_MS && left > 0; row = this.#turnAfter(this.#overwrittenTo)) {
      this.#overwrittenTo = row.first_id;
      left -= row.at < 0 ? 1 : this.#overwrite(row);
    }
    if (left < most) return left <= 0;
    // Nothing is old. A statement that writes would cost each alarm of a live auction a transaction.
    if (this.#overwrittenTo === 0) return false;
    const deleted = this.#sql.exec(
      `DELETE FROM answer_pages WHERE first_id IN
         (SELECT first_id FROM answer_pages WHERE first_id > 0 AND first_id <= ? ORDER BY first_id LIMIT ?)`,
      this.#overwrittenTo,
      most,
    );
    return deleted.rowsWritten >= most;
  }

  /** Everything stored was deleted. */
  forget(): void {
    this.#overwrittenTo = 0;
  }

  /** Returns how many responses the turn had. */
  #overwrite(row: StoredTurn): number {
    const entries = Array.from(new ResponseRow(row).entries());
    this.#unindex(entries);
    this.#sql.exec(
      `UPDATE answer_pages
       SET lines = substr(replace(hex(zeroblob(length(CAST(lines AS BLOB)))), '0', ' '), 1, length(CAST(lines AS BLOB))),
           at = -at
       WHERE first_id = ?`,
      row.first_id,
    );
    return Math.max(1, entries.length);
  }

  #rowOf(firstId: number): ResponseRow {
    return new ResponseRow(
      this.#sql.exec<StoredTurn>("SELECT first_id, lines FROM answer_pages WHERE first_id = ?", firstId).one(),
    );
  }

  /** The oldest turn after number `firstId`. */
  #turnAfter(firstId: number): (StoredTurn & { at: number }) | undefined {
    const rows = this.#sql.exec<StoredTurn & { at: number }>(
      "SELECT first_id, lines, at FROM answer_pages WHERE first_id > ? ORDER BY first_id LIMIT 1",
      firstId,
    );
    return rows.next().value;
  }

  #unindex(entries: readonly (readonly [number, StoredResponse])[]): void {
    const keys = entries.map(([id, response]) => [digestOf(nameOf(response)), id] as const);
    this.#sql.exec(
      "DELETE FROM answer_keys WHERE (digest, id) IN (SELECT value ->> 0, value ->> 1 FROM json_each(?))",
      JSON.stringify(keys.toSorted(([a], [b]) => a - b)),
    );
  }
}
