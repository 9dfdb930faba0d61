/**
 * How a room's facts reach D1. Idempotent and guarded by sequence numbers: delivered twice, late or out of order,
 * the rows end up equal to the room. Nothing here decides anything about an auction.
 */
import type { AuctionRow, BidRow } from "./schema.ts";

/** Writes one auction as it stands after fact `auction.seq`, and the bids that changed, in one transaction. */
export async function projectAuction(db: D1Database, auction: AuctionRow, bids: readonly BidRow[]): Promise<void> {
  const statements = [moveOn(db, auction), upsertAuction(db, auction)];
  if (bids.length > 0) statements.push(upsertBids(db, auction.id, bids));
  // A removed or cancelled auction keeps its row, hidden from every list, so that a late delivery finds its number.
  if (auction.phase === "cancelled" || auction.phase === "removed") {
    statements.push(
      db.prepare("DELETE FROM bids WHERE auction_id = ?").bind(auction.id),
      db.prepare("DELETE FROM watches WHERE auction_id = ?").bind(auction.id),
    );
  }
  await db.batch(statements);
}

/**
 * What bids change, where nothing else has changed: an update that names all columns writes each of the row's indexes
 * anew. It comes before the whole row, which then finds its own number there and does nothing.
 */
function moveOn(db: D1Database, row: AuctionRow): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE auctions SET price_minor = ?, min_next_minor = ?, bid_count = ?, leader_id = ?, seq = ?
       WHERE id = ? AND seq < ? AND phase = ? AND ends_at = ? AND scheduled_ends_at = ? AND extensions = ?
         AND title = ? AND description = ? AND image_keys = ? AND starting_price_minor = ?
         AND winner_id IS ? AND closed_at IS ?`,
    )
    .bind(
      row.priceMinor,
      row.minNextMinor,
      row.bidCount,
      row.leaderId,
      row.seq,
      row.id,
      row.seq,
      row.phase,
      row.endsAt,
      row.scheduledEndsAt,
      row.extensions,
      row.title,
      row.description,
      JSON.stringify(row.imageKeys),
      row.startingPriceMinor,
      row.winnerId,
      row.closedAt,
    );
}

function upsertAuction(db: D1Database, row: AuctionRow): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO auctions (id, seller_id, category_id, title, description, image_keys, currency, increments,
         starting_price_minor, price_minor, min_next_minor, bid_count, leader_id, winner_id, phase, created_at,
         scheduled_ends_at, ends_at, extensions, closed_at, seq)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET
         seller_id = excluded.seller_id, category_id = excluded.category_id, currency = excluded.currency,
         increments = excluded.increments, title = excluded.title, description = excluded.description, image_keys = excluded.image_keys,
         starting_price_minor = excluded.starting_price_minor, price_minor = excluded.price_minor,
         min_next_minor = excluded.min_next_minor, bid_count = excluded.bid_count, leader_id = excluded.leader_id,
         winner_id = excluded.winner_id, phase = excluded.phase, created_at = excluded.created_at,
         scheduled_ends_at = excluded.scheduled_ends_at, ends_at = excluded.ends_at,
         extensions = excluded.extensions, closed_at = excluded.closed_at, seq = excluded.seq
       WHERE excluded.seq > auctions.seq`,
    )
    .bind(
      row.id,
      row.sellerId,
      row.categoryId,
      row.title,
      row.description,
      JSON.stringify(row.imageKeys),
      row.currency,
      row.increments,
      row.startingPriceMinor,
      row.priceMinor,
      row.minNextMinor,
      row.bidCount,
      row.leaderId,
      row.winnerId,
      row.phase,
      row.createdAt,
      row.scheduledEndsAt,
      row.endsAt,
      row.extensions,
      row.closedAt,
      row.seq,
    );
}

/**
 * All bids in one parameter: D1 takes at most 100 parameters in a statement. A late delivery finds a removed auction
 * hidden and brings no bid of it back.
 */
function upsertBids(db: D1Database, auctionId: string, rows: readonly BidRow[]): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO bids (id, auction_id, bidder_id, amount_minor, auto, edited, withdrawn, placed_at, seq)
       SELECT value ->> 0, ?1, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7
       FROM json_each(?2)
       WHERE EXISTS (SELECT 1 FROM auctions WHERE auctions.id = ?1 AND auctions.phase IN ('open', 'closed', 'hidden'))
       ON CONFLICT (id) DO UPDATE SET amount_minor = excluded.amount_minor, edited = excluded.edited,
         withdrawn = excluded.withdrawn, seq = excluded.seq
       WHERE excluded.seq > bids.seq`,
    )
    .bind(auctionId, JSON.stringify(rows.map(valuesOf)));
}

/** In the order of the columns: names would be most of the text. */
function valuesOf(row: BidRow) {
  const { id, bidderId, amountMinor, auto, edited, withdrawn, placedAt, seq } = row;
  return [id, bidderId, amountMinor, auto, edited, withdrawn, placedAt, seq];
}

type Trace = {
  readonly personId: string;
  readonly network: string;
  readonly device: string;
  readonly session: string;
  readonly at: number;
};

/** Where bids came from. Told twice they are there once. */
export async function projectTraces(db: D1Database, auctionId: string, traces: readonly Trace[]): Promise<void> {
  await db
    .prepare(
      `INSERT OR IGNORE INTO bid_traces (auction_id, person_id, network, device, session, at)
       SELECT ?, value ->> 'personId', value ->> 'network', value ->> 'device', value ->> 'session', value ->> 'at'
       FROM json_each(?)
       WHERE EXISTS (SELECT 1 FROM users WHERE users.id = value ->> 'personId' AND users.deleted_at IS NULL)`,
    )
    .bind(auctionId, JSON.stringify(traces))
    .run();
}
