/** The counts on a person's profile, from one round trip to D1. */
import { and, eq, sql } from "drizzle-orm";

import type { Profile } from "../contract/account.ts";
import type { Database } from "../db/database.ts";
import { archivedBids, auctions, bids, watches } from "../db/schema.ts";
import { isOpenAt, isPublicListing, isWonBy } from "../listings/queries/listings.ts";
import { toMajor } from "../rules/money.ts";

const count = sql<number>`count(*)`;

export async function loadStatistics(db: Database, userId: string, now: number): Promise<Profile["statistics"]> {
  const own = eq(auctions.sellerId, userId);
  const [[all], [active], [won], [bidsPlaced], [archived], [watched]] = await db.batch([
    db.select({ count }).from(auctions).where(and(own, isPublicListing)),
    db
      .select({ count })
      .from(auctions)
      .where(and(own, isOpenAt(now))),
    db
      .select({ count, valueMinor: sql<number>`coalesce(sum(${auctions.priceMinor}), 0)` })
      .from(auctions)
      .where(isWonBy(userId, now)),
    db
      .select({ count })
      .from(bids)
      .where(and(eq(bids.bidderId, userId), eq(bids.withdrawn, false))),
    db
      .select({ count: sql<number>`coalesce(sum(${archivedBids.bids} - ${archivedBids.withdrawn}), 0)` })
      .from(archivedBids)
      .where(eq(archivedBids.bidderId, userId)),
    db
      .select({ count })
      .from(watches)
      .innerJoin(auctions, eq(auctions.id, watches.auctionId))
      .where(and(eq(watches.userId, userId), isPublicListing)),
  ]);
  const [totalAuctions, activeAuctions] = [all?.count ?? 0, active?.count ?? 0];
  return {
    totalAuctions,
    totalWinnings: won?.count ?? 0,
    totalBids: (bidsPlaced?.count ?? 0) + (archived?.count ?? 0),
    totalWinningsValue: toMajor(won?.valueMinor ?? 0),
    watchListCount: watched?.count ?? 0,
    activeAuctions,
    completedAuctions: totalAuctions - activeAuctions,
  };
}
