/**
 * Counts for the whole marketplace, which everyone can see. Each reads a bounded number of rows, so in a very large
 * marketplace the count may be too low, but never too high.
 */
import { and, eq, gt, isNotNull, sql } from "drizzle-orm";

import type { Counts } from "../contract/counts.ts";
import { roundDown } from "../contract/text/round-down.ts";
import type { Database } from "../db/database.ts";
import { archivedBids, auctions, bids } from "../db/schema.ts";
import { isLiveAt } from "../listings/queries/listings.ts";
import { toMajor } from "../rules/money.ts";

/** D1 reads 100,000 rows in 0.1 s. */
const MAX_ROWS = 100_000;

/** Sales in a currency other than the current one don't count. `now` is epoch ms. */
export async function countPublicTotals(db: Database, currency: string, now: number): Promise<Counts> {
  const live = db
    .select({ categoryId: auctions.categoryId })
    .from(auctions)
    .where(isLiveAt(now))
    .limit(MAX_ROWS)
    .as("counted_live");
  const isSale = and(eq(auctions.phase, "closed"), isNotNull(auctions.winnerId), eq(auctions.currency, currency));
  const sales = db
    .select({ price: auctions.priceMinor })
    .from(auctions)
    .where(isSale)
    .limit(MAX_ROWS)
    .as("counted_sales");
  const placed = db
    .select({ bidderId: bids.bidderId })
    .from(bids)
    .where(and(sql`${bids.auctionId} > ''`, eq(bids.withdrawn, false)))
    .limit(MAX_ROWS)
    .as("counted_placed");
  const archived = db
    .select({ bidderId: archivedBids.bidderId })
    .from(archivedBids)
    .where(and(sql`${archivedBids.auctionId} > ''`, gt(archivedBids.bids, archivedBids.withdrawn)))
    .limit(MAX_ROWS)
    .as("counted_archived");
  const [categories, [sold], [bidders]] = await db.batch([
    db
      .select({ _id: live.categoryId, live: sql<number>`count(*)` })
      .from(live)
      .groupBy(live.categoryId),
    db.select({ minor: sql<number>`coalesce(sum(${sales.price}), 0)` }).from(sales),
    db.select({ count: sql<number>`count(*)` }).from(
      db
        .select({ bidderId: placed.bidderId })
        .from(placed)
        .union(db.select({ bidderId: archived.bidderId }).from(archived))
        .as("counted_bidders"),
    ),
  ]);
  return {
    live: roundDown(categories.reduce((sum, category) => sum + category.live, 0)),
    bidders: roundDown(bidders?.count ?? 0),
    sold: roundDown(toMajor(sold?.minor ?? 0)),
    currency,
    categories: Object.fromEntries(categories.map(({ _id, live: count }) => [_id, roundDown(count)])),
  };
}
