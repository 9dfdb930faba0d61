/**
 * The tables of a room. `SCHEMA_STEPS` are the steps that made them, oldest first. Append-only: a step that has run
 * anywhere is never edited. `NEW_ROOM_SCHEMA` is the result of all steps together, for a room that opens: making tables
 * that a later step replaces took longer than all other writes of an opening. The tables are described in
 * docs/storage.md.
 */
export const SCHEMA_STEPS: readonly string[] = [
  `CREATE TABLE listing (
     only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
     state TEXT NOT NULL,
     last_hash TEXT NOT NULL
   );
   CREATE TABLE bids (
     id TEXT PRIMARY KEY,
     bidder_id TEXT NOT NULL,
     amount_minor INTEGER NOT NULL,
     max_minor INTEGER NOT NULL,
     auto INTEGER NOT NULL,
     edited INTEGER NOT NULL,
     withdrawn INTEGER NOT NULL,
     placed_at INTEGER NOT NULL,
     seq INTEGER NOT NULL
   );
   CREATE INDEX bids_changed ON bids (seq);
   CREATE INDEX bids_bidder ON bids (bidder_id);
   CREATE TABLE journal (
     seq INTEGER PRIMARY KEY,
     at INTEGER NOT NULL,
     type TEXT NOT NULL,
     fact TEXT NOT NULL,
     secret TEXT,
     sealed TEXT,
     hash TEXT NOT NULL
   );
   CREATE TABLE people (
     id TEXT PRIMARY KEY,
     first_name TEXT NOT NULL,
     last_name TEXT NOT NULL,
     image_url TEXT,
     masked_email TEXT NOT NULL
   );
   CREATE TABLE requests (
     actor_id TEXT NOT NULL,
     key TEXT NOT NULL,
     payload TEXT NOT NULL,
     answer TEXT NOT NULL,
     at INTEGER NOT NULL,
     PRIMARY KEY (actor_id, key)
   );
   CREATE INDEX requests_age ON requests (at);
   CREATE TABLE cursors (
     reader TEXT PRIMARY KEY,
     seq INTEGER NOT NULL
   );`,
  // Each bid changed a page of each of these indexes, which are not needed: no query is by bidder, and idempotency.ts
  // finds responses.
  `DROP INDEX bids_bidder;
   CREATE TABLE answers (
     id INTEGER PRIMARY KEY,
     digest INTEGER NOT NULL,
     actor_id TEXT NOT NULL,
     key TEXT NOT NULL,
     payload TEXT NOT NULL,
     answer TEXT NOT NULL,
     at INTEGER NOT NULL
   );
   CREATE TABLE answer_keys (
     digest INTEGER NOT NULL,
     id INTEGER NOT NULL,
     PRIMARY KEY (digest, id)
   ) WITHOUT ROWID;
   DROP TABLE requests;`,
  // Numbers in the order of first bids; until now the facts identified a bidder by the account's id.
  `ALTER TABLE people ADD COLUMN anonymous INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE people ADD COLUMN bidder_id TEXT;
   ALTER TABLE people ADD COLUMN number INTEGER;
   UPDATE people SET bidder_id = people.id, number = first_bids.number
   FROM (SELECT bidder_id, row_number() OVER (ORDER BY min(rowid)) AS number FROM bids GROUP BY bidder_id) AS first_bids
   WHERE first_bids.bidder_id = people.id;`,
  // Bid origins (bid-origins.ts): keyed hashes of where commands came from. `told` is 1 once D1 has the row.
  `CREATE TABLE traces (
     person_id TEXT NOT NULL,
     network TEXT NOT NULL,
     device TEXT NOT NULL,
     session TEXT NOT NULL,
     at INTEGER NOT NULL,
     told INTEGER NOT NULL,
     PRIMARY KEY (person_id, network, device, session)
   ) WITHOUT ROWID;`,
  // A bid changed three pages of the old tables, and a response was parsed once more to be stored. Now the key of a
  // bid's row is the number of the fact that placed it, only bids that were changed later need an index, and a turn
  // stores its responses as one text. When a table outgrows its first page, a copy of that page stays in the file: that
  // copy contains only the two blank rows.
  `CREATE TABLE placed_bids (
     placed_seq INTEGER PRIMARY KEY,
     id TEXT NOT NULL,
     bidder_id TEXT NOT NULL,
     amount_minor INTEGER NOT NULL,
     max_minor INTEGER NOT NULL,
     auto INTEGER NOT NULL,
     edited INTEGER NOT NULL,
     withdrawn INTEGER NOT NULL,
     placed_at INTEGER NOT NULL,
     seq INTEGER NOT NULL
   );
   INSERT INTO placed_bids
   SELECT CAST(substr(id, instr(id, '-') + 1) AS INTEGER), id, bidder_id, amount_minor, max_minor, auto, edited,
          withdrawn, placed_at, seq
   FROM bids;
   DROP TABLE bids;
   ALTER TABLE placed_bids RENAME TO bids;
   CREATE INDEX bids_changed_later ON bids (seq) WHERE seq <> placed_seq;
   CREATE TABLE answer_pages (
     first_id INTEGER PRIMARY KEY,
     lines TEXT NOT NULL,
     at INTEGER NOT NULL
   );
   INSERT INTO answer_pages VALUES (-2, replace(hex(zeroblob(1500)), '0', ' '), 0);
   INSERT INTO answer_pages VALUES (-1, replace(hex(zeroblob(1500)), '0', ' '), 0);
   INSERT INTO answer_pages
   SELECT id, json_array(actor_id, key, payload) || char(10) || answer, at FROM answers;
   DROP TABLE answers;`,
  // A room holds only its highest bids in memory. So that the next ones, and the bids of one person, are found without
  // reading others, a bid that was raised or withdrawn moves to a table of its own, each bid has the number of its
  // bidder's bid before it, and each bidder's standing bids are counted.
  `ALTER TABLE bids ADD COLUMN previous_seq INTEGER NOT NULL DEFAULT 0;
   UPDATE bids SET previous_seq = earlier.previous_seq
   FROM (SELECT placed_seq, lag(placed_seq, 1, 0) OVER (PARTITION BY bidder_id ORDER BY placed_seq) AS previous_seq
         FROM bids) AS earlier
   WHERE earlier.placed_seq = bids.placed_seq;
   CREATE TABLE bidders (
     bidder_id TEXT PRIMARY KEY,
     standing INTEGER NOT NULL,
     last_seq INTEGER NOT NULL
   ) WITHOUT ROWID;
   INSERT INTO bidders SELECT bidder_id, sum(withdrawn = 0), max(placed_seq) FROM bids GROUP BY bidder_id;
   INSERT INTO cursors SELECT 'bidders', coalesce(max(seq), 0) FROM journal;
   CREATE TABLE changed_bids (
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
     previous_seq INTEGER NOT NULL
   );
   INSERT INTO changed_bids SELECT * FROM bids WHERE seq <> placed_seq;
   DELETE FROM bids WHERE seq <> placed_seq;
   DROP INDEX bids_changed_later;
   CREATE INDEX changed_bids_seq ON changed_bids (seq);
   CREATE INDEX changed_bids_standing ON changed_bids (seq) WHERE withdrawn = 0;`,
  // The lowest possible amount of an automatic bid; an exact bid has none.
  `ALTER TABLE bids ADD COLUMN floor_minor INTEGER;
   ALTER TABLE changed_bids ADD COLUMN floor_minor INTEGER;`,
  // Bidders are notified at once, and the seller of several bids together: each has a cursor. A fact whose recipients
  // were being called page by page starts again with the first, because the seller is no longer among them.
  `INSERT INTO cursors SELECT 'bidderInboxes', seq FROM cursors WHERE reader = 'inboxes';
   DELETE FROM cursors WHERE reader = 'recipients';`,
  // Bids that their bidders alone can't take back, those that their bidders ask the seller to release, and how many bids
  // each bidder has taken back.
  `ALTER TABLE bids ADD COLUMN reveals INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE bids ADD COLUMN release_asked INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE changed_bids ADD COLUMN reveals INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE changed_bids ADD COLUMN release_asked INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE bidders ADD COLUMN taken_back INTEGER NOT NULL DEFAULT 0;`,
];

