/** At most so much in any window of time, counted exactly: every taking with its time and what it cost. */
import type { Window } from "./window.ts";

/** `cost` counts against every window of the name. */
export type Wish = { readonly name: string; readonly cost: number; readonly windows: readonly Window[] };

type Taken = { at: number; cost: number };

export class Takings {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** Takes all that is wished for and answers 0, or takes nothing and answers how many milliseconds to wait. */
  take(wishes: readonly Wish[], now: number): number {
    const waits = wishes.flatMap(({ name, cost, windows }) =>
      windows.map((window) => this.#waitMs(name, cost, window, now)),
    );
    const waitMs = Math.max(0, ...waits);
    if (waitMs > 0) return waitMs;
    for (const { name, cost, windows } of wishes) {
      const forgetAt = now + Math.max(...windows.map(({ windowMs }) => windowMs));
      this.#sql.exec("INSERT INTO taken (name, at, cost, forget_at) VALUES (?, ?, ?, ?)", name, now, cost, forgetAt);
    }
    return 0;
  }

  /** Drops what no window reaches any more; whether something is left. */
  forget(now: number): boolean {
    this.#sql.exec("DELETE FROM taken WHERE forget_at <= ?", now);
    return this.#sql.exec<{ left: number }>("SELECT EXISTS (SELECT 1 FROM taken) AS left").one().left === 1;
  }

  /** Until so much has left the window that there is room again. */
  #waitMs(name: string, cost: number, { most, windowMs }: Window, now: number): number {
    const inside = this.#sql
      .exec<Taken>("SELECT at, cost FROM taken WHERE name = ? AND at > ? ORDER BY at", name, now - windowMs)
      .toArray();
    let over = inside.reduce((sum, taken) => sum + taken.cost, cost) - most;
    if (over <= 0) return 0;
    for (const taken of inside) {
      over -= taken.cost;
      if (over <= 0) return taken.at + windowMs - now;
    }
    return windowMs;
  }
}
