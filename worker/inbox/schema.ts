/**
 * The tables of an inbox. `SCHEMA_STEPS` are the steps that made them, oldest first. Append-only: a step that has run
 * anywhere is never edited. `NEW_INBOX_SCHEMA` is the result of all steps together, for an inbox that has no tables yet.
 * The tables are described in docs/storage.md.
 */
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
   );
   CREATE TABLE held_sockets (
     session_id TEXT NOT NULL,
     auction_id TEXT NOT NULL,
     expires_at INTEGER NOT NULL,
     PRIMARY KEY (session_id, auction_id)
   );
   CREATE TABLE ended_sessions (
     session_id TEXT PRIMARY KEY,
     at INTEGER NOT NULL
   );`,
  // Of notifications in the same millisecond the one that was stored later is the newer one.
  `DROP INDEX notifications_newest;
   CREATE INDEX notifications_age ON notifications (at);`,
  `CREATE TABLE owed_calls (
     kind TEXT NOT NULL,
     subject TEXT NOT NULL,
     auction_id TEXT NOT NULL,
     version INTEGER NOT NULL,
     PRIMARY KEY (kind, subject, auction_id)
   ) WITHOUT ROWID;
   CREATE TABLE images_to_delete (key TEXT PRIMARY KEY) WITHOUT ROWID;`,
  // A room that registers a session stays in the inbox's list, also after that session is over.
  "INSERT OR IGNORE INTO heard (auction_id, seq) SELECT DISTINCT auction_id, 0 FROM held_sockets",
  // One notification of each auction and kind, the newest. Of new bids it says how many of them are unread. The index
  // is not unique: an older version, when a deployment is rolled back, still stores one notification of each bid.
  `ALTER TABLE notifications ADD COLUMN count INTEGER NOT NULL DEFAULT 1;
   UPDATE notifications SET count = (
     SELECT count(*) FROM notifications AS other
     WHERE other.auction_id = notifications.auction_id AND other.kind = 'newBid' AND other.is_read = 0
   ) WHERE kind = 'newBid' AND is_read = 0;
   UPDATE notifications SET message = count || ' new bids' || substr(message, instr(message, ' on "')) WHERE count > 1;
   DELETE FROM notifications WHERE rowid NOT IN (
     SELECT rowid FROM (
       SELECT rowid, row_number() OVER (PARTITION BY auction_id, kind ORDER BY at DESC, rowid DESC) AS place
       FROM notifications
     ) WHERE place = 1
   );
   DROP INDEX notifications_auction;
   CREATE INDEX notifications_subject ON notifications (auction_id, kind);`,
  // A changed index is a row that the platform charges for. A newer notification now takes the row of the one before
  // it, which changes no index; and of the few that are kept no index by id or age is needed.
  `CREATE TABLE fewer_indexes (
     id TEXT NOT NULL,
     kind TEXT NOT NULL,
     message TEXT NOT NULL,
     auction_id TEXT NOT NULL,
     at INTEGER NOT NULL,
     is_read INTEGER NOT NULL,
     count INTEGER NOT NULL DEFAULT 1
   );
   INSERT INTO fewer_indexes (id, kind, message, auction_id, at, is_read, count)
   SELECT id, kind, message, auction_id, at, is_read, count FROM notifications ORDER BY rowid;
   DROP TABLE notifications;
   ALTER TABLE fewer_indexes RENAME TO notifications;
   CREATE INDEX notifications_subject ON notifications (auction_id, kind);
   CREATE TABLE held_sessions (
     session_id TEXT NOT NULL,
     auction_id TEXT NOT NULL,
     expires_at INTEGER NOT NULL,
     PRIMARY KEY (session_id, auction_id)
   ) WITHOUT ROWID;
   INSERT INTO held_sessions SELECT session_id, auction_id, expires_at FROM held_sockets;
   DROP TABLE held_sockets;
   ALTER TABLE held_sessions RENAME TO held_sockets;`,
];

export const NEW_INBOX_SCHEMA = `
  CREATE TABLE notifications (
    id TEXT NOT NULL,
    kind TEXT NOT NULL,
    message TEXT NOT NULL,
    auction_id TEXT NOT NULL,
    at INTEGER NOT NULL,
    is_read INTEGER NOT NULL,
    count INTEGER NOT NULL DEFAULT 1
  );
  CREATE INDEX notifications_subject ON notifications (auction_id, kind);
  CREATE TABLE heard (
    auction_id TEXT PRIMARY KEY,
    seq INTEGER NOT NULL
  );
  CREATE TABLE held_sockets (
    session_id TEXT NOT NULL,
    auction_id TEXT NOT NULL,
    expires_at INTEGER NOT NULL,
    PRIMARY KEY (session_id, auction_id)
  ) WITHOUT ROWID;
  CREATE TABLE ended_sessions (
    session_id TEXT PRIMARY KEY,
    at INTEGER NOT NULL
  );
  CREATE TABLE owed_calls (
    kind TEXT NOT NULL,
    subject TEXT NOT NULL,
    auction_id TEXT NOT NULL,
    version INTEGER NOT NULL,
    PRIMARY KEY (kind, subject, auction_id)
  ) WITHOUT ROWID;
  CREATE TABLE images_to_delete (key TEXT PRIMARY KEY) WITHOUT ROWID;`;
