/** The context for every torture phase: one runtime on one state, its users, and the seed. */
import { setTimeout as pause } from "node:timers/promises";

import { notificationsResponse } from "../../../worker/contract/notification.ts";
import { User, unwrap } from "../../client/user.ts";
import { Random } from "../../seed/random.ts";
import { withLocalD1 } from "../../testing/local-d1.ts";
import { attemptViolations, sealedMaximumsIn } from "../invariants/attempts.ts";
import {
  databaseViolations,
  type ProjectionQuery,
  dealViolations,
  expectedNotifications,
  isAboutEnd,
} from "../invariants/projections.ts";
import { type Replay, replay } from "../invariants/replay.ts";
import type { PersistentAttempt, Sender } from "./bidder.ts";
import type { Checks } from "./checks.ts";
import type { KillableRuntime, Vars } from "./killable-runtime.ts";

/** Settings that lift all rate limits and let an auction end soon after it's listed. */
export const UNLIMITED_SETTINGS: Vars = {
  LIMIT_SCALE: "100000",
  MIN_AUCTION_SECONDS: "0",
  SOFT_CLOSE_SECONDS: "0",
  PASSWORD_PEPPER: "of the torture alone",
  SESSION_KEY: "of the torture alone, which signs sessions",
};
/** How many users sign up at the same time. Password hashing is slow on purpose, so more would only wait in line. */
const SIGN_UP_CONCURRENCY = 4;

export type TorturePhase = {
  /** The phase's name for `--only`. */
  readonly name: string;
  readonly title: string;
  readonly run: (context: TortureContext) => Promise<void>;
};

export class TortureContext {
  readonly runtime: KillableRuntime;
  readonly checks: Checks;
  readonly seed: number;
  /** The size of the run. 1 is the default, less makes each phase smaller, and more makes it longer. */
  readonly scale: number;
  readonly #bidders: User[] = [];
  #streamCount = 0;
  #userCount = 0;

  constructor(options: { runtime: KillableRuntime; checks: Checks; seed: number; scale: number }) {
    this.runtime = options.runtime;
    this.checks = options.checks;
    this.seed = options.seed;
    this.scale = options.scale;
  }

  /** A new stream of random choices, so that one part's draws don't change another's. */
  random(): Random {
    this.#streamCount += 1;
    return new Random(`${this.seed} ${this.#streamCount}`);
  }

  /** Scales a count to this run, but never below `min`. */
  scaleCount(count: number, min = 1): number {
    return Math.max(min, Math.round(count * this.scale));
  }

