/**
 * The tables of an inbox, described in `docs/storage.md`. An inbox runs each step once, in this order. Append-only:
 * never edit a step that has run anywhere.
 */
export const SCHEMA_STEPS: readonly string[] = [
  `CREATE TABLE notifications (
     id TEXT NOT NULL,
     kind TEXT NOT NULL,
     values_json TEXT NOT NULL,
     auction_id TEXT NOT NULL,
     at INTEGER NOT NULL,
     is_read INTEGER NOT NULL,
     count INTEGER NOT NULL,
     PRIMARY KEY (auction_id, kind)
   ) WITHOUT ROWID;
   CREATE TABLE auction_checkpoints (
     auction_id TEXT PRIMARY KEY,
     seq INTEGER NOT NULL,
     added_at INTEGER NOT NULL
   ) WITHOUT ROWID;
   CREATE TABLE series_checkpoints (
     series TEXT PRIMARY KEY,
     seq INTEGER NOT NULL
   ) WITHOUT ROWID;
   CREATE TABLE sessions (
     id TEXT PRIMARY KEY,
     created_at INTEGER NOT NULL,
     last_seen_at INTEGER NOT NULL,
     device TEXT,
     network TEXT
   ) WITHOUT ROWID;
   CREATE TABLE pending_calls (
     kind TEXT NOT NULL,
     subject TEXT NOT NULL,
     auction_id TEXT NOT NULL,
     version INTEGER NOT NULL,
     PRIMARY KEY (kind, subject, auction_id)
   ) WITHOUT ROWID;
   CREATE TABLE images_to_delete (key TEXT PRIMARY KEY) WITHOUT ROWID;`,
];
