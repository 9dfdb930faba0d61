-- A search finds words in any order, whatever their accents, and words of the description too.
-- "Title contains" as before, and now without accents.
DROP TABLE auctions_search;
--> statement-breakpoint
CREATE VIRTUAL TABLE auctions_search USING fts5(title, content = 'auctions', content_rowid = 'rowid', tokenize = 'trigram remove_diacritics 1');
--> statement-breakpoint
INSERT INTO auctions_search (auctions_search) VALUES ('rebuild');
--> statement-breakpoint
-- How the words of a title and a description begin. It follows the auctions by triggers.
CREATE VIRTUAL TABLE auctions_words USING fts5(title, description, content = 'auctions', content_rowid = 'rowid', tokenize = 'unicode61 remove_diacritics 2');
--> statement-breakpoint
INSERT INTO auctions_words (auctions_words) VALUES ('rebuild');
--> statement-breakpoint
CREATE TRIGGER auctions_words_insert AFTER INSERT ON auctions BEGIN
  INSERT INTO auctions_words (rowid, title, description) VALUES (new.rowid, new.title, new.description);
END;
--> statement-breakpoint
CREATE TRIGGER auctions_words_delete AFTER DELETE ON auctions BEGIN
  INSERT INTO auctions_words (auctions_words, rowid, title, description) VALUES ('delete', old.rowid, old.title, old.description);
END;
--> statement-breakpoint
CREATE TRIGGER auctions_words_update AFTER UPDATE OF title, description ON auctions WHEN old.title <> new.title OR old.description <> new.description BEGIN
  INSERT INTO auctions_words (auctions_words, rowid, title, description) VALUES ('delete', old.rowid, old.title, old.description);
  INSERT INTO auctions_words (rowid, title, description) VALUES (new.rowid, new.title, new.description);
END;
