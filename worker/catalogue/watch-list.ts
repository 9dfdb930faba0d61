/** People's watch lists, the most recently watched auction first. */
import { and, desc, eq, sql } from "drizzle-orm";

import type { Auction } from "../contract/catalogue.ts";
import { MAX_PER_PERSON } from "./auctions.ts";
import type { Catalogue } from "./database.ts";
import { isShown, selectListings, toListing } from "./listings.ts";
import { auctions, watches } from "./schema.ts";

export async function listWatched(catalogue: Catalogue, userId: string, now: number): Promise<Auction[]> {
  const rows = await selectListings(catalogue)
    .innerJoin(watches, eq(watches.auctionId, auctions.id))
    .where(and(eq(watches.userId, userId), isShown))
    .orderBy(desc(watches.createdAt), desc(auctions.id))
    .limit(MAX_PER_PERSON);
  return rows.map((row) => toListing(row, now));
}

/** Nothing is written for someone whose deletion has begun meanwhile. */
export async function watch(catalogue: Catalogue, userId: string, auctionId: string, now: number): Promise<void> {
  await catalogue.run(sql`INSERT INTO watches (user_id, auction_id, created_at)
    SELECT id, ${auctionId}, ${now} FROM users WHERE id = ${userId} AND deleted_at IS NULL
    ON CONFLICT DO NOTHING`);
}

export async function unwatch(catalogue: Catalogue, userId: string, auctionId: string): Promise<void> {
  await catalogue.delete(watches).where(and(eq(watches.userId, userId), eq(watches.auctionId, auctionId)));
}
