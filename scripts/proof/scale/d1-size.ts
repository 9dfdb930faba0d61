/**
 * How many bytes of D1 an auction and a bid take, with their indexes: the real migrations, in SQLite. The seed is
 * fixed.
 */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";

import { Random } from "../random.ts";

const MIGRATIONS = path.resolve(import.meta.dirname, "../../../migrations");
const AUCTIONS = 1_000;
const PEOPLE = 5_000;
const BIDS = 25_000;
const TITLE_WORDS = 6;
const DESCRIPTION_WORDS = 80;

export type D1Bytes = { readonly auction: number; readonly bid: number };

export function measureD1(): D1Bytes {
  const random = new Random("size of D1");
  const db = new DatabaseSync(":memory:");
  for (const name of readdirSync(MIGRATIONS)
    .filter((file) => file.endsWith(".sql"))
    .toSorted()) {
    db.exec(readFileSync(path.join(MIGRATIONS, name), "utf8"));
  }
  const size = () => {
    const [pages] = db.prepare("SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size").all();
    return Number(pages?.["bytes"]);
  };
  const id = () => Array.from({ length: 32 }, () => random.whole(0, 15).toString(16)).join("");
  const words = (count: number) => Array.from({ length: count }, () => `word${random.whole(0, 9_999)}`).join(" ");
  const people = Array.from({ length: PEOPLE }, id);

  const empty = size();
  const auction = db.prepare(
    `INSERT INTO auctions (id, seller_id, category_id, title, description, image_keys, currency, increments,
       starting_price_minor, price_minor, min_next_minor, bid_count, leader_id, phase, created_at, scheduled_ends_at,
       ends_at, extensions, window_ms, changed_at, seq)
     VALUES (?1, ?2, 'antiques', ?3, ?4, ?5, 'USD', 'tiered', 10000, ?6, ?6, 25, ?7, 'open', ?6, ?6, ?6, 0, 120000, ?6, 26)`,
  );
  const auctions = Array.from({ length: AUCTIONS }, () => {
    const auctionId = id();
    const keys = JSON.stringify(
      Array.from({ length: 3 }, () => `auctions/${auctionId}/${id()}${id()}-1600x1200-aabbcc`),
    );
    const someTime = random.whole(1_700_000_000_000, 1_800_000_000_000);
    const [title, description] = [words(TITLE_WORDS), words(DESCRIPTION_WORDS)];
    auction.run(auctionId, random.pick(people), title, description, keys, someTime, random.pick(people));
    return { id: auctionId, seq: 1 };
  });
  const withAuctions = size();
  const bid = db.prepare(
    `INSERT INTO bids (id, auction_id, bidder_id, amount_minor, auto, edited, withdrawn, placed_at, seq)
     VALUES (?, ?, ?, ?, 0, 0, 0, ?, ?)`,
  );
  for (let index = 0; index < BIDS; index += 1) {
    const of = random.pick(auctions);
    of.seq += 1;
    const placedAt = 1_800_000_000_000 + index * 60;
    bid.run(`${of.id}-${of.seq}`, of.id, random.pick(people), 10_000 + of.seq * 500, placedAt, of.seq);
  }
  return { auction: (withAuctions - empty) / AUCTIONS, bid: (size() - withAuctions) / BIDS };
}
