/**
 * Idempotency keys: the accepted commands that came with a key, and their responses. A response is inserted in the
 * transaction of its facts, so a key and its effect exist together, or neither does. A retry gets the stored
 * response for at least 24 hours and changes nothing. It counts toward the rate limits, too. The room's alarms delete
 * older responses. An ended auction sets no more alarms, so its last responses stay.
 */
import { ROOM_LIMITS, type RoomLimits } from "../limits.ts";

/** How long a response is kept for retries with its key. */
const RETENTION_MS = 24 * 3_600_000;

/** A client's key for one command by one person. */
export type IdempotencyKey = { readonly actorId: string; readonly key: string };
export type StoredResponse = IdempotencyKey & {
  /** The request as a string. The same key with another fingerprint is refused. */
  readonly fingerprint: string;
  /** The response as JSON. */
  readonly response: string;
};

type ResponseRow = { actor_id: string; key: string; fingerprint: string; response: string };

/**
 * The table `responses` has one row per key, in order of time. With `WITHOUT ROWID`, which keeps the responses in the
 * order of their random keys, storing them took five times as long in a hot auction.
 */
export class IdempotencyKeys {
  readonly #sql: SqlStorage;
  readonly #limits: Pick<RoomLimits, "keysPerDeletion">;

  constructor(sql: SqlStorage, limits: Pick<RoomLimits, "keysPerDeletion"> = ROOM_LIMITS) {
    this.#sql = sql;
    this.#limits = limits;
  }

  /** The stored responses to those keys that were used before, by `responseKey`. */
  find(keys: readonly IdempotencyKey[]): ReadonlyMap<string, StoredResponse> {
    if (keys.length === 0) return new Map();
    const rows = this.#sql.exec<ResponseRow>(
      `SELECT responses.actor_id, responses.key, fingerprint, response
       FROM json_each(?) AS keys
       CROSS JOIN responses ON responses.actor_id = keys.value ->> 0 AND responses.key = keys.value ->> 1`,
      JSON.stringify(keys.map(({ actorId, key }) => [actorId, key])),
    );
    const found = Array.from(rows, ({ actor_id: actorId, ...row }) => ({ actorId, ...row }));
    return new Map(found.map((response) => [responseKey(response), response]));
  }

  /** In a turn's transaction: stores its responses at `now` (epoch ms). */
  write({ responses, now }: { readonly responses: readonly StoredResponse[]; readonly now: number }): void {
    if (responses.length === 0) return;
    this.#sql.exec(
      `INSERT INTO responses (actor_id, key, fingerprint, response, at)
       SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, ? FROM json_each(?)`,
      now,
      JSON.stringify(responses.map(({ actorId, key, fingerprint, response }) => [actorId, key, fingerprint, response])),
    );
  }

  /** Nothing is kept in memory. */
  commit(): void {}
  reset(): void {}

  /** Deletes a person's responses with their account, because responses identify the person who got them. */
  deleteFor(actorId: string): void {
    this.#sql.exec("DELETE FROM responses WHERE actor_id = ?", actorId);
  }

  /**
   * Deletes responses older than 24 hours, oldest first, up to the room's limit per call. `now` is epoch ms. Returns
   * whether more are left, for another call soon.
   */
  deleteOld(now: number): boolean {
    const before = now - RETENTION_MS;
    // Without this check, the DELETE would cost each alarm of a live auction a transaction.
    if (this.#oldestAt() >= before) return false;
    this.#sql.exec(
      "DELETE FROM responses WHERE id IN (SELECT id FROM responses ORDER BY id LIMIT ?) AND at < ?",
      this.#limits.keysPerDeletion,
      before,
    );
    return this.#oldestAt() < before;
  }

  #oldestAt(): number {
    const [oldest] = this.#sql.exec<{ at: number }>("SELECT at FROM responses ORDER BY id LIMIT 1").toArray();
    return oldest?.at ?? Infinity;
  }
}

export function responseKey({ actorId, key }: IdempotencyKey): string {
  return `${actorId} ${key}`;
}
