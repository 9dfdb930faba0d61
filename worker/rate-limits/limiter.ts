/**
 * Exact counts for one network, one person or one account, in one Durable Object each. The object contains no limits:
 * the caller sends them with each call (worker/rate-limits/numbers.ts). Rows that are outside all windows are removed:
 * once a day, but at the end of the window where there is nothing but failed log-ins. Anyone can cause those, for any
 * number of invented addresses, with an object each. Times are epoch ms.
 */
import { DurableObject } from "cloudflare:workers";

import { migrate } from "../platform/migrate.ts";
import { LoginAttempts, type LoginLimits } from "./login-attempts.ts";
import type { Window } from "./numbers.ts";

const DAY_MS = 24 * 3_600_000;

/** The steps that made the tables, oldest first; append-only. */
const SCHEMA_STEPS: readonly string[] = [
  `CREATE TABLE taken (
     name TEXT NOT NULL,
     at INTEGER NOT NULL,
     cost INTEGER NOT NULL,
     forget_at INTEGER NOT NULL
   );
   CREATE INDEX taken_lately ON taken (name, at);
   CREATE TABLE failures (
     scope TEXT NOT NULL,
     at INTEGER NOT NULL
   );
   CREATE INDEX failures_lately ON failures (scope, at);
   CREATE TABLE waits (
     scope TEXT PRIMARY KEY,
     rung INTEGER NOT NULL,
     until INTEGER NOT NULL,
     at INTEGER NOT NULL
   );
   CREATE TABLE known_networks (
     network TEXT PRIMARY KEY,
     at INTEGER NOT NULL
   );`,
  `CREATE TABLE known_devices (
     id TEXT PRIMARY KEY,
     failed INTEGER NOT NULL,
     at INTEGER NOT NULL
   );
   CREATE TABLE places (
     network TEXT PRIMARY KEY,
     at INTEGER NOT NULL
   );
   CREATE INDEX places_latest ON places (at);`,
  // Covers the sum of a window: the rows themselves are not read.
  `DROP INDEX taken_lately;
   CREATE INDEX taken_lately ON taken (name, at, cost);`,
  // What the rows that are there now need is not known: a day is more than that.
  `ALTER TABLE failures ADD COLUMN forget_at INTEGER NOT NULL DEFAULT 0;
   UPDATE failures SET forget_at = at + 86400000;`,
];

/** `cost` counts against every window of the limit called `name`. */
export type Use = { readonly name: string; readonly cost: number; readonly windows: readonly Window[] };

