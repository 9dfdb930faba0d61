/** People's watchlists, the most recently watched auction first. */
import { and, desc, eq, exists, sql } from "drizzle-orm";

import { MAX_WATCHED_AUCTIONS } from "../contract/auction.ts";
import type { ListedAuction } from "../contract/catalogue.ts";
import { MAX_WATCHERS } from "../contract/people.ts";
import type { Database } from "../db/database.ts";
import { auctions, watches } from "../db/schema.ts";
import { isPublicListing, selectListings, toListedAuction } from "../listings/queries/listings.ts";

export async function listWatchedAuctions(db: Database, userId: string, now: number): Promise<ListedAuction[]> {
  const rows = await selectListings(db)
    .innerJoin(watches, eq(watches.auctionId, auctions.id))
    .where(and(eq(watches.userId, userId), isPublicListing))
    .orderBy(desc(watches.createdAt), desc(auctions.id))
    .limit(MAX_WATCHED_AUCTIONS);
  return rows.map((row) => toListedAuction(row, now));
}

/** By the auctions' IDs. Counts no more than `MAX_WATCHERS`. */
export async function countWatchers(db: Database, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await db.all<{ id: string; watchers: number }>(
    sql`SELECT value AS id, (
      SELECT count(*) FROM (SELECT 1 FROM watches WHERE auction_id = value LIMIT ${MAX_WATCHERS})
    ) AS watchers FROM json_each(${JSON.stringify(ids)})`,
  );
  return new Map(rows.map(({ id, watchers }) => [id, watchers]));
}

/**
 * Returns false and writes nothing if the list is full of other auctions. Also writes nothing if the account is being
 * deleted or the auction is gone.
 */
export async function watch(db: Database, userId: string, auctionId: string, now: number): Promise<boolean> {
  const isFull = sql`(SELECT count(*) FROM watches WHERE user_id = ${userId}) >= ${MAX_WATCHED_AUCTIONS}`;
  const auctionExists = exists(
    db
      .select({ id: auctions.id })
      .from(auctions)
      .where(and(eq(auctions.id, auctionId), isPublicListing)),
  );
  const { meta } = await db.run(sql`INSERT INTO watches (user_id, auction_id, created_at)
    SELECT id, ${auctionId}, ${now} FROM users
    WHERE id = ${userId} AND ${auctionExists} AND NOT ${isFull}
    ON CONFLICT DO NOTHING`);
  if (meta.changes > 0) return true;
  const isWatched = sql`EXISTS (SELECT 1 FROM watches WHERE user_id = ${userId} AND auction_id = ${auctionId})`;
  const { refused } = await db.get<{ refused: number }>(sql`SELECT ${isFull} AND NOT ${isWatched} AS refused`);
  return refused === 0;
}

export async function unwatch(db: Database, userId: string, auctionId: string): Promise<void> {
  await db.delete(watches).where(and(eq(watches.userId, userId), eq(watches.auctionId, auctionId)));
}
