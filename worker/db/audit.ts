/** D1's rows for one auction, which the sweep's audit compares with the room. */
import { and, asc, eq, gte, inArray, lte } from "drizzle-orm";

import type { Database } from "./database.ts";
import { type AuctionRow, auctions, type BidRow, bids, categories } from "./schema.ts";

/**
 * The first auction whose ID is `from` or later, or else the first of all. Leaves out auctions with more than
 * `maxFacts` facts.
 */
export async function pickAuctionId(db: Database, from: string, maxFacts: number): Promise<string | null> {
  const { id, phase, seq } = auctions;
  const first = (start: string) =>
    db
      .select({ id })
      .from(auctions)
      .where(and(gte(id, start), inArray(phase, ["open", "closed", "voided", "hidden"]), lte(seq, maxFacts)))
      .orderBy(asc(id))
      .limit(1)
      .get();
  return ((await first(from)) ?? (await first("")))?.id ?? null;
}

export async function findAuctionRow(db: Database, auctionId: string): Promise<AuctionRow | null> {
  return (await db.select().from(auctions).where(eq(auctions.id, auctionId)).get()) ?? null;
}

/** The category that a category was merged into, or else the category itself. */
export async function getCurrentCategoryId(db: Database, id: string): Promise<string> {
  const { mergedInto } = categories;
  return (await db.select({ mergedInto }).from(categories).where(eq(categories.id, id)).get())?.mergedInto ?? id;
}

export async function listBidRows(db: Database, auctionId: string, limit: number): Promise<BidRow[]> {
  return db.select().from(bids).where(eq(bids.auctionId, auctionId)).orderBy(asc(bids.seq)).limit(limit);
}
