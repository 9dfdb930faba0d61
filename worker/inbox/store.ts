/**
 * An inbox's tables in SQLite. `notifications` has the user's newest notifications, each in the place of those that it
 * replaces (`kindsReplacedBy`). `auction_checkpoints` has the last fact received from each auction (0 if the person bids
 * there and has received none), `deal_checkpoints` the last event of each deal, and `question_checkpoints` the time of
 * the last notice about each auction's questions. Notices with the same numbering arrive in order, so one that isn't
 * newer than the last is a duplicate, even if that one was cleared. `images_to_delete` has the images that an account
 * deletion still has to delete. Pending calls are in pending-calls.ts, and sessions in sessions.ts.
 */
import {
  END_NOTICE_KINDS,
  isAboutEnd,
  isAboutQuestion,
  type NoticeKind,
  type NoticeValues,
  kindsReplacedBy,
  sentenceOf,
} from "../contract/notice-kinds.ts";
import type { Notice, Notification } from "../contract/notification.ts";
import { parseStored } from "../platform/parse-stored.ts";
import { STORED_ACCOUNT } from "./own-account.ts";
import { clearAdminActions } from "./recorded-admin-actions.ts";

/** The key of the inbox's KV for whether the person bids anonymously (absent if they never chose). */
export const STORED_ANONYMOUS = "anonymous";
/** The key for when their name or portrait was last changed (epoch ms). */
export const STORED_SHOWN_AT = "shownAt";
/** The key for when the bids of a suspended person are voided once more (epoch ms). */
export const STORED_VOID_AGAIN_AT = "voidAgainAt";

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

/** The last item received: a fact of an auction, an event of a deal, or the time of a notice about a question. */
const AUCTION_CHECKPOINTS = {
  read: "SELECT seq FROM auction_checkpoints WHERE auction_id = ?",
  write:
    "INSERT INTO auction_checkpoints (auction_id, seq) VALUES (?, ?) ON CONFLICT (auction_id) DO UPDATE SET seq = excluded.seq",
};
const DEAL_CHECKPOINTS = {
  read: "SELECT seq FROM deal_checkpoints WHERE deal_id = ?",
  write:
    "INSERT INTO deal_checkpoints (deal_id, seq) VALUES (?, ?) ON CONFLICT (deal_id) DO UPDATE SET seq = excluded.seq",
};
const QUESTION_CHECKPOINTS = {
  read: "SELECT at AS seq FROM question_checkpoints WHERE auction_id = ?",
  write:
    "INSERT INTO question_checkpoints (auction_id, at) VALUES (?, ?) ON CONFLICT (auction_id) DO UPDATE SET at = excluded.at",
};

export class InboxStore {
  readonly #storage: DurableObjectStorage;
  readonly #sql: SqlStorage;
  readonly #kept: number;

  /** Keeps the newest `kept` notifications about bids, and as many about ends. */
  constructor(storage: DurableObjectStorage, kept: number) {
    this.#kept = kept;
    this.#storage = storage;
    this.#sql = storage.sql;
  }

  /** Stores new notices and returns the notifications that they became, except those that others of them replaced. */
  add(notices: readonly Notice[]): Notification[] {
    const byNumbering = Map.groupBy(notices, idPrefix);
    return this.#storage.transactionSync(() =>
      Array.from(byNumbering.values(), (together) => this.#addOf(together)).flat(),
    );
  }

