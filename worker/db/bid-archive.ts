/**
 * Moves the bids in auctions that ended long ago out of D1. The rooms have these bids, and D1 keeps one row for each
 * bidder. A step moves some of one auction's bids in one transaction, so that a crash between two steps loses nothing
 * and counts nothing twice.
 */
import { asc, eq } from "drizzle-orm";

import type { Database } from "./database.ts";
import { archivedBids, type ArchivedBidsRow, type BidRow } from "./schema.ts";

/**
 * The shortest time that an auction's bids stay in D1 after its end. D1 can be restored to any time in this period, so
 * a restore only loses bids in auctions that aren't archived yet.
 */
export const ARCHIVE_AFTER_MS = 30 * 24 * 3_600_000;
/** How many bids one step moves, which takes D1 a few milliseconds. */
export const BIDS_PER_STEP = 500;

/** Adds to the existing counts, because D1 no longer has the bids that were archived earlier. */
const ADD_TO_ARCHIVE = `
  INSERT INTO archived_bids (auction_id, bidder_id, bids, withdrawn, first_placed_at, last_placed_at)
  SELECT auction_id, bidder_id, count(*), sum(withdrawn), min(placed_at), max(placed_at)
  FROM (SELECT * FROM bids WHERE auction_id = ?1 ORDER BY placed_seq LIMIT ?2) WHERE true GROUP BY bidder_id
  ON CONFLICT (auction_id, bidder_id) DO UPDATE SET
    bids = bids + excluded.bids, withdrawn = withdrawn + excluded.withdrawn,
    first_placed_at = min(first_placed_at, excluded.first_placed_at),
    last_placed_at = max(last_placed_at, excluded.last_placed_at)`;
const REMOVE_BIDS = `
  DELETE FROM bids WHERE auction_id = ?1
    AND placed_seq IN (SELECT placed_seq FROM bids WHERE auction_id = ?1 ORDER BY placed_seq LIMIT ?2)
  RETURNING 1`;

/** Moves the next bids of an auction. Returns how many, which is fewer than `limit` when none are left. */
export async function archiveNextBids(db: D1Database, auctionId: string, limit = BIDS_PER_STEP): Promise<number> {
  const [, removed] = await db.batch([
    db.prepare(ADD_TO_ARCHIVE).bind(auctionId, limit),
    db.prepare(REMOVE_BIDS).bind(auctionId, limit),
  ]);
  return removed?.results.length ?? 0;
}

/** The rows that an auction's archive should have after all of these bids have been moved, for the sweep's audit. */
export function archiveOf(rows: readonly BidRow[]): ArchivedBidsRow[] {
  const byBidder = Map.groupBy(rows, ({ bidderId }) => bidderId);
  return Array.from(byBidder, ([bidderId, placed]) => ({
    auctionId: placed[0]?.auctionId ?? "",
    bidderId,
    bids: placed.length,
    withdrawn: placed.filter(({ withdrawn }) => withdrawn).length,
    firstPlacedAt: Math.min(...placed.map(({ placedAt }) => placedAt)),
    lastPlacedAt: Math.max(...placed.map(({ placedAt }) => placedAt)),
  })).toSorted((a, b) => (a.bidderId < b.bidderId ? -1 : 1));
}

/** The rows of an auction's archive, by bidder. None if it isn't archived. */
export async function listArchive(db: Database, auctionId: string): Promise<ArchivedBidsRow[]> {
  const { auctionId: column, bidderId } = archivedBids;
  return db.select().from(archivedBids).where(eq(column, auctionId)).orderBy(asc(bidderId));
}
