/**
 * An inbox's tables in SQLite. `notifications` has the user's newest notifications, without those that a newer one
 * replaced (`kindsReplacedBy`). `auction_checkpoints` has the last fact received from each auction, or 0 if the person
 * bids there and has received none. `series_checkpoints` has the last number of each other series, such as a deal's
 * events. Notices in a series arrive in order, so a notice that isn't newer than the last is a duplicate, even if the
 * last was cleared. `images_to_delete` has the images that an account deletion still has to delete. Pending calls are
 * in pending-calls.ts, and sessions in sessions.ts.
 */
import {
  END_NOTICE_KINDS,
  isAboutEnd,
  type NoticeKind,
  type NoticeValues,
  kindsReplacedBy,
  sentenceOf,
} from "../contract/notice-kinds.ts";
import type { Notice, Notification } from "../contract/notification.ts";
import { parseStored } from "../platform/parse-stored.ts";
import { ACCOUNT_KEY } from "./own-account.ts";
import { clearAdminActions } from "./recorded-admin-actions.ts";

/** The inbox's KV key for whether the person bids anonymously. Absent if they never chose. */
export const ANONYMOUS_KEY = "anonymous";
/** The key for when the person's name or photo was last changed (epoch ms). */
export const NAME_OR_PHOTO_CHANGED_AT_KEY = "shownAt";
/** The key for when a suspended person's bids are voided once more (epoch ms). */
export const VOID_AGAIN_AT_KEY = "voidAgainAt";

type NotificationRow = {
  id: string;
  kind: NoticeKind;
  values_json: string;
  auction_id: string;
  at: number;
  is_read: number;
  count: number;
};

type CheckpointRow = { auction_id: string };

export class InboxStore {
  readonly #storage: DurableObjectStorage;
  readonly #sql: SqlStorage;
  readonly #maxNotifications: number;
  readonly #clock: () => number;

  /**
   * Keeps the newest `maxNotifications` notifications about bids, and as many about how auctions ended. `clock` gives
   * epoch ms.
   */
  constructor(storage: DurableObjectStorage, maxNotifications: number, clock: () => number) {
    this.#maxNotifications = maxNotifications;
    this.#clock = clock;
    this.#storage = storage;
    this.#sql = storage.sql;
  }

  /** Stores new notices. Returns the resulting notifications, without any that a later notice among them replaced. */
  add(notices: readonly Notice[]): Notification[] {
    const bySeries = Map.groupBy(notices, seriesOf);
    return this.#storage.transactionSync(() =>
      Array.from(bySeries, ([series, seriesNotices]) => this.#addToSeries(series, seriesNotices)).flat(),
    );
  }

  /** Adds the notices of one series, from one or more deliveries. */
  #addToSeries(series: string, notices: readonly Notice[]): Notification[] {
    const lastSeq = this.#lastSeqOf(series);
    // When a room repeats a call whose answer was late, both may be stored together. A fact causes only one notice per
    // person, so two with the same number are duplicates.
    const bySeq = new Map(notices.map((notice) => [notice.seq, notice]));
    const fresh = Array.from(bySeq.values())
      .filter(({ seq }) => seq > lastSeq)
      .toSorted((one, other) => one.seq - other.seq);
    const last = fresh.at(-1);
    if (!last) return [];
    const byKind = Array.from(Map.groupBy(fresh, ({ kind }) => kind).values());
    const added = byKind
      .flatMap((sameKind) => sameKind.at(-1) ?? [])
      .toSorted((one, other) => one.seq - other.seq)
      .map((newest) => this.#replace(newest, fresh.filter(({ kind }) => kind === newest.kind).length))
      .filter(
        ({ kind }, index, all) => !all.slice(index + 1).some((later) => kindsReplacedBy(later.kind).includes(kind)),
      );
    this.#recordReceived(last);
    return added;
  }

