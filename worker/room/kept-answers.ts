/**
 * Idempotency: accepted commands that came with a key, and what they were told. Written in the transaction of the
 * facts, so that a key and its effect exist together or not at all.
 */

export type KeptAnswer = {
  readonly actorId: string;
  readonly key: string;
  /** What was asked, as one text. */
  readonly payload: string;
  /** What was answered, as JSON. */
  readonly answer: string;
};

/** How long an answer is kept for a repeat of its key. */
const KEPT_MS = 24 * 3_600_000;

export class KeptAnswers {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  find(actorId: string, key: string): KeptAnswer | null {
    const row = this.#sql
      .exec<{ payload: string; answer: string }>(
        "SELECT payload, answer FROM requests WHERE actor_id = ? AND key = ?",
        actorId,
        key,
      )
      .next().value;
    return row ? { actorId, key, ...row } : null;
  }

  keep(answers: readonly KeptAnswer[], at: number): void {
    if (answers.length === 0) return;
    this.#sql.exec(
      `INSERT INTO requests (actor_id, key, payload, answer, at)
       SELECT value ->> 'actorId', value ->> 'key', value ->> 'payload', value ->> 'answer', ? FROM json_each(?)`,
      at,
      JSON.stringify(answers),
    );
  }

  /** Answers name the person they were given to; they go when the person goes. */
  dropOf(actorId: string): void {
    this.#sql.exec("DELETE FROM requests WHERE actor_id = ?", actorId);
  }

  dropOld(now: number): void {
    this.#sql.exec("DELETE FROM requests WHERE at < ?", now - KEPT_MS);
  }
}
