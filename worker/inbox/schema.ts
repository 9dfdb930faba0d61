/**
 * The tables of an inbox, described in `docs/storage.md`. An inbox runs each step once, in this order. It's
 * append-only. Never edit a step that has run anywhere.
 */
export const SCHEMA_STEPS: readonly string[] = [
  `CREATE TABLE notifications (
     id TEXT NOT NULL,
     kind TEXT NOT NULL,
     message TEXT NOT NULL,
     auction_id TEXT NOT NULL,
     at INTEGER NOT NULL,
     is_read INTEGER NOT NULL,
     count INTEGER NOT NULL
   );
   CREATE UNIQUE INDEX notifications_subject ON notifications (auction_id, kind);
   CREATE TABLE auction_checkpoints (
     auction_id TEXT PRIMARY KEY,
     seq INTEGER NOT NULL
   );
   CREATE TABLE session_rooms (
     session_id TEXT NOT NULL,
     auction_id TEXT NOT NULL,
     expires_at INTEGER NOT NULL,
     PRIMARY KEY (session_id, auction_id)
   ) WITHOUT ROWID;
   CREATE TABLE ended_sessions (
     session_id TEXT PRIMARY KEY,
     at INTEGER NOT NULL
   );
   CREATE TABLE pending_calls (
     kind TEXT NOT NULL,
     subject TEXT NOT NULL,
     auction_id TEXT NOT NULL,
     version INTEGER NOT NULL,
     PRIMARY KEY (kind, subject, auction_id)
   ) WITHOUT ROWID;
   CREATE TABLE images_to_delete (key TEXT PRIMARY KEY) WITHOUT ROWID;`,
  // From here on, notifications are stored as values. Earlier ones, stored as sentences, can't be read anymore.
  `DELETE FROM notifications;
   ALTER TABLE notifications RENAME COLUMN message TO values_json;`,
  // Rooms registered sessions that D1 had. From here on the inbox has them, and everyone has to sign in again.
  `DROP TABLE session_rooms;
   DROP TABLE ended_sessions;
   CREATE TABLE sessions (
     id TEXT PRIMARY KEY,
     created_at INTEGER NOT NULL,
     last_seen_at INTEGER NOT NULL,
     device TEXT,
     network TEXT
   ) WITHOUT ROWID;`,
  // Notices of deals are numbered separately.
  `CREATE TABLE deal_checkpoints (
     deal_id TEXT PRIMARY KEY,
     seq INTEGER NOT NULL
   ) WITHOUT ROWID;`,
  // Questions and answers about items, which aren't facts of a room.
  `CREATE TABLE question_checkpoints (
     auction_id TEXT PRIMARY KEY,
     at INTEGER NOT NULL
   ) WITHOUT ROWID;`,
];