export class Limiter extends DurableObject<Env> {
  readonly #sql: SqlStorage;
  readonly #logins: LoginAttempts;
  /** Known to this instance: the tables are up to date. */
  #hasTables = false;
  /** Known to this instance: the alarm is set. */
  #hasAlarm = false;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#sql = ctx.storage.sql;
    this.#logins = new LoginAttempts(ctx.storage.sql);
  }

  /** Counts all of these uses and returns 0, or counts none and returns how many milliseconds to wait. */
  async count(uses: readonly Use[]): Promise<number> {
    const waitMs = this.#transaction((now) => this.#count(uses, now));
    await this.#scheduleRemoval();
    return waitMs;
  }

  /** Removes the latest use of this name. */
  async giveBack(name: string): Promise<void> {
    this.#transaction(() =>
      this.#sql.exec(
        "DELETE FROM taken WHERE rowid = (SELECT rowid FROM taken WHERE name = ? ORDER BY at DESC LIMIT 1)",
        name,
      ),
    );
  }

  /** `count` for a device that has signed in to this account; null, and nothing is counted, for an unknown one. */
  async countForDevice(device: string, uses: readonly Use[]): Promise<number | null> {
    const own = uses.map((use) => ({ ...use, name: `${use.name} of ${device}` }));
    const waitMs = this.#transaction((now) => (this.#logins.isKnownDevice(device) ? this.#count(own, now) : null));
    await this.#scheduleRemoval();
    return waitMs;
  }

  /**
   * Counts a login as failed before its password is checked and returns 0, or returns how many milliseconds to wait.
   */
  async beginLogin(network: string, limits: LoginLimits, device: string | null): Promise<number> {
    const waitMs = this.#transaction((now) => this.#logins.begin({ network, device }, limits, now));
    await this.#scheduleRemoval(limits.windowMs);
    return waitMs;
  }

  /**
   * `issued` is the device's new id; null if devices cannot be known. Returns whether the device is new to the account.
   */
  async loginSucceeded(network: string, device: string | null, issued: string | null): Promise<boolean> {
    const isNew = this.#transaction((now) => this.#logins.succeeded({ network, device }, issued, now));
    await this.#scheduleRemoval();
    return isNew;
  }

  /** Only this device and this network stay known. */
  async revokeOthers(network: string, device: string | null): Promise<void> {
    this.#transaction(() => this.#logins.revokeOthers({ network, device }));
  }

  /** For a deleted account. */
  async removeAll(): Promise<void> {
    await this.ctx.storage.deleteAlarm();
    await this.#empty();
  }

  override async alarm(): Promise<void> {
    const nextAt = this.#transaction((now) => {
      const usesLeft = this.#removeUses(now);
      const { othersLeft, lastFailureUntil } = this.#logins.remove(now, DAY_MS);
      return usesLeft || othersLeft ? now + DAY_MS : lastFailureUntil;
    });
    if (nextAt === null) await this.#empty();
    else await this.ctx.storage.setAlarm(nextAt);
  }

  #count(uses: readonly Use[], now: number): number {
    const waits = uses.flatMap(({ name, cost, windows }) =>
      windows.map((window) => this.#waitMs(name, cost, window, now)),
    );
    const waitMs = Math.max(0, ...waits);
    if (waitMs > 0) return waitMs;
    for (const { name, cost, windows } of uses) {
      const removeAt = now + Math.max(...windows.map(({ windowMs }) => windowMs));
      this.#sql.exec("INSERT INTO taken (name, at, cost, forget_at) VALUES (?, ?, ?, ?)", name, now, cost, removeAt);
    }
    return 0;
  }

  /** Time until enough earlier uses are outside the window for this cost to fit. */
  #waitMs(name: string, cost: number, { max, windowMs }: Window, now: number): number {
    const { used } = this.#sql
      .exec<{ used: number }>("SELECT TOTAL(cost) AS used FROM taken WHERE name = ? AND at > ?", name, now - windowMs)
      .one();
    let excess = used + cost - max;
    if (excess <= 0) return 0;
    const inside = this.#sql
      .exec<{ at: number; cost: number }>(
        "SELECT at, cost FROM taken WHERE name = ? AND at > ? ORDER BY at",
        name,
        now - windowMs,
      )
      .toArray();
    for (const use of inside) {
      excess -= use.cost;
      if (excess <= 0) return use.at + windowMs - now;
    }
    return windowMs;
  }

  /** Removes uses that are in no window any more and returns whether any are left. */
  #removeUses(now: number): boolean {
    this.#sql.exec("DELETE FROM taken WHERE forget_at <= ?", now);
    return this.#sql.exec<{ left: number }>("SELECT EXISTS (SELECT 1 FROM taken) AS left").one().left === 1;
  }

  #transaction<Result>(task: (now: number) => Result): Result {
    // Not in the constructor: an object that was emptied stays in memory.
    if (!this.#hasTables) migrate(this.ctx.storage, SCHEMA_STEPS);
    this.#hasTables = true;
    return this.ctx.storage.transactionSync(() => task(Date.now()));
  }

  async #scheduleRemoval(afterMs = DAY_MS): Promise<void> {
    if (this.#hasAlarm) return;
    if ((await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(Date.now() + afterMs);
    this.#hasAlarm = true;
  }

  /** Deletes everything; no alarm is set any more. */
  async #empty(): Promise<void> {
    this.#hasTables = false;
    this.#hasAlarm = false;
    await this.ctx.storage.deleteAll();
  }
}
