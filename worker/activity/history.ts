/** A person's history: auctions listed, auctions won and bids, newest first. */
import { and, desc, eq, type SQL, sql, type SQLWrapper } from "drizzle-orm";
import type * as z from "zod";

import type { HistoryEntry, historyQuery, Profile } from "../contract/account.ts";
import type { ListPosition } from "../contract/list-cursor.ts";
import type { Database } from "../db/database.ts";
import { pageOf } from "../db/list-page.ts";
import { type AuctionRow, auctions, type BidRow } from "../db/schema.ts";
import { isOnRecord, isOpenRow, sharedCoverOf, toIso, voidedIn, wasWonBy } from "../listings/queries/listings.ts";
import { toMajor } from "../rules/money.ts";
import { type BidRooms, isIn, listNewestBids } from "./placed-bids.ts";

type EntryType = HistoryEntry["type"];

/** One page, newest first. */
export async function listHistory(
  db: Database,
  rooms: BidRooms,
  userId: string,
  { type, auctionId, cursor, limit }: z.output<typeof historyQuery>,
  now: number,
): Promise<{ history: HistoryEntry[]; nextCursor: string | null }> {
  const wants = (entryType: EntryType) => type === "all" || type === entryType;
  const request = { userId, auctionId, after: cursor ?? null, limit: limit + 1, now };
  const parts = await Promise.all([
    wants("created") ? listCreated(db, request) : [],
    wants("won") ? listWon(db, request) : [],
    wants("bid") ? listBids(db, rooms, request) : [],
  ]);
  const entries = parts.flat().toSorted(newestFirst);
  const page = pageOf(entries, limit, ({ date, id }) => ({ at: Date.parse(date), id }));
  return { history: page.page, nextCursor: page.nextCursor };
}

/** One part of the history: the newest entries after a position. */
type PartRequest = {
  readonly userId: string;
  readonly auctionId: string | undefined;
  readonly after: ListPosition | null;
  readonly limit: number;
  readonly now: number;
};

/** The condition for the entries of a type after a position. SQLite can use an index only for the first comparison. */
function isAfter(position: ListPosition | null, type: EntryType, at: SQLWrapper, id: SQLWrapper): SQL | undefined {
  if (position === null) return undefined;
  return sql`${at} <= ${position.at} AND (${at} < ${position.at} OR ${`${type}-`} || ${id} < ${position.id})`;
}

function newestFirst(a: HistoryEntry, b: HistoryEntry): number {
  if (a.date === b.date) return a.id < b.id ? 1 : -1;
  return a.date < b.date ? 1 : -1;
}

export async function listRecentBids(
  db: Database,
  rooms: BidRooms,
  userId: string,
  limit: number,
): Promise<Profile["recentActivity"]> {
  const rows = await listNewestBids(db, rooms, { userId, after: null, limit });
  return rows.map(({ bid: placed, auction }) => ({
    _id: placed.id,
    product: { _id: auction.id, title: auction.title },
    amount: toMajor(placed.amountMinor),
    currency: auction.currency,
    createdAt: toIso(placed.placedAt),
  }));
}

async function listCreated(
  db: Database,
  { userId, auctionId, after, limit, now }: PartRequest,
): Promise<HistoryEntry[]> {
  const rows = await db
    .select()
    .from(auctions)
    .where(
      and(
        eq(auctions.sellerId, userId),
        isOnRecord,
        isIn(auctionId),
        isAfter(after, "created", auctions.createdAt, auctions.id),
      ),
    )
    .orderBy(desc(auctions.createdAt), desc(auctions.id))
    .limit(limit);
  return rows.map((row) => {
    const status = isOpenRow(row, now) ? "active" : "completed";
    return toEntry("created", row.id, row, row.priceMinor, status, row.createdAt);
  });
}

async function listWon(db: Database, { userId, auctionId, after, limit, now }: PartRequest): Promise<HistoryEntry[]> {
  const wonAt = sql<number>`coalesce(${auctions.closedAt}, ${auctions.endsAt})`;
  const rows = await db
    .select()
    .from(auctions)
    .where(and(wasWonBy(userId, now), isIn(auctionId), isAfter(after, "won", wonAt, auctions.id)))
    .orderBy(desc(wonAt), desc(auctions.id))
    .limit(limit);
  return rows.map((row) => toEntry("won", row.id, row, row.priceMinor, "completed", row.closedAt ?? row.endsAt));
}

async function listBids(db: Database, rooms: BidRooms, request: PartRequest): Promise<HistoryEntry[]> {
  const rows = await listNewestBids(db, rooms, request);
  return rows.map(({ bid: placed, auction }) =>
    toEntry("bid", placed.id, auction, placed.amountMinor, bidStatus(placed, auction, request.now), placed.placedAt),
  );
}

/** Two people may have bid the same amount. The leading bid is the leader's own bid at the current price. */
function bidStatus(placed: BidRow, auction: AuctionRow, now: number): HistoryEntry["status"] {
  const leads = auction.leaderId === placed.bidderId && auction.priceMinor === placed.amountMinor;
  if (!leads) return "outbid";
  return isOpenRow(auction, now) ? "active" : "completed";
}

function toEntry(
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
