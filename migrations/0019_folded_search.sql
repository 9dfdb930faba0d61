ALTER TABLE `users` ADD `search_name` text;--> statement-breakpoint
CREATE INDEX `users_unfolded` ON `users` (`created_at`) WHERE search_name IS NULL;
--> statement-breakpoint
-- Searches compare folded texts (decision 108), and SQL cannot fold: the Worker does, for what `auctions_unfolded` has.
-- Until then a listing is found by its texts nearly as they are.
CREATE TABLE auctions_titles (place INTEGER PRIMARY KEY, title TEXT NOT NULL);
--> statement-breakpoint
CREATE TABLE auctions_unfolded (place INTEGER PRIMARY KEY);
--> statement-breakpoint
DROP TRIGGER auctions_search_insert;
--> statement-breakpoint
DROP TRIGGER auctions_search_delete;
--> statement-breakpoint
DROP TRIGGER auctions_search_update;
--> statement-breakpoint
DROP TRIGGER auctions_words_insert;
--> statement-breakpoint
DROP TRIGGER auctions_words_delete;
--> statement-breakpoint
DROP TRIGGER auctions_words_update;
--> statement-breakpoint
DROP TABLE auctions_search;
--> statement-breakpoint
DROP TABLE auctions_words;
--> statement-breakpoint
-- "Title contains". Without the texts themselves, as the other index: those of titles are in `auctions_titles`.
CREATE VIRTUAL TABLE auctions_search USING fts5(title, content = '', contentless_delete = 1, tokenize = 'trigram remove_diacritics 1');
--> statement-breakpoint
-- How words begin. What is folded has spaces between its words and no other separators: `ascii` takes it as it is.
CREATE VIRTUAL TABLE auctions_words USING fts5(title, description, joined, content = '', contentless_delete = 1, tokenize = 'ascii');
--> statement-breakpoint
INSERT INTO auctions_titles (place, title) SELECT rowid, ' ' || lower(title) || ' ' FROM auctions;
--> statement-breakpoint
INSERT INTO auctions_search (rowid, title) SELECT place, title FROM auctions_titles;
--> statement-breakpoint
INSERT INTO auctions_words (rowid, title, description, joined) SELECT rowid, title, description, '' FROM auctions;
--> statement-breakpoint
INSERT INTO auctions_unfolded (place) SELECT rowid FROM auctions;
--> statement-breakpoint
CREATE TRIGGER auctions_texts_insert AFTER INSERT ON auctions BEGIN
  INSERT INTO auctions_titles (place, title) VALUES (new.rowid, ' ' || lower(new.title) || ' ');
  INSERT INTO auctions_search (rowid, title) VALUES (new.rowid, ' ' || lower(new.title) || ' ');
  INSERT INTO auctions_words (rowid, title, description, joined) VALUES (new.rowid, new.title, new.description, '');
  INSERT INTO auctions_unfolded (place) VALUES (new.rowid);
END;
--> statement-breakpoint
CREATE TRIGGER auctions_texts_delete AFTER DELETE ON auctions BEGIN
  DELETE FROM auctions_titles WHERE place = old.rowid;
  DELETE FROM auctions_search WHERE rowid = old.rowid;
  DELETE FROM auctions_words WHERE rowid = old.rowid;
  DELETE FROM auctions_unfolded WHERE place = old.rowid;
END;
--> statement-breakpoint
CREATE TRIGGER auctions_texts_update AFTER UPDATE OF title, description ON auctions WHEN old.title <> new.title OR old.description <> new.description BEGIN
  UPDATE auctions_titles SET title = ' ' || lower(new.title) || ' ' WHERE place = new.rowid;
  UPDATE auctions_search SET title = ' ' || lower(new.title) || ' ' WHERE rowid = new.rowid;
  UPDATE auctions_words SET title = new.title, description = new.description, joined = '' WHERE rowid = new.rowid;
  DELETE FROM auctions_unfolded WHERE place = new.rowid;
  INSERT INTO auctions_unfolded (place) VALUES (new.rowid);
END;
