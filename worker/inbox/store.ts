/**
 * An inbox's SQLite: the newest notifications of one user, each in the place of those that it makes untrue
 * (`replacedBy`), and in the table `auction_cursors` the last fact of each auction that was received (0: the room only
 * has, or had, a session of this user). Facts of one auction arrive in order, so a notice that is not newer than the
 * last one is a repeat, even if it was cleared: it is not counted twice. The table `session_rooms` has the rooms that have registered each session, and `images_to_delete`
 * what an account deletion still has to delete. The calls that rooms must get are in pending-calls.ts.
 */
import {
  ABOUT_ENDS,
  isAboutEnd,
  type NoticeKind,
  type NoticeValues,
  replacedBy,
  sentenceOf,
} from "../contract/notice-kinds.ts";
import type { Notice, Notification } from "../contract/notification.ts";
import { parseStored } from "../platform/parse-stored.ts";
import { forgetActs } from "./noted-acts.ts";

/** Longer than any session lasts: an ended one is stored until it would have expired. */
const ENDED_KEPT_MS = 8 * 24 * 3_600_000;

/** The key of the inbox's KV for whether the person is shown under a number (absent if they never chose). */
export const STORED_ANONYMOUS = "anonymous";
/** The key for when their name or portrait was last changed (epoch ms). */
export const STORED_SHOWN_AT = "shownAt";

export type HeldInRoom = { readonly sessionId: string; readonly auctionId: string };

type NotificationRow = {
  id: string;
  kind: NoticeKind;
  values_json: string;
  auction_id: string;
  at: number;
  is_read: number;
  count: number;
};

type AuctionRow = { auction_id: string };

export class InboxStore {
  readonly #storage: DurableObjectStorage;
  readonly #sql: SqlStorage;
  readonly #kept: number;

  /** Of notifications about bids the newest `kept` stay, and as many of those about ends. */
  constructor(storage: DurableObjectStorage, kept: number) {
    this.#kept = kept;
    this.#storage = storage;
    this.#sql = storage.sql;
  }

  /** Stores new notices and returns the notifications that they became, without those that others of them replaced. */
  add(notices: readonly Notice[]): Notification[] {
    const byAuction = Map.groupBy(notices, ({ auctionId }) => auctionId);
    return this.#storage.transactionSync(() =>
      Array.from(byAuction, ([auctionId, ofAuction]) => this.#addOf(auctionId, ofAuction)).flat(),
    );
  }

