/** A person's history: auctions listed, auctions won and bids, the newest first. */
import { and, desc, eq, sql } from "drizzle-orm";

import type { HistoryEntry, Profile } from "../contract/account.ts";
import { toMajor } from "../rules/money.ts";
import type { Catalogue } from "./database.ts";
import { isOnRecord, isOpenRow, sharedCoverOf, toIso, voidedIn, wasWonBy } from "./listings.ts";
import { type AuctionRow, auctions, bids, type BidRow } from "./schema.ts";

export type HistoryRequest = { readonly type: HistoryEntry["type"] | "all"; readonly limit: number };

export async function listHistory(
  catalogue: Catalogue,
  userId: string,
  { type, limit }: HistoryRequest,
  now: number,
): Promise<HistoryEntry[]> {
  const wants = (one: HistoryEntry["type"]) => type === "all" || type === one;
  const parts = await Promise.all([
    wants("created") ? created(catalogue, userId, limit, now) : [],
    wants("won") ? won(catalogue, userId, limit, now) : [],
    wants("bid") ? bid(catalogue, userId, limit, now) : [],
  ]);
  return parts.flat().toSorted(newestFirst).slice(0, limit);
}

function newestFirst(a: HistoryEntry, b: HistoryEntry): number {
  if (a.date === b.date) return 0;
  return a.date < b.date ? 1 : -1;
}

export async function listRecentBids(
  catalogue: Catalogue,
  userId: string,
  limit: number,
): Promise<Profile["recentActivity"]> {
  const rows = await newestBids(catalogue, userId, limit);
  return rows.map(({ bid: placed, auction }) => ({
    _id: placed.id,
    product: { _id: auction.id, title: auction.title },
    amount: toMajor(placed.amountMinor),
    currency: auction.currency,
    createdAt: toIso(placed.placedAt),
  }));
}

async function created(catalogue: Catalogue, userId: string, limit: number, now: number): Promise<HistoryEntry[]> {
  const rows = await catalogue
    .select()
    .from(auctions)
    .where(and(eq(auctions.sellerId, userId), isOnRecord))
    .orderBy(desc(auctions.createdAt), desc(auctions.id))
    .limit(limit);
  return rows.map((row) => {
    const status = isOpenRow(row, now) ? "active" : "completed";
    return entry("created", row.id, row, row.priceMinor, status, row.createdAt);
  });
}

async function won(catalogue: Catalogue, userId: string, limit: number, now: number): Promise<HistoryEntry[]> {
  const wonAt = sql<number>`coalesce(${auctions.closedAt}, ${auctions.endsAt})`;
  const rows = await catalogue
    .select()
    .from(auctions)
    .where(wasWonBy(userId, now))
    .orderBy(desc(wonAt), desc(auctions.id))
    .limit(limit);
  return rows.map((row) => entry("won", row.id, row, row.priceMinor, "completed", row.closedAt ?? row.endsAt));
}

async function bid(catalogue: Catalogue, userId: string, limit: number, now: number): Promise<HistoryEntry[]> {
  const rows = await newestBids(catalogue, userId, limit);
  return rows.map(({ bid: placed, auction }) =>
    entry("bid", placed.id, auction, placed.amountMinor, bidStatus(placed, auction, now), placed.placedAt),
  );
}

async function newestBids(catalogue: Catalogue, userId: string, limit: number) {
  return catalogue
    .select({ bid: bids, auction: auctions })
    .from(bids)
    .innerJoin(auctions, eq(auctions.id, bids.auctionId))
    .where(and(eq(bids.bidderId, userId), eq(bids.withdrawn, false), isOnRecord))
    .orderBy(desc(bids.placedAt), desc(bids.id))
    .limit(limit);
}

/** Two people may have bid the same amount: of the leader's bids the one at the price leads. */
function bidStatus(placed: BidRow, auction: AuctionRow, now: number): HistoryEntry["status"] {
  const leads = auction.leaderId === placed.bidderId && auction.priceMinor === placed.amountMinor;
  if (!leads) return "outbid";
  return isOpenRow(auction, now) ? "active" : "completed";
}

function entry(
  type: HistoryEntry["type"],
  subjectId: string,
  auction: AuctionRow,
  amountMinor: number,
  status: HistoryEntry["status"],
  at: number,
): HistoryEntry {
  return {
    id: `${type}-${subjectId}`,
    auctionId: auction.id,
    type,
    title: auction.title,
    image: sharedCoverOf(auction),
    amount: toMajor(amountMinor),
    currency: auction.currency,
    status: auction.voidedReason === null ? status : "voided",
    date: toIso(at),
    ...voidedIn(auction),
  };
}
