/**
 * Counts for one network, one person, one account or one browser pass, in one Durable Object each. The object contains
 * no limits. The caller sends them with each call (`worker/rate-limits/limits.ts`). Once a day it removes uses that no
 * window counts anymore. An object that has only failed sign-ins is emptied when their windows end, because anyone can
 * create one by trying an invented address. Times are epoch ms.
 */
import { DurableObject } from "cloudflare:workers";

import { migrate } from "../platform/migrate.ts";
import { UseCounts } from "./counts.ts";
import { FAILED_PREFIX, LoginAttempts, type LoginLimits, type LoginSuccess } from "./login-attempts.ts";
import type { LimitWindow } from "./windows.ts";

const DAY_MS = 24 * 3_600_000;

/**
 * `counts` has the uses of each window of a limit, and the failed sign-ins. `login_waits` and `queue_places` have the
 * waits for sign-ins. `known_networks` and `known_devices` have the networks and devices of successful ones.
 */
const SCHEMA: readonly string[] = [
  `CREATE TABLE counts (
     name TEXT NOT NULL,
     window_ms INTEGER NOT NULL,
     since INTEGER NOT NULL,
     used INTEGER NOT NULL,
     PRIMARY KEY (name, window_ms)
   ) WITHOUT ROWID;
   CREATE TABLE login_waits (
     scope TEXT PRIMARY KEY,
     step INTEGER NOT NULL,
     until INTEGER NOT NULL,
     at INTEGER NOT NULL
   );
   CREATE TABLE queue_places (
     network TEXT PRIMARY KEY,
     at INTEGER NOT NULL
   );
   CREATE TABLE known_networks (
     network TEXT PRIMARY KEY,
     at INTEGER NOT NULL
   );
   CREATE TABLE known_devices (
     id TEXT PRIMARY KEY,
     failed INTEGER NOT NULL,
     at INTEGER NOT NULL
   );`,
];

/** `cost` counts against every window of the limit called `name`. */
export type LimitUse = { readonly name: string; readonly cost: number; readonly windows: readonly LimitWindow[] };

export class Limiter extends DurableObject<Env> {
  readonly #counts: UseCounts;
  readonly #logins: LoginAttempts;
  /** Whether this instance has made sure that the tables are up to date. */
  #hasTables = false;
  /** Whether this instance has made sure that the alarm is set. */
  #hasAlarm = false;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#counts = new UseCounts(ctx.storage.sql);
    this.#logins = new LoginAttempts(ctx.storage.sql, this.#counts);
  }

  /** Counts all of these uses and returns 0, or counts none and returns how many milliseconds to wait. */
  async count(uses: readonly LimitUse[]): Promise<number> {
    const waitMs = this.#transaction((now) => this.#count(uses, now));
    await this.#scheduleRemoval();
    return waitMs;
  }

  /** Takes one use of this name off the count. */
  async refund(name: string): Promise<void> {
    this.#transaction(() => this.#counts.refund(name));
  }

  /** Like `count`, for a device that has signed in to this account. For any other, returns null and counts nothing. */
  async countForDevice(device: string, uses: readonly LimitUse[]): Promise<number | null> {
    const deviceUses = uses.map((use) => ({ ...use, name: `${use.name} of ${device}` }));
    const waitMs = this.#transaction((now) =>
      this.#logins.isKnownDevice(device) ? this.#count(deviceUses, now) : null,
    );
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

  /** Returns whether the device is new to the account. */
  async recordLoginSuccess(network: string, device: string | null, success: LoginSuccess): Promise<boolean> {
    const isNew = this.#transaction((now) => this.#logins.recordSuccess({ network, device }, success, now));
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
      const { until, hasOthers } = this.#counts.removeOld(now, FAILED_PREFIX);
      const hasLogins = this.#logins.removeOld(now, DAY_MS);
      return hasLogins || hasOthers ? now + DAY_MS : until;
    });
    if (nextAt === null) await this.#empty();
    else await this.ctx.storage.setAlarm(nextAt);
  }

  #count(uses: readonly LimitUse[], now: number): number {
    const waitMs = Math.max(0, ...uses.map(({ name, cost, windows }) => this.#counts.waitMs(name, cost, windows, now)));
    if (waitMs > 0) return waitMs;
    for (const { name, cost, windows } of uses) {
      for (const { windowMs } of windows) this.#counts.add(name, windowMs, cost, now);
    }
    return 0;
  }

  #transaction<Result>(task: (now: number) => Result): Result {
    // Not in the constructor, because an object that was emptied stays in memory.
    if (!this.#hasTables) migrate(this.ctx.storage, SCHEMA);
    this.#hasTables = true;
    return this.ctx.storage.transactionSync(() => task(Date.now()));
  }

  async #scheduleRemoval(afterMs = DAY_MS): Promise<void> {
    if (this.#hasAlarm) return;
    if ((await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(Date.now() + afterMs);
    this.#hasAlarm = true;
  }

  /** Deletes everything, including the alarm. */
  async #empty(): Promise<void> {
    this.#hasTables = false;
    this.#hasAlarm = false;
    await this.ctx.storage.deleteAll();
  }
}