/** A test compares it with what the steps make. */
export const NEW_ROOM_SCHEMA = `
  CREATE TABLE listing (
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
  CREATE TABLE people (
    id TEXT PRIMARY KEY,
    first_name TEXT NOT NULL,
    last_name TEXT NOT NULL,
    image_url TEXT,
    masked_email TEXT NOT NULL,
    anonymous INTEGER NOT NULL DEFAULT 0,
    bidder_id TEXT,
    number INTEGER
  );
  CREATE TABLE cursors (
    reader TEXT PRIMARY KEY,
    seq INTEGER NOT NULL
  );
  INSERT INTO cursors VALUES ('bidders', 0);
  CREATE TABLE answer_keys (
    digest INTEGER NOT NULL,
    id INTEGER NOT NULL,
    PRIMARY KEY (digest, id)
  ) WITHOUT ROWID;
  CREATE TABLE traces (
    person_id TEXT NOT NULL,
    network TEXT NOT NULL,
    device TEXT NOT NULL,
    session TEXT NOT NULL,
    at INTEGER NOT NULL,
    told INTEGER NOT NULL,
    PRIMARY KEY (person_id, network, device, session)
  ) WITHOUT ROWID;
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
    previous_seq INTEGER NOT NULL DEFAULT 0,
    floor_minor INTEGER,
    reveals INTEGER NOT NULL DEFAULT 0,
    release_asked INTEGER NOT NULL DEFAULT 0
  );
  CREATE TABLE answer_pages (
    first_id INTEGER PRIMARY KEY,
    lines TEXT NOT NULL,
    at INTEGER NOT NULL
  );
  INSERT INTO answer_pages VALUES (-2, replace(hex(zeroblob(1500)), '0', ' '), 0);
  INSERT INTO answer_pages VALUES (-1, replace(hex(zeroblob(1500)), '0', ' '), 0);
  CREATE TABLE bidders (
    bidder_id TEXT PRIMARY KEY,
    standing INTEGER NOT NULL,
    last_seq INTEGER NOT NULL,
    taken_back INTEGER NOT NULL DEFAULT 0
  ) WITHOUT ROWID;
  CREATE TABLE changed_bids (
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
    reveals INTEGER NOT NULL DEFAULT 0,
    release_asked INTEGER NOT NULL DEFAULT 0
  );
  CREATE INDEX changed_bids_seq ON changed_bids (seq);
  CREATE INDEX changed_bids_standing ON changed_bids (seq) WHERE withdrawn = 0;`;