  /** Notices of one auction, of several deliveries. */
  #addOf(auctionId: string, notices: readonly Notice[]): Notification[] {
    const lastSeq =
      this.#sql.exec<{ seq: number }>("SELECT seq FROM auction_cursors WHERE auction_id = ?", auctionId).next().value
        ?.seq ?? 0;
    // When a room repeats a call whose answer was late, both may be stored together. A fact causes one notice for a
    // person.
    const bySeq = new Map(notices.map((notice) => [notice.seq, notice]));
    const fresh = Array.from(bySeq.values())
      .filter(({ seq }) => seq > lastSeq)
      .toSorted((one, other) => one.seq - other.seq);
    const last = fresh.at(-1);
    if (!last) return [];
    const ofEachKind = Array.from(Map.groupBy(fresh, ({ kind }) => kind).values());
    const added = ofEachKind
      .flatMap((ofKind) => ofKind.at(-1) ?? [])
      .toSorted((one, other) => one.seq - other.seq)
      .map((newest) => this.#replace(newest, fresh.filter(({ kind }) => kind === newest.kind).length))
      .filter(({ kind }, index, all) => !all.slice(index + 1).some((later) => replacedBy(later.kind).includes(kind)));
    this.#sql.exec(
      "INSERT INTO auction_cursors (auction_id, seq) VALUES (?, ?) ON CONFLICT (auction_id) DO UPDATE SET seq = excluded.seq",
      auctionId,
      last.seq,
    );
    return added;
  }

  /**
   * Replaces what the newest of `more` notices of one kind makes untrue; the unread ones of its kind stay in the count.
   */
  #replace({ auctionId, seq, kind, values, at }: Notice, more: number): Notification {
    const stored = this.#sql
      .exec<{ place: number; kind: NoticeKind; count: number; is_read: number }>(
        `SELECT rowid AS place, kind, count, is_read FROM notifications
         WHERE auction_id = ? AND kind IN (SELECT value FROM json_each(?)) ORDER BY kind <> ?, rowid`,
        auctionId,
        JSON.stringify(replacedBy(kind)),
        kind,
      )
      .toArray();
    const [first, ...others] = stored;
    const count = more + (first?.kind === kind && first.is_read === 0 ? first.count : 0);
    const stated = JSON.stringify(values);
    const id = `${auctionId}-${seq}`;
    for (const { place } of others) this.#sql.exec("DELETE FROM notifications WHERE rowid = ?", place);
    if (first) {
      // Only where it changes: the kind is in the index, and each row of that counts as written.
      if (first.kind !== kind) {
        this.#sql.exec("UPDATE notifications SET kind = ? WHERE rowid = ?", kind, first.place);
      }
      this.#sql.exec(
        "UPDATE notifications SET id = ?, values_json = ?, at = ?, is_read = 0, count = ? WHERE rowid = ?",
        id,
        stated,
        at,
        count,
        first.place,
      );
    } else {
      this.#sql.exec(
        "INSERT INTO notifications (id, kind, values_json, auction_id, at, is_read, count) VALUES (?, ?, ?, ?, ?, 0, ?)",
        id,
        kind,
        stated,
        auctionId,
        at,
        count,
      );
    }
    if (first?.kind !== kind) this.#removeOldest(kind);
    return shown({ id, kind, values_json: stated, auction_id: auctionId, at, is_read: 0, count });
  }

  /**
   * Removes the oldest notifications beyond the limit: of those about ends or of those about bids, depending on this
   * kind.
   */
  #removeOldest(kind: NoticeKind): void {
    this.#sql.exec(
      `DELETE FROM notifications WHERE rowid IN (
         SELECT rowid FROM notifications WHERE (kind IN (SELECT value FROM json_each(?))) = ?
         ORDER BY at DESC, rowid DESC LIMIT -1 OFFSET ?
       )`,
      JSON.stringify(ABOUT_ENDS),
      Number(isAboutEnd(kind)),
      this.#kept,
    );
  }

  /** The newest first; of one auction in the same millisecond by the number of the fact, which is part of the id. */
  list(): Notification[] {
    const rows = this.#sql.exec<NotificationRow>(
      `SELECT * FROM notifications
       ORDER BY at DESC, CAST(substr(id, length(auction_id) + 2) AS INTEGER) DESC, rowid DESC`,
    );
    return Array.from(rows, shown);
  }

  unread(): number {
    return this.#sql.exec<{ count: number }>("SELECT count(*) AS count FROM notifications WHERE is_read = 0").one()
      .count;
  }

  /** All of them, or those with these ids: one that a newer one has replaced meanwhile has another id. */
  markRead(ids?: readonly string[]): void {
    if (ids === undefined) this.#sql.exec("UPDATE notifications SET is_read = 1 WHERE is_read = 0");
    else {
      this.#sql.exec(
        "UPDATE notifications SET is_read = 1 WHERE is_read = 0 AND id IN (SELECT value FROM json_each(?))",
        JSON.stringify(ids),
      );
    }
  }

  clear(): void {
    this.#sql.exec("DELETE FROM notifications");
  }

  /** Records that a room has registered this session; false when the session has ended. Times are epoch ms. */
  holdSession(sessionId: string, auctionId: string, expiresAt: number, now: number): boolean {
    if (this.hasEnded(sessionId)) return false;
    this.#sql.exec("DELETE FROM session_rooms WHERE expires_at <= ?", now);
    this.#sql.exec(
      `INSERT INTO session_rooms (session_id, auction_id, expires_at) VALUES (?, ?, ?)
       ON CONFLICT (session_id, auction_id) DO UPDATE SET expires_at = excluded.expires_at`,
      sessionId,
      auctionId,
      expiresAt,
    );
    // Not removed at the session's end: the room may have bids that D1 lacks, or loses when it is set back.
    this.#sql.exec(
      "INSERT INTO auction_cursors (auction_id, seq) VALUES (?, 0) ON CONFLICT (auction_id) DO NOTHING",
      auctionId,
    );
    return true;
  }

  /** Whether this session is known to have ended. */
  hasEnded(sessionId: string): boolean {
    return !this.#sql.exec("SELECT 1 FROM ended_sessions WHERE session_id = ?", sessionId).next().done;
  }

  /** Stores the ends of sessions, also for later sockets. */
  endSessions(sessionIds: readonly string[], now: number): void {
    this.#sql.exec("DELETE FROM ended_sessions WHERE at < ?", now - ENDED_KEPT_MS);
    this.#sql.exec(
      `INSERT INTO ended_sessions (session_id, at) SELECT value, ? FROM json_each(?) WHERE true
       ON CONFLICT (session_id) DO NOTHING`,
      now,
      JSON.stringify(sessionIds),
    );
  }

  /** Ends every session that some room has registered. */
  endHeldSessions(now: number): void {
    this.#sql.exec(
      `INSERT INTO ended_sessions (session_id, at) SELECT DISTINCT session_id, ? FROM session_rooms WHERE true
       ON CONFLICT (session_id) DO NOTHING`,
      now,
    );
  }

  /** Rooms that have not been notified yet of the end of a session, after one of them. */
  pendingSessionEnds(last: HeldInRoom | null, limit: number): HeldInRoom[] {
    const rows = this.#sql.exec<{ session_id: string; auction_id: string }>(
      `SELECT session_id, auction_id FROM session_rooms JOIN ended_sessions USING (session_id)
       WHERE (session_id, auction_id) > (?, ?) ORDER BY session_id, auction_id LIMIT ?`,
      last?.sessionId ?? "",
      last?.auctionId ?? "",
      limit,
    );
    return Array.from(rows, (row) => ({ sessionId: row.session_id, auctionId: row.auction_id }));
  }

  /** The room has been notified that the session has ended. */
  forgetSessionInRoom({ sessionId, auctionId }: HeldInRoom): void {
    this.#sql.exec("DELETE FROM session_rooms WHERE session_id = ? AND auction_id = ?", sessionId, auctionId);
  }

  /** Auctions whose rooms have registered a session of this user: they may have bids that D1 does not have yet. */
  heldAuctions(): string[] {
    return auctionIds(this.#sql.exec<AuctionRow>("SELECT DISTINCT auction_id FROM session_rooms"));
  }

  /** The last `limit` auctions that this inbox has stored, the newest first. */
  newestAuctions(limit: number): string[] {
    return auctionIds(
      this.#sql.exec<AuctionRow>("SELECT auction_id FROM auction_cursors ORDER BY rowid DESC LIMIT ?", limit),
    );
  }

  /** Every auction that this inbox has stored: it has sent notices, or its room has registered a session. */
  knownAuctions(): string[] {
    return auctionIds(this.#sql.exec<AuctionRow>("SELECT auction_id FROM auction_cursors"));
  }

  /** Keys of images in R2 that an account deletion still has to delete. */
  addImages(keys: readonly string[]): void {
    this.#sql.exec(
      "INSERT INTO images_to_delete (key) SELECT value FROM json_each(?) WHERE true ON CONFLICT (key) DO NOTHING",
      JSON.stringify(keys),
    );
  }

  nextImages(limit: number): string[] {
    const rows = this.#sql.exec<{ key: string }>("SELECT key FROM images_to_delete ORDER BY key LIMIT ?", limit);
    return Array.from(rows, ({ key }) => key);
  }

  forgetImages(keys: readonly string[]): void {
    this.#sql.exec("DELETE FROM images_to_delete WHERE key IN (SELECT value FROM json_each(?))", JSON.stringify(keys));
  }

  /** Deletes everything about this user, except the ended sessions. */
  empty(): void {
    this.#sql.exec("DELETE FROM notifications; DELETE FROM auction_cursors; DELETE FROM session_rooms");
    for (const key of [STORED_ANONYMOUS, STORED_SHOWN_AT]) this.#storage.kv.delete(key);
    forgetActs(this.#storage.kv);
  }
}

function auctionIds(rows: Iterable<AuctionRow>): string[] {
  return Array.from(rows, (row) => row.auction_id);
}

/** What is stored is what happened: it is put into words for each reader. */
function shown({ id, kind, values_json, auction_id, at, is_read, count }: NotificationRow): Notification {
  return {
    _id: id,
    kind,
    message: sentenceOf(kind, parseStored<NoticeValues>(values_json), count),
    auctionId: auction_id,
    timestamp: new Date(at).toISOString(),
    isRead: is_read === 1,
  };
}
