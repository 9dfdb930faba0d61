/**
 * The calls to rooms that one person's inbox still has to make, in its SQLite. There's one row for each kind, subject
 * and room, without the content of the call. The inbox reads the state when it makes the call, so the newest state
 * wins. If a call becomes due again while it is running, its row gets another version and isn't deleted.
 */

/**
 * The kinds of calls:
 * - `check`: can the account be deleted?
 * - `checked`: we've called this room, so it may have suspended the sessions
 * - `lift`: the deletion was refused, so the sessions can act again
 * - `privacy`: by name or anonymous
 * - `shown`: another name or photo
 * - `block`: whether a person (the subject) can bid on this seller's auctions
 * - `void`: the person is suspended, so their standing bids are void
 * - `removal`: the account is deleted
 */
export type CallKind = "check" | "checked" | "lift" | "privacy" | "shown" | "block" | "void" | "removal";

export type PendingCall = {
  readonly kind: CallKind;
  readonly subject: string;
  readonly auctionId: string;
  readonly version: number;
};

/** IDs in one statement, far below the 2 MB limit for one value. */
const IDS_PER_STATEMENT = 10_000;

export class PendingCalls {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** A room listed twice is called once. */
  add(kind: CallKind, subject: string, auctionIds: readonly string[]): void {
    for (let start = 0; start < auctionIds.length; start += IDS_PER_STATEMENT) {
      this.#sql.exec(
        `INSERT INTO pending_calls (kind, subject, auction_id, version) SELECT ?, ?, value, 1 FROM json_each(?) WHERE true
         ON CONFLICT (kind, subject, auction_id) DO UPDATE SET version = version + 1`,
        kind,
        subject,
        JSON.stringify(auctionIds.slice(start, start + IDS_PER_STATEMENT)),
      );
    }
  }

  /** The next rooms after `last`, in the order of their IDs. Null starts at the beginning. */
  listAfter(kind: CallKind, subject: string, last: PendingCall | null, limit: number): PendingCall[] {
    const rows = this.#sql.exec<{ auction_id: string; version: number }>(
      `SELECT auction_id, version FROM pending_calls WHERE kind = ? AND subject = ? AND auction_id > ?
       ORDER BY auction_id LIMIT ?`,
      kind,
      subject,
      last?.auctionId ?? "",
      limit,
    );
    return Array.from(rows, ({ auction_id: auctionId, version }) => ({ kind, subject, auctionId, version }));
  }

  /** The people that calls of this kind are about. */
  listSubjects(kind: CallKind): string[] {
    const rows = this.#sql.exec<{ subject: string }>("SELECT DISTINCT subject FROM pending_calls WHERE kind = ?", kind);
    return Array.from(rows, ({ subject }) => subject);
  }

  has(...kinds: readonly CallKind[]): boolean {
    return kinds.some((kind) => {
      const found = this.#sql.exec("SELECT 1 FROM pending_calls WHERE kind = ? LIMIT 1", kind);
      return found.next().done !== true;
    });
  }

  count(): number {
    return this.#sql.exec<{ calls: number }>("SELECT count(*) AS calls FROM pending_calls").one().calls;
  }

  /** Records that the room has been called. */
  remove({ kind, subject, auctionId, version }: PendingCall): void {
    this.#sql.exec(
      "DELETE FROM pending_calls WHERE kind = ? AND subject = ? AND auction_id = ? AND version = ?",
      kind,
      subject,
      auctionId,
      version,
    );
  }

  changeKind(from: CallKind, to: CallKind): void {
    this.#sql.exec("UPDATE OR REPLACE pending_calls SET kind = ? WHERE kind = ?", to, from);
  }

  removeAll(...kinds: readonly CallKind[]): void {
    for (const kind of kinds) this.#sql.exec("DELETE FROM pending_calls WHERE kind = ?", kind);
  }
}
