/**
 * Login attempts to one account. A few failures are free, for each network and for the account. Each further one brings
 * a wait, longer every time; a success clears the failures of its network and of the account. After very many failures
 * in a row only networks that have logged in before may try, which stops guessing and still admits the owner. An attempt
 * counts as failed from its start, so a hundred at the same time count as a hundred.
 */

export type LoginLimits = {
  readonly perNetwork: number;
  readonly perAccount: number;
  readonly windowMs: number;
  /** The waits after the free failures; the last one repeats. */
  readonly waitsMs: readonly number[];
  /** Failures in a row after which only known networks may try. */
  readonly knownNetworksOnlyAfter: number;
};

/** The same limits, `scale` times as wide; the waits stay. */
export function scaledLogins(limits: LoginLimits, scale: number): LoginLimits {
  return {
    ...limits,
    perNetwork: limits.perNetwork * scale,
    perAccount: limits.perAccount * scale,
    knownNetworksOnlyAfter: limits.knownNetworksOnlyAfter * scale,
  };
}

const ACCOUNT = "account";
/** The newest networks with a successful login; more than one person uses. */
const MAX_KNOWN_NETWORKS = 50;
/** Networks unseen for 90 days are unknown again. */
const KNOWN_MS = 90 * 24 * 3_600_000;

/** `rung` is the position in `waitsMs` (its stored name). */
type Wait = { rung: number; until: number };

export class LoginAttempts {
  readonly #storage: DurableObjectStorage;
  readonly #sql: SqlStorage;

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
    this.#sql = storage.sql;
  }

  /** Counts a failed attempt and returns 0, or counts nothing and returns how many milliseconds to wait. */
  begin(network: string, limits: LoginLimits, now: number): number {
    const scope = scopeOf(network);
    const waitMs = Math.max(this.#waitMs(ACCOUNT, now), this.#waitMs(scope, now));
    if (waitMs > 0) return waitMs;
    const inARow = this.#inARow();
    if (inARow >= limits.knownNetworksOnlyAfter && !this.#isKnown(network))
      return limits.waitsMs.at(-1) ?? limits.windowMs;
    this.#storage.kv.put("inARow", inARow + 1);
    this.#fail(scope, limits.perNetwork, limits, now);
    this.#fail(ACCOUNT, limits.perAccount, limits, now);
    return 0;
  }

  succeeded(network: string, now: number): void {
    this.#storage.kv.put("inARow", 0);
    for (const scope of [ACCOUNT, scopeOf(network)]) {
      this.#sql.exec("DELETE FROM failures WHERE scope = ?", scope);
      this.#sql.exec("DELETE FROM waits WHERE scope = ?", scope);
    }
    this.#sql.exec("INSERT OR REPLACE INTO known_networks (network, at) VALUES (?, ?)", network, now);
    this.#sql.exec(
      `DELETE FROM known_networks WHERE network NOT IN
         (SELECT network FROM known_networks ORDER BY at DESC LIMIT ?)`,
      MAX_KNOWN_NETWORKS,
    );
  }

  /** Removes older rows and returns whether any are left. Known networks stay longer, and with them `inARow`. */
  removeUntil(until: number): boolean {
    this.#sql.exec("DELETE FROM failures WHERE at <= ?", until);
    this.#sql.exec("DELETE FROM waits WHERE at <= ?", until);
    this.#sql.exec("DELETE FROM known_networks WHERE at <= ?", until - KNOWN_MS);
    const { left } = this.#sql
      .exec<{ left: number }>(
        `SELECT EXISTS (SELECT 1 FROM failures) OR EXISTS (SELECT 1 FROM waits)
           OR EXISTS (SELECT 1 FROM known_networks) AS left`,
      )
      .one();
    return left === 1;
  }

  #fail(scope: string, free: number, { windowMs, waitsMs }: LoginLimits, now: number): void {
    this.#sql.exec("DELETE FROM failures WHERE scope = ? AND at <= ?", scope, now - windowMs);
    this.#sql.exec("INSERT INTO failures (scope, at) VALUES (?, ?)", scope, now);
    const { count } = this.#sql
      .exec<{ count: number }>("SELECT COUNT(*) AS count FROM failures WHERE scope = ?", scope)
      .one();
    const rung = this.#wait(scope)?.rung ?? 0;
    if (rung === 0 && count < free) return;
    const waitMs = waitsMs[Math.min(rung, waitsMs.length - 1)] ?? windowMs;
    this.#sql.exec(
      "INSERT OR REPLACE INTO waits (scope, rung, until, at) VALUES (?, ?, ?, ?)",
      scope,
      rung + 1,
      now + waitMs,
      now,
    );
  }

  #waitMs(scope: string, now: number): number {
    return Math.max(0, (this.#wait(scope)?.until ?? 0) - now);
  }

  #wait(scope: string): Wait | undefined {
    return this.#sql.exec<Wait>("SELECT rung, until FROM waits WHERE scope = ?", scope).toArray()[0];
  }

  #inARow(): number {
    return this.#storage.kv.get<number>("inARow") ?? 0;
  }

  #isKnown(network: string): boolean {
    return this.#sql.exec("SELECT 1 FROM known_networks WHERE network = ?", network).toArray().length > 0;
  }
}

function scopeOf(network: string): string {
  return `network ${network}`;
}
