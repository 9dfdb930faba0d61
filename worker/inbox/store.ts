/**
 * An inbox's SQLite: the newest notifications of one user, and how far each auction has told them. Facts of one
 * auction come in order, so what is not newer than the last one is a repeat; that holds even for what was cleared.
 */
import type { Notice, Notification } from "../contract/notification.ts";

/** Older notifications than these are dropped. */
const KEPT = 200;

/** The steps that made the tables, oldest first; append-only. */
export const SCHEMA_STEPS: readonly string[] = [
  `CREATE TABLE notifications (
     id TEXT PRIMARY KEY,
     kind TEXT NOT NULL,
     message TEXT NOT NULL,
     auction_id TEXT NOT NULL,
     at INTEGER NOT NULL,
     is_read INTEGER NOT NULL
   );
   CREATE INDEX notifications_newest ON notifications (at DESC, id DESC);
   CREATE INDEX notifications_auction ON notifications (auction_id, kind);
   CREATE TABLE heard (
     auction_id TEXT PRIMARY KEY,
     seq INTEGER NOT NULL
   );`,
];

type Row = { id: string; kind: Notification["kind"]; message: string; auction_id: string; at: number; is_read: number };

export class InboxStore {
  readonly #storage: DurableObjectStorage;
  readonly #sql: SqlStorage;

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
    this.#sql = storage.sql;
  }

  /** Stores what is new and answers with it; a repeat changes nothing. */
  take(notices: readonly Notice[]): Notification[] {
    return this.#storage.transactionSync(() => {
      const taken = notices.filter((notice) => this.#isNew(notice)).map((notice) => this.#insert(notice));
      if (taken.length > 0) {
        this.#sql.exec(
          `DELETE FROM notifications WHERE id NOT IN (SELECT id FROM notifications ORDER BY at DESC, id DESC LIMIT ?)`,
          KEPT,
        );
      }
      return taken;
    });
  }

  #isNew({ auctionId, seq }: Notice): boolean {
    const heard = this.#sql.exec<{ seq: number }>("SELECT seq FROM heard WHERE auction_id = ?", auctionId).next().value;
    return !heard || seq > heard.seq;
  }

  #insert({ auctionId, seq, kind, message, at }: Notice): Notification {
    // Being outbid again on one auction is the same news with another price: it replaces the unread note.
    if (kind === "outbid") {
      this.#sql.exec("DELETE FROM notifications WHERE auction_id = ? AND kind = 'outbid' AND is_read = 0", auctionId);
    }
    const id = `${auctionId}-${seq}`;
    this.#sql.exec(
      "INSERT INTO notifications (id, kind, message, auction_id, at, is_read) VALUES (?, ?, ?, ?, ?, 0)",
      id,
      kind,
      message,
      auctionId,
      at,
    );
    this.#sql.exec(
      "INSERT INTO heard (auction_id, seq) VALUES (?, ?) ON CONFLICT (auction_id) DO UPDATE SET seq = excluded.seq",
      auctionId,
      seq,
    );
    return { _id: id, kind, message, auctionId, timestamp: new Date(at).toISOString(), isRead: false };
  }

  list(): Notification[] {
    const rows = this.#sql.exec<Row>("SELECT * FROM notifications ORDER BY at DESC, id DESC");
    return Array.from(rows, (row) => ({
      _id: row.id,
      kind: row.kind,
      message: row.message,
      auctionId: row.auction_id,
      timestamp: new Date(row.at).toISOString(),
      isRead: row.is_read === 1,
    }));
  }

  unread(): number {
    return this.#sql.exec<{ count: number }>("SELECT count(*) AS count FROM notifications WHERE is_read = 0").one()
      .count;
  }

  markRead(): void {
    this.#sql.exec("UPDATE notifications SET is_read = 1 WHERE is_read = 0");
  }

  clear(): void {
    this.#sql.exec("DELETE FROM notifications");
  }
}
