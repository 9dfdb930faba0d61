/** D1's auctions beyond the big list: the seller's own, the featured ones, and rows on their way in. */
import { and, asc, desc, eq, gte, inArray, isNull, lt } from "drizzle-orm";

import type { Auction } from "../contract/catalogue.ts";
import type { Catalogue } from "./database.ts";
import { isKept, isLiveAt, isShown, isWonBy, selectListings, toListing } from "./listings.ts";
import { type AuctionRow, auctions } from "./schema.ts";

/** Far more than one person lists or wins: a bound for the answer's size. */
export const MOST_OF_ONE_PERSON = 1_000;
/** Three rows of three, as the landing page shows them. */
const FEATURED = 9;
/** What one sweep takes; the next one is a minute later. */
const SWEEP = 200;
/** The same for one part of all ids: enough for a hundred thousand open auctions in 256 parts. */
const SWEEP_OF_PART = 500;

export async function listOwnAuctions(catalogue: Catalogue, sellerId: string, now: number): Promise<Auction[]> {
  const rows = await selectListings(catalogue)
    .where(and(eq(auctions.sellerId, sellerId), isKept))
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

/** Whether this person's own auction is gone: removed or cancelled. */
export async function wasDeletedBy(catalogue: Catalogue, id: string, sellerId: string): Promise<boolean> {
  const row = await catalogue
    .select({ id: auctions.id })
    .from(auctions)
    .where(and(eq(auctions.id, id), eq(auctions.sellerId, sellerId), inArray(auctions.phase, ["removed", "cancelled"])))
    .get();
  return row !== undefined;
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

/**
 * The row of an auction whose room is about to open. Any fact of the room is newer. Answers with the phase of the row
 * that is there now: another one than `pending` when this id has been opened before.
 */
export async function insertPending(catalogue: Catalogue, auction: PendingAuction): Promise<AuctionRow["phase"]> {
  const [, [row]] = await catalogue.batch([
    catalogue
      .insert(auctions)
      .values({ ...auction, phase: "pending", seq: 0 })
      .onConflictDoNothing(),
    catalogue.select({ phase: auctions.phase }).from(auctions).where(eq(auctions.id, auction.id)),
  ]);
  return row?.phase ?? "pending";
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

/** An auction as the sweep compares it with its room: the last fact that the row contains. */
export type Listed = { readonly id: string; readonly seq: number };

/** Hidden ones, too: the clock of those runs on, and their rooms have an end to record. */
const isUnclosed = and(inArray(auctions.phase, ["open", "hidden"]), isNull(auctions.closedAt));

/** For the sweep: auctions not yet closed whose ids begin with these letters. */
export async function listOpenWithin(catalogue: Catalogue, part: string): Promise<Listed[]> {
  return (
    catalogue
      .select({ id: auctions.id, seq: auctions.seq })
      .from(auctions)
      // No id has a letter beyond the tilde.
      .where(and(gte(auctions.id, part), lt(auctions.id, `${part}~`), isUnclosed))
      .limit(SWEEP_OF_PART)
  );
}

/** A row that no room stands behind: the auction is gone, or D1 was set back to a time when it was not. */
export async function hideLost(catalogue: Catalogue, id: string): Promise<void> {
  await catalogue
    .update(auctions)
    .set({ phase: "removed" })
    .where(and(eq(auctions.id, id), isKept));
}

/** For the sweep: auctions not yet closed that ended before a time (epoch ms), the longest over first. */
export async function listOverSince(catalogue: Catalogue, before: number): Promise<Listed[]> {
  return catalogue
    .select({ id: auctions.id, seq: auctions.seq })
    .from(auctions)
    .where(and(isUnclosed, lt(auctions.endsAt, before)))
    .orderBy(asc(auctions.endsAt))
    .limit(SWEEP);
}
