/** D1's auctions beyond the big list: the seller's own, the featured ones, and rows on their way in. */
// @ts-nocheck

import { and, asc, desc, eq, lt } from "drizzle-orm";

import type { Auction } from "../contract/auction.ts";
import type { Catalogue } from "./database.ts";
import { isLiveAt, isShown, isWonBy, selectListings, toListing } from "./listings.ts";
import { auctions } from "./schema.ts";

/** Far more than one person lists or wins: a bound for the answer's size. */
export const MOST_OF_ONE_PERSON = 1_000;
/** Three rows of three, as the landing page shows them. */
const FEATURED = 9;
/** What one sweep takes; the next one is a minute later. */
const SWEEP = 200;

export async function listOwnAuctions(catalogue: Catalogue, sellerId: string, now: number): Promise<Auction[]> {
  const rows = await selectListings(catalogue)
    .where(and(eq(auctions.sellerId, sellerId), isShown))
    .orderBy(desc(auctions.createdAt), desc(auctions.id))
    .limit(MOST_OF_ONE_PERSON);
  return rows.map((row) => toListing(row, now));
}

/** Live ones: the most bids first, then the soonest end. */
export async function listFeatured(catalogue: Catalogue, now: number): Promise<Auction[]> {
  const rows = await selectListings(catalogue)
    .where(isLiveAt(now))
    .orderBy(desc(auctions.bidCount), asc(auctions.endsAt), asc(auctions.id))
    .limit(FEATURED);
  return rows.map((row) => toListing(row, now));
}

/** Ids of a person's own auctions and of those they won, the newest first. */
export async function listOwnIds(
  catalogue: Catalogue,
  userId: string,
  now: number,
): Promise<{ products: string[]; winnings: string[] }> {
  const { id } = auctions;
  const [products, winnings] = await catalogue.batch([
    catalogue
      .select({ id })
      .from(auctions)
      .where(and(eq(auctions.sellerId, userId), isShown))
      .orderBy(desc(auctions.createdAt))
      .limit(MOST_OF_ONE_PERSON),
    catalogue
      .select({ id })
      .from(auctions)
      .where(isWonBy(userId, now))
      .orderBy(desc(auctions.endsAt))
      .limit(MOST_OF_ONE_PERSON),
  ]);
  return { products: products.map((row) => row.id), winnings: winnings.map((row) => row.id) };
}

/** Who sells an auction, whatever its phase: that never changes. */
export async function findSellerId(catalogue: Catalogue, id: string): Promise<string | null> {
  const row = await catalogue.select({ sellerId: auctions.sellerId }).from(auctions).where(eq(auctions.id, id)).get();
  return row?.sellerId ?? null;
}

export async function isListed(catalogue: Catalogue, id: string): Promise<boolean> {
  const row = await catalogue
    .select({ id: auctions.id })
    .from(auctions)
    .where(and(eq(auctions.id, id), isShown))
    .get();
  return row !== undefined;
}

export type PendingAuction = Omit<typeof auctions.$inferInsert, "phase" | "seq">;

/** The row of an auction whose room is about to open. Any fact of the room is newer. */
export async function insertPending(catalogue: Catalogue, auction: PendingAuction): Promise<void> {
  await catalogue.insert(auctions).values({ ...auction, phase: "pending", seq: 0 });
}

/** The room is open: shown from now on, even before its first fact arrives. */
export async function publishPending(catalogue: Catalogue, id: string): Promise<void> {
  await catalogue.update(auctions).set({ phase: "open" }).where(isPending(id));
}

export async function deletePending(catalogue: Catalogue, id: string): Promise<void> {
  await catalogue.delete(auctions).where(isPending(id));
}

function isPending(id: string) {
  return and(eq(auctions.id, id), eq(auctions.phase, "pending"));
}

/** For the sweep: rows that have waited for their room since before a time (epoch ms). */
export async function listPendingSince(catalogue: Catalogue, before: number) {
  return catalogue
    .select({ id: auctions.id, imageKeys: auctions.imageKeys })
    .from(auctions)
    .where(and(eq(auctions.phase, "pending"), lt(auctions.createdAt, before)))
    .limit(SWEEP);
}

/** For the sweep: open auctions that ended before a time (epoch ms), the longest over first. */
export async function listOverSince(catalogue: Catalogue, before: number): Promise<string[]> {
  const rows = await catalogue
    .select({ id: auctions.id })
    .from(auctions)
    .where(and(eq(auctions.phase, "open"), lt(auctions.endsAt, before)))
    .orderBy(asc(auctions.endsAt))
    .limit(SWEEP);
  return rows.map(({ id }) => id);
}