  /** Returns the first `count` bidders. They're the same in every phase. */
  async getBidders(count: number): Promise<User[]> {
    if (this.#bidders.length < count) this.#bidders.push(...(await this.signUpUsers(count - this.#bidders.length)));
    return this.#bidders.slice(0, count);
  }

  senderFor(user: User): Sender {
    return { user, random: this.random(), isUp: () => this.runtime.isUp };
  }

  /** Signs up new users. Each phase has new sellers, so that their inboxes still hold every notification we check. */
  async signUpUsers(count: number): Promise<User[]> {
    const users: User[] = [];
    for (let created = 0; created < count; created += SIGN_UP_CONCURRENCY) {
      const batch = Array.from({ length: Math.min(SIGN_UP_CONCURRENCY, count - created) }, () => {
        this.#userCount += 1;
        return new User(this.runtime.url, `user-${this.#userCount}-${this.seed}@torture.example`);
      });
      await Promise.all(batch.map((user) => user.signUp()));
      users.push(...batch);
    }
    return users;
  }

  /**
   * Reads the public journals and checks them against the model. Sealed maximums come from `attempts`, which must
   * contain all commands.
   */
  async replayJournals(
    reader: User,
    auctionIds: readonly string[],
    attempts: readonly PersistentAttempt[],
  ): Promise<Replay[]> {
    const replays: Replay[] = [];
    for (const id of auctionIds) {
      replays.push(replay(id, await reader.fetchJournal(id), { sealed: sealedMaximumsIn(attempts, id) }));
    }
    return replays;
  }

  /**
   * Compares every command with the journals. No command may be lost, altered, made up or done twice, and the
   * invariants must hold.
   */
  judge(replays: readonly Replay[], attempts: readonly PersistentAttempt[]): void {
    const found = replays.map((each) => attemptViolations(each, attempts));
    for (const kind of ["lost", "altered", "phantom", "duplicated"] as const) {
      const violations = found.flatMap((violationsByKind) => violationsByKind[kind]);
      this.checks.atMost(`${kind} commands`, violations.length, 0);
      if (violations.length > 0) this.checks.noViolations(`nothing is ${kind}`, violations);
    }
    const unanswered = attempts.filter(({ answer }) => answer === null).map(({ key }) => `never answered: ${key}`);
    this.checks.noViolations("every command is answered in the end", unanswered);
    this.checks.noViolations(
      "numbers, hashes, prices, ends and the order of answers follow the rules (invariants 1 to 5)",
      [...replays.flatMap(({ violations }) => violations), ...found.flatMap(({ order }) => order)],
    );
  }
}

/**
 * Lists the differences between D1's rows, including deals, and the rooms' journals. There are none once everything has
 * been delivered. Reads D1's own file while the Worker runs.
 */
export function d1Violations(stateDir: string, replays: readonly Replay[]): string[] {
  return withLocalD1(stateDir, (database) => {
    const query: ProjectionQuery = (sql, ...values) => database.prepare(sql).all(...values);
    return replays.flatMap((one) => [...databaseViolations(query, one), ...dealViolations(query, one)]);
  });
}

/** Repeats a check until it finds no violations or time runs out. Returns the remaining violations. */
export async function waitForNoViolations(
  withinMs: number,
  findViolations: () => Promise<readonly string[]> | readonly string[],
): Promise<readonly string[]> {
  const startedAt = Date.now();
  for (;;) {
    const remaining = await findViolations();
    if (remaining.length === 0 || Date.now() - startedAt > withinMs) return remaining;
    await pause(100);
  }
}

/** How auctions ended according to this user's notifications, each as `kind id`. */
async function listEndNotifications(user: User): Promise<string[]> {
  const { data } = unwrap(await user.call("GET", "/auction/notifications", notificationsResponse));
  return data.filter(({ kind }) => isAboutEnd(kind)).map(({ kind, _id }) => `${kind} ${_id}`);
}

/** The auctions that ended without a notification to any of these users. */
export async function findAuctionsWithoutEndNotification(
  users: readonly User[],
  auctionIds: readonly string[],
): Promise<string[]> {
  const ends = (await Promise.all(users.map(listEndNotifications))).flat();
  return auctionIds.filter((id) => !ends.some((name) => name.includes(` ${id}-`)));
}

/**
 * Checks notifications about how auctions ended. Every user who should get one has exactly one per auction, and no one
 * else has any.
 */
export async function findEndNotificationViolations(
  users: readonly User[],
  replays: readonly Replay[],
): Promise<string[]> {
  const expectedByAuction = replays.map((each) => expectedNotifications(each));
  const violations: string[] = [];
  for (const user of users) {
    const expected = expectedByAuction
      .flatMap((notifications) => notifications.get(user.id) ?? [])
      .filter(({ kind }) => isAboutEnd(kind))
      .map(({ kind, id }) => `${kind} ${id}`);
    const found = (await listEndNotifications(user)).filter((name) =>
      replays.some(({ auctionId }) => name.includes(` ${auctionId}-`)),
    );
    const missing = expected.filter((name) => !found.includes(name));
    const surplus = found.filter((name, index) => !expected.includes(name) || found.indexOf(name) !== index);
    for (const name of missing) violations.push(`invariant 8: ${user.id} was never notified of "${name}"`);
    for (const name of surplus)
      violations.push(`invariant 8: ${user.id} was notified of "${name}" without reason or twice`);
  }
  return violations;
}
