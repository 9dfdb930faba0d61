/**
 * What one network, one person or one account has done lately, counted exactly in one Durable Object for each of them.
 * It knows no numbers: whoever asks brings the limit along (worker/rate-limits/numbers.ts). What nobody asks about any more is
 * forgotten. Times are epoch ms.
 */
import { DurableObject } from "cloudflare:workers";

import { migrate } from "../platform/migrate.ts";
import { type LoginRule, LoginTries } from "./login-tries.ts";
import { Takings, type Wish } from "./takings.ts";

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
];

export class Limiter extends DurableObject<Env> {
  readonly #takings: Takings;
  readonly #tries: LoginTries;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#takings = new Takings(ctx.storage.sql);
    this.#tries = new LoginTries(ctx.storage);
  }

  /** Takes all that is wished for and answers 0, or takes nothing and answers how many milliseconds to wait. */
  async take(wishes: readonly Wish[]): Promise<number> {
    const waitMs = this.#inOneGo((now) => this.#takings.take(wishes, now));
    await this.#forgetLater();
    return waitMs;
  }

  /** Counts a login as failed before its password is looked at, and answers 0; or answers how long to wait. */
  async tryLogin(network: string, rule: LoginRule): Promise<number> {
    const waitMs = this.#inOneGo((now) => this.#tries.begin(network, rule, now));
    await this.#forgetLater();
    return waitMs;
  }

  async loginSucceeded(network: string): Promise<void> {
    this.#inOneGo((now) => this.#tries.succeeded(network, now));
  }

  /** Whose account is deleted leaves nothing here either. */
  async forgetAll(): Promise<void> {
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
  }

  override async alarm(): Promise<void> {
    const kept = this.#inOneGo((now) => {
      const takings = this.#takings.forget(now);
      const tries = this.#tries.forget(now - DAY_MS);
      return takings || tries;
    });
    if (kept) await this.ctx.storage.setAlarm(Date.now() + DAY_MS);
    else await this.ctx.storage.deleteAll();
  }

  #inOneGo<Result>(task: (now: number) => Result): Result {
    // Here and not once for all: an object that has forgotten everything has no tables either.
    migrate(this.ctx.storage, SCHEMA_STEPS);
    return this.ctx.storage.transactionSync(() => task(Date.now()));
  }

  async #forgetLater(): Promise<void> {
    if ((await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(Date.now() + DAY_MS);
  }
}
