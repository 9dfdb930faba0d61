/**
 * How often a login to one account may be tried. Some failures are free: so many for each network, so many for the
 * account. Each further one brings a wait, longer every time; a success clears what its network and the account have
 * on record. After very many failures in a row only networks that have logged in before may try, so that guessing
 * ends and the owner still comes in. A try counts as failed from its start: a hundred at once are a hundred.
 */

export type LoginRule = {
  readonly perNetwork: number;
  readonly perAccount: number;
  readonly windowMs: number;
  /** The waits after the free failures; the last one stays. */
  readonly waitsMs: readonly number[];
  /** Failures in a row after which only known networks may try. */
  readonly knownOnlyAfter: number;
};

const ACCOUNT = "account";
/** As many networks as are remembered for a success, the newest. */
const MOST_NETWORKS = 50;
/** Who has not been there for a quarter of a year is a stranger like any other. */
const KNOWN_MS = 90 * 24 * 3_600_000;

type Wait = { rung: number; until: number };

export class LoginTries {
  readonly #storage: DurableObjectStorage;
  readonly #sql: SqlStorage;

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
    this.#sql = storage.sql;
  }

  begin(network: string, rule: LoginRule, now: number): number {
    const scope = scopeOf(network);
    const waitMs = Math.max(this.#waitMs(ACCOUNT, now), this.#waitMs(scope, now));
    if (waitMs > 0) return waitMs;
    const inARow = this.#inARow();
    if (inARow >= rule.knownOnlyAfter && !this.#isKnown(network)) return rule.waitsMs.at(-1) ?? rule.windowMs;
    this.#storage.kv.put("inARow", inARow + 1);
    this.#fail(scope, rule.perNetwork, rule, now);
    this.#fail(ACCOUNT, rule.perAccount, rule, now);
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
      MOST_NETWORKS,
    );
  }

  /**
   * Drops what is older; whether something is left. Known networks stay longer, and with them the failures in a row.
   */
  forget(until: number): boolean {
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

  #fail(scope: string, most: number, { windowMs, waitsMs }: LoginRule, now: number): void {
    this.#sql.exec("DELETE FROM failures WHERE scope = ? AND at <= ?", scope, now - windowMs);
    this.#sql.exec("INSERT INTO failures (scope, at) VALUES (?, ?)", scope, now);
    const { count } = this.#sql
      .exec<{ count: number }>("SELECT COUNT(*) AS count FROM failures WHERE scope = ?", scope)
      .one();
    const rung = this.#wait(scope)?.rung ?? 0;
    if (rung === 0 && count < most) return;
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
