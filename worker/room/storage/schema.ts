/**
 * The tables of a room, described in `docs/storage.md`. A room runs each step once, in this order. Append-only: never
 * edit a step that has run anywhere.
 */
export const SCHEMA_STEPS: readonly string[] = [
  `CREATE TABLE listing (
     only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
     state TEXT NOT NULL,
     last_hash TEXT NOT NULL
   );
   CREATE TABLE journal (
     seq INTEGER PRIMARY KEY,
     at INTEGER NOT NULL,
     type TEXT NOT NULL,
     fact TEXT NOT NULL,
     secret TEXT,
     sealed TEXT,
     hash TEXT NOT NULL
   );
   CREATE TABLE participants (
     id TEXT PRIMARY KEY,
     first_name TEXT NOT NULL,
     last_name TEXT NOT NULL,
     image_url TEXT,
     masked_email TEXT NOT NULL,
     anonymous INTEGER NOT NULL,
     bidder_id TEXT,
     number INTEGER
   );
   CREATE TABLE checkpoints (
     only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
     received TEXT NOT NULL,
     bidders INTEGER NOT NULL
   );
   INSERT INTO checkpoints VALUES (1, '{}', 0);
   CREATE TABLE bid_origins (
     number INTEGER PRIMARY KEY AUTOINCREMENT,
     person_id TEXT NOT NULL,
     network TEXT NOT NULL,
     device TEXT NOT NULL,
     session TEXT NOT NULL,
     at INTEGER NOT NULL
   );
   CREATE TABLE bids (
     placed_seq INTEGER PRIMARY KEY,
     id TEXT NOT NULL,
     bidder_id TEXT NOT NULL,
     amount_minor INTEGER NOT NULL,
     max_minor INTEGER NOT NULL,
     auto INTEGER NOT NULL,
     edited INTEGER NOT NULL,
     withdrawn INTEGER NOT NULL,
     placed_at INTEGER NOT NULL,
     seq INTEGER NOT NULL,
     previous_seq INTEGER NOT NULL,
     floor_minor INTEGER,
     reveals INTEGER NOT NULL,
     release_requested INTEGER NOT NULL
   );
   CREATE INDEX bids_order ON bids (withdrawn, seq);
   CREATE TABLE responses (
     id INTEGER PRIMARY KEY,
     actor_id TEXT NOT NULL,
     key TEXT NOT NULL,
     fingerprint TEXT NOT NULL,
     response TEXT NOT NULL,
     at INTEGER NOT NULL,
     UNIQUE (actor_id, key)
   );
   CREATE TABLE bidders (
     bidder_id TEXT PRIMARY KEY,
     standing INTEGER NOT NULL,
     last_seq INTEGER NOT NULL,
     withdrawals INTEGER NOT NULL
   ) WITHOUT ROWID;`,
];