  /** The last number that the inbox has received in a series. Auctions have a table of their own. */
  #lastSeqOf(series: string): number {
    const rows = this.#sql.exec<{ seq: number }>(
      `SELECT seq FROM auction_checkpoints WHERE auction_id = ?1
       UNION ALL SELECT seq FROM series_checkpoints WHERE series = ?1`,
      series,
    );
    return rows.next().value?.seq ?? 0;
  }

  #recordReceived({ series, auctionId, seq }: Notice): void {
    if (series !== undefined) {
      this.#sql.exec("INSERT OR REPLACE INTO series_checkpoints (series, seq) VALUES (?, ?)", series, seq);
      return;
    }
    this.#sql.exec(
      `INSERT INTO auction_checkpoints (auction_id, seq, added_at) VALUES (?, ?, ?)
       ON CONFLICT (auction_id) DO UPDATE SET seq = excluded.seq`,
      auctionId,
      seq,
      this.#clock(),
    );
  }

  /**
   * Replaces the notifications that `notice` makes untrue. It's the newest of `newCount` notices of its kind. Unread
   * notifications of its kind stay in the count.
   */
  #replace(notice: Notice, newCount: number): Notification {
    const { auctionId, seq, kind, values } = notice;
    const replaced = this.#sql
      .exec<Pick<NotificationRow, "kind" | "values_json" | "at" | "count" | "is_read">>(
        `SELECT kind, values_json, at, count, is_read FROM notifications
         WHERE auction_id = ? AND kind IN (SELECT value FROM json_each(?))`,
        auctionId,
        JSON.stringify(kindsReplacedBy(kind)),
      )
      .toArray();
    const sameKindRow = replaced.find((row) => row.kind === kind);
    const count = newCount + (sameKindRow?.is_read === 0 ? sameKindRow.count : 0);
    // A notice in another series may arrive later than a newer one.
    const isLate = sameKindRow !== undefined && sameKindRow.at > notice.at;
    const valuesJson = isLate ? sameKindRow.values_json : JSON.stringify(values);
    const at = isLate ? sameKindRow.at : notice.at;
    const id = `${seriesOf(notice)}-${seq}`;
    for (const other of replaced) {
      if (other === sameKindRow) continue;
      this.#sql.exec("DELETE FROM notifications WHERE auction_id = ? AND kind = ?", auctionId, other.kind);
    }
    this.#sql.exec(
      `INSERT INTO notifications (id, kind, values_json, auction_id, at, is_read, count) VALUES (?, ?, ?, ?, ?, 0, ?)
       ON CONFLICT (auction_id, kind) DO UPDATE SET id = excluded.id, values_json = excluded.values_json, at = excluded.at,
         is_read = 0, count = excluded.count`,
      id,
      kind,
      valuesJson,
      auctionId,
      at,
      count,
    );
    if (!sameKindRow) this.#removeOldest(kind);
    return toNotification({ id, kind, values_json: valuesJson, auction_id: auctionId, at, is_read: 0, count });
  }

  /**
   * Removes the oldest notifications beyond the limit. This counts only those about how auctions ended, or only those
   * about bids, whichever this kind belongs to.
   */
  #removeOldest(kind: NoticeKind): void {
    this.#sql.exec(
      `DELETE FROM notifications WHERE (auction_id, kind) IN (
         SELECT auction_id, kind FROM notifications WHERE (kind IN (SELECT value FROM json_each(?))) = ?
         ORDER BY at DESC, auction_id LIMIT -1 OFFSET ?
       )`,
      JSON.stringify(END_NOTICE_KINDS),
      Number(isAboutEnd(kind)),
      this.#maxNotifications,
    );
  }

  /** Newest first. Within one auction and millisecond, by the number of the fact, which is part of the ID. */
  list(): Notification[] {
    const rows = this.#sql.exec<NotificationRow>(
      `SELECT * FROM notifications
       ORDER BY at DESC, CAST(substr(id, length(auction_id) + 2) AS INTEGER) DESC, auction_id`,
    );
    return Array.from(rows, toNotification);
  }

  countUnread(): number {
    return this.#sql.exec<{ count: number }>("SELECT count(*) AS count FROM notifications WHERE is_read = 0").one()
      .count;
  }

  /** Marks notifications with these IDs as read. A notification replaced meanwhile has another ID and stays unread. */
  markRead(ids: readonly string[]): void {
    this.#sql.exec(
      "UPDATE notifications SET is_read = 1 WHERE is_read = 0 AND id IN (SELECT value FROM json_each(?))",
      JSON.stringify(ids),
    );
  }

  /** `upTo` is epoch ms. Later notifications stay unread. */
  markAllRead(upTo: number): void {
    this.#sql.exec("UPDATE notifications SET is_read = 1 WHERE is_read = 0 AND at <= ?", upTo);
  }

  /** `upTo` is epoch ms. Later notifications stay. */
  clear(upTo: number): void {
    this.#sql.exec("DELETE FROM notifications WHERE at <= ?", upTo);
  }

  /**
   * Records that the person bids in these auctions. We keep this, because a room may have bids that D1 lacks, or loses
   * when it's restored to an earlier time.
   */
  addAuctions(auctionIds: readonly string[]): void {
    this.#sql.exec(
      "INSERT OR IGNORE INTO auction_checkpoints (auction_id, seq, added_at) SELECT value, 0, ? FROM json_each(?)",
      this.#clock(),
      JSON.stringify(auctionIds),
    );
  }

  /** The last `limit` auctions that this inbox has stored, newest first. */
  newestAuctionIds(limit: number): string[] {
    return auctionIdsOf(
      this.#sql.exec<CheckpointRow>("SELECT auction_id FROM auction_checkpoints ORDER BY added_at DESC LIMIT ?", limit),
    );
  }

  /** Every auction that this inbox has stored, because its room has sent notices or this person's first bid. */
  knownAuctionIds(): string[] {
    return auctionIdsOf(this.#sql.exec<CheckpointRow>("SELECT auction_id FROM auction_checkpoints"));
  }

  /** Keys of images in R2 that an account deletion still has to delete. */
  addImagesToDelete(keys: readonly string[]): void {
    this.#sql.exec(
      "INSERT INTO images_to_delete (key) SELECT value FROM json_each(?) WHERE true ON CONFLICT (key) DO NOTHING",
      JSON.stringify(keys),
    );
  }

  nextImagesToDelete(limit: number): string[] {
    const rows = this.#sql.exec<{ key: string }>("SELECT key FROM images_to_delete ORDER BY key LIMIT ?", limit);
    return Array.from(rows, ({ key }) => key);
  }

  removeImagesToDelete(keys: readonly string[]): void {
    this.#sql.exec("DELETE FROM images_to_delete WHERE key IN (SELECT value FROM json_each(?))", JSON.stringify(keys));
  }

  /** Deletes everything about this user but their sessions, which have ended. */
  empty(): void {
    this.#sql.exec("DELETE FROM notifications; DELETE FROM auction_checkpoints; DELETE FROM series_checkpoints");
    for (const key of [ACCOUNT_KEY, ANONYMOUS_KEY, NAME_OR_PHOTO_CHANGED_AT_KEY, VOID_AGAIN_AT_KEY])
      this.#storage.kv.delete(key);
    clearAdminActions(this.#storage.kv);
  }
}

/** The series that a notice's number belongs to. It's also the part of the notification's ID before the number. */
function seriesOf({ auctionId, series }: Notice): string {
  return series ?? auctionId;
}

function auctionIdsOf(rows: Iterable<CheckpointRow>): string[] {
  return Array.from(rows, (row) => row.auction_id);
}

/** The table stores the values. The sentence is created when someone reads it. */
function toNotification({ id, kind, values_json, auction_id, at, is_read, count }: NotificationRow): Notification {
  return {
    _id: id,
    kind,
    message: sentenceOf(kind, parseStored<NoticeValues>(values_json), count),
    auctionId: auction_id,
    timestamp: new Date(at).toISOString(),
    isRead: is_read === 1,
  };
}