  /** Adds notices with the same numbering, from one or more deliveries. */
  #addOf(notices: readonly Notice[]): Notification[] {
    const [any] = notices;
    if (!any) return [];
    const checkpoint = checkpointOf(any);
    const source = any.dealId ?? any.auctionId;
    const lastSeq = this.#sql.exec<{ seq: number }>(checkpoint.read, source).next().value?.seq ?? 0;
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
      .filter(
        ({ kind }, index, all) => !all.slice(index + 1).some((later) => kindsReplacedBy(later.kind).includes(kind)),
      );
    this.#sql.exec(checkpoint.write, source, last.seq);
    return added;
  }

  /**
   * Replaces the notifications that the newest of `more` notices of one kind makes untrue. Unread ones of its kind stay
   * in the count.
   */
  #replace(notice: Notice, more: number): Notification {
    const { auctionId, seq, kind, values, at } = notice;
    const stored = this.#sql
      .exec<{ place: number; kind: NoticeKind; count: number; is_read: number }>(
        `SELECT rowid AS place, kind, count, is_read FROM notifications
         WHERE auction_id = ? AND kind IN (SELECT value FROM json_each(?)) ORDER BY kind <> ?, rowid`,
        auctionId,
        JSON.stringify(kindsReplacedBy(kind)),
        kind,
      )
      .toArray();
    const [first, ...others] = stored;
    const count = more + (first?.kind === kind && first.is_read === 0 ? first.count : 0);
    const stated = JSON.stringify(values);
    const id = `${idPrefix(notice)}${seq}`;
    for (const { place } of others) this.#sql.exec("DELETE FROM notifications WHERE rowid = ?", place);
    if (first) {
      // Only where it changes, because the kind is in the index, and each index row counts as written.
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
    return toNotification({ id, kind, values_json: stated, auction_id: auctionId, at, is_read: 0, count });
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
      JSON.stringify(END_NOTICE_KINDS),
      Number(isAboutEnd(kind)),
      this.#kept,
    );
  }

  /** Newest first. Within one auction and millisecond, by the number of the fact, which is part of the ID. */
  list(): Notification[] {
    const rows = this.#sql.exec<NotificationRow>(
      `SELECT * FROM notifications
       ORDER BY at DESC, CAST(substr(id, length(auction_id) + 2) AS INTEGER) DESC, rowid DESC`,
    );
    return Array.from(rows, toNotification);
  }

  unread(): number {
    return this.#sql.exec<{ count: number }>("SELECT count(*) AS count FROM notifications WHERE is_read = 0").one()
      .count;
  }

  /**
   * Marks all of them as read, or those with these IDs. One that was replaced meanwhile has another ID and stays
   * unread.
   */
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

  /**
   * Records that the person bids in these auctions. We keep this, because a room may have bids that D1 lacks, or loses
   * when it's restored to an earlier time.
   */
  addAuctions(joined: readonly string[]): void {
    this.#sql.exec(
      `INSERT INTO auction_checkpoints (auction_id, seq) SELECT value, 0 FROM json_each(?) WHERE true
       ON CONFLICT (auction_id) DO NOTHING`,
      JSON.stringify(joined),
    );
  }

  /** The last `limit` auctions that this inbox has stored, newest first. */
  newestAuctions(limit: number): string[] {
    return auctionIds(
      this.#sql.exec<CheckpointRow>("SELECT auction_id FROM auction_checkpoints ORDER BY rowid DESC LIMIT ?", limit),
    );
  }

  /** Every auction that this inbox has stored, because its room has sent notices or this person's first bid. */
  knownAuctions(): string[] {
    return auctionIds(this.#sql.exec<CheckpointRow>("SELECT auction_id FROM auction_checkpoints"));
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

  removeImages(keys: readonly string[]): void {
    this.#sql.exec("DELETE FROM images_to_delete WHERE key IN (SELECT value FROM json_each(?))", JSON.stringify(keys));
  }

  /** Deletes everything about this user but their sessions, which have ended. */
  empty(): void {
    this.#sql.exec(`DELETE FROM notifications; DELETE FROM auction_checkpoints; DELETE FROM deal_checkpoints;
      DELETE FROM question_checkpoints`);
    for (const key of [STORED_ACCOUNT, STORED_ANONYMOUS, STORED_SHOWN_AT, STORED_VOID_AGAIN_AT])
      this.#storage.kv.delete(key);
    clearAdminActions(this.#storage.kv);
  }
}

function checkpointOf({ kind, dealId }: Notice) {
  if (dealId !== undefined) return DEAL_CHECKPOINTS;
  return isAboutQuestion(kind) ? QUESTION_CHECKPOINTS : AUCTION_CHECKPOINTS;
}

/** The part of a notice's ID before its number, shared by all notices with the same numbering. */
function idPrefix({ auctionId, dealId, kind }: Notice): string {
  return `${dealId ?? auctionId}-${isAboutQuestion(kind) ? "q" : ""}`;
}

function auctionIds(rows: Iterable<CheckpointRow>): string[] {
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
