/**
 * A person's standing bids in all auctions, newest first: those in D1, and for archived auctions those in their rooms
 * (`worker/db/bid-archive.ts`). We call a room only if one of the person's bids in it may be on the page. That's at
 * most as many rooms as the page has bids, plus the auctions in which the person was bidding at that time.
 */
import { and, desc, eq, gt, gte, lte, type SQL, sql } from "drizzle-orm";

import type { ListPosition } from "../contract/list-cursor.ts";
import type { Database } from "../db/database.ts";
import { archivedBids, type AuctionRow, auctions, bids, type BidRow } from "../db/schema.ts";
import { isOnRecord } from "../listings/queries/listings.ts";
import type { PlacedBids } from "../rpc/room-rpc.ts";

/** Rooms called at the same time. */
const ROOMS_AT_ONCE = 20;

/** The rooms of auctions, by ID. */
export type BidRooms = {
  getByName(auctionId: string): { bidsOf(personId: string, from?: number): Promise<PlacedBids> };
};
type PlacedBid = { readonly bid: BidRow; readonly auction: AuctionRow };
type PlacedBidsRequest = {
  readonly userId: string;
  /** Only bids in this auction. */
  readonly auctionId?: string | undefined;
  readonly after: ListPosition | null;
  readonly limit: number;
};

/** The first `limit` bids after a place in the history, where a bid's entry is named `bid-{id}`. */
export async function listNewestBids(
  db: Database,
  rooms: BidRooms,
  { userId, auctionId, after, limit }: PlacedBidsRequest,
): Promise<PlacedBid[]> {
  // Read D1 before the archive. A bid archived between the two reads is then found twice rather than never.
  const found = new Map<string, PlacedBid>();
  const add = (placed: readonly PlacedBid[]) => placed.forEach((entry) => found.set(entry.bid.id, entry));
  add(await listBidsInD1(db, { userId, auctionId, after, limit }));
  const newest = () => Array.from(found.values()).toSorted(newestFirst).slice(0, limit);
  let last: ArchivedAuction | undefined;
  for (;;) {
    const page = newest();
    const oldestAt = page.length < limit ? 0 : (page.at(-1)?.bid.placedAt ?? 0);
    const archived = await listArchivedAuctions(db, userId, { auctionId, after, oldestAt, last });
    add((await Promise.all(archived.map(({ auction }) => listStandingBidsIn(rooms, auction, userId, after)))).flat());
    last = archived.at(-1);
    if (!last || archived.length < ROOMS_AT_ONCE) return newest();
  }
}

async function listBidsInD1(
  db: Database,
  { userId, auctionId, after, limit }: PlacedBidsRequest,
): Promise<PlacedBid[]> {
  const { bidderId, withdrawn, placedAt, id } = bids;
  return db
    .select({ bid: bids, auction: auctions })
    .from(bids)
    .innerJoin(auctions, eq(auctions.id, bids.auctionId))
    .where(and(eq(bidderId, userId), eq(withdrawn, false), isOnRecord, isPlacedIn(auctionId), isAfter(after)))
    .orderBy(desc(placedAt), desc(id))
    .limit(limit);
}

export function isIn(auctionId: string | undefined): SQL | undefined {
  return auctionId === undefined ? undefined : eq(auctions.id, auctionId);
}

/**
 * With `placedAt`, the index on bidders finds only the person's bids since the auction was created. Otherwise D1 would
 * read every bid in the auction.
 */
function isPlacedIn(auctionId: string | undefined): SQL | undefined {
  return auctionId === undefined ? undefined : and(isIn(auctionId), gte(bids.placedAt, auctions.createdAt));
}

/** SQLite can use an index only for the first comparison. */
function isAfter(after: ListPosition | null): SQL | undefined {
  const { placedAt, id } = bids;
  return after === null
    ? undefined
    : sql`${placedAt} <= ${after.at} AND (${placedAt} < ${after.at} OR ${"bid-"} || ${id} < ${after.id})`;
}

type ArchivedAuction = { readonly auction: AuctionRow; readonly lastPlacedAt: number };
/**
 * Selects auctions that may have a bid on the page. At least one of the person's bids there is at or before `after`,
 * and at least one is since `oldestAt`.
 */
type ArchivedAuctionsRequest = {
  readonly auctionId: string | undefined;
  readonly after: ListPosition | null;
  readonly oldestAt: number;
  readonly last: ArchivedAuction | undefined;
};

async function listArchivedAuctions(
  db: Database,
  userId: string,
  { auctionId: onlyId, after, oldestAt, last }: ArchivedAuctionsRequest,
): Promise<ArchivedAuction[]> {
  const { auctionId, bidderId, bids: count, withdrawn, firstPlacedAt, lastPlacedAt } = archivedBids;
  return db
    .select({ auction: auctions, lastPlacedAt })
    .from(archivedBids)
    .innerJoin(auctions, eq(auctions.id, auctionId))
    .where(
      and(
        eq(bidderId, userId),
        gte(lastPlacedAt, oldestAt),
        gt(count, withdrawn),
        isOnRecord,
        isIn(onlyId),
        after === null ? undefined : lte(firstPlacedAt, after.at),
        last && sql`(${lastPlacedAt}, ${auctionId}) < (${last.lastPlacedAt}, ${last.auction.id})`,
      ),
    )
    .orderBy(desc(lastPlacedAt), desc(auctionId))
    .limit(ROOMS_AT_ONCE);
}

async function listStandingBidsIn(
  rooms: BidRooms,
  auction: AuctionRow,
  userId: string,
  after: ListPosition | null,
): Promise<PlacedBid[]> {
  const all = await listBidsInRoom(rooms, auction.id, userId);
  return all.filter((bid) => !bid.withdrawn && isAfterPosition(bid, after)).map((bid) => ({ bid, auction }));
}

function isAfterPosition({ placedAt, id }: BidRow, after: ListPosition | null): boolean {
  return after === null || placedAt < after.at || (placedAt === after.at && `bid-${id}` < after.id);
}

function newestFirst({ bid: a }: PlacedBid, { bid: b }: PlacedBid): number {
  return b.placedAt - a.placedAt || (a.id < b.id ? 1 : -1);
}

/** A person's bids in one auction, including withdrawn bids, newest first. */
export async function listBidsInRoom(rooms: BidRooms, auctionId: string, userId: string): Promise<BidRow[]> {
  const room = rooms.getByName(auctionId);
  const all: BidRow[] = [];
  let from: number | undefined;
  for (;;) {
    const page = await room.bidsOf(userId, from);
    all.push(...page.bids);
    if (page.next === 0) return all;
    from = page.next;
  }
}
