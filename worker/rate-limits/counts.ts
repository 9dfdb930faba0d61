/** The counts of one limiter, one row for each window of a limit (`windows.ts`). */
import { type WindowCount, type LimitWindow, waitMsOf, addUse } from "./windows.ts";

export class UseCounts {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** How many milliseconds to wait until this cost fits into all of the windows. 0 if it fits now. */
  waitMs(name: string, cost: number, windows: readonly LimitWindow[], now: number): number {
    return Math.max(0, ...windows.map((window) => waitMsOf(this.#read(name, window.windowMs), window, cost, now)));
  }

  add(name: string, windowMs: number, cost: number, now: number): void {
    const { since, used } = addUse(this.#read(name, windowMs), windowMs, cost, now);
    this.#sql.exec(
      "INSERT OR REPLACE INTO counts (name, window_ms, since, used) VALUES (?, ?, ?, ?)",
      name,
      windowMs,
      since,
      used,
    );
  }

  /**
   * Takes one use off the count, in every window. If the window of that use has ended, the next window counts one less.
   */
  refund(name: string): void {
    this.#sql.exec("UPDATE counts SET used = used - 1 WHERE name = ? AND used > 0", name);
  }

  clear(name: string): void {
    this.#sql.exec("DELETE FROM counts WHERE name = ?", name);
  }

  /**
   * Removes windows that are over. Returns when the last remaining window ends, or null if none remain. `hasOthers` is
   * true if a remaining window's name doesn't begin with `prefix`.
   */
  removeOld(now: number, prefix: string): { until: number | null; hasOthers: boolean } {
    this.#sql.exec("DELETE FROM counts WHERE since + window_ms <= ?", now);
    const { until, others } = this.#sql
      .exec<{ until: number | null; others: number }>(
        `SELECT MAX(since + window_ms) AS until,
           EXISTS (SELECT 1 FROM counts WHERE substr(name, 1, length(?1)) <> ?1) AS others
         FROM counts`,
        prefix,
      )
      .one();
    return { until, hasOthers: others === 1 };
  }

  #read(name: string, windowMs: number): WindowCount | undefined {
    return this.#sql
      .exec<WindowCount>("SELECT since, used FROM counts WHERE name = ? AND window_ms = ?", name, windowMs)
      .toArray()[0];
  }
}
