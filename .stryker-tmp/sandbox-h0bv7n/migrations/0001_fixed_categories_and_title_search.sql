-- The eight categories that every deployment starts with.
INSERT INTO categories (id, name, description, position, created_at) VALUES
  ('art-collectibles', 'Art & Collectibles', 'Paintings, prints, sculpture and things worth keeping', 1, 0),
  ('jewelry-watches', 'Jewelry & Watches', 'Fine jewellery, wristwatches and pocket watches', 2, 0),
  ('vehicles', 'Vehicles', 'Cars, motorcycles, bicycles and boats', 3, 0),
  ('real-estate', 'Real Estate', 'Homes, land and places to stay', 4, 0),
  ('fashion', 'Fashion', 'Clothing, bags, shoes and accessories', 5, 0),
  ('electronics', 'Electronics', 'Cameras, audio, computers and instruments', 6, 0),
  ('gaming', 'Gaming', 'Consoles, cartridges, boards and cards', 7, 0),
  ('antiques', 'Antiques', 'Furniture, clocks, ceramics and silver of an earlier age', 8, 0);
--> statement-breakpoint
-- "Title contains", whatever the case, by an index of trigrams. It follows the auctions by triggers.
CREATE VIRTUAL TABLE auctions_search USING fts5(title, content = 'auctions', content_rowid = 'rowid', tokenize = 'trigram');
--> statement-breakpoint
CREATE TRIGGER auctions_search_insert AFTER INSERT ON auctions BEGIN
  INSERT INTO auctions_search (rowid, title) VALUES (new.rowid, new.title);
END;
--> statement-breakpoint
CREATE TRIGGER auctions_search_delete AFTER DELETE ON auctions BEGIN
  INSERT INTO auctions_search (auctions_search, rowid, title) VALUES ('delete', old.rowid, old.title);
END;
--> statement-breakpoint
CREATE TRIGGER auctions_search_update AFTER UPDATE OF title ON auctions WHEN old.title <> new.title BEGIN
  INSERT INTO auctions_search (auctions_search, rowid, title) VALUES ('delete', old.rowid, old.title);
  INSERT INTO auctions_search (rowid, title) VALUES (new.rowid, new.title);
END;
