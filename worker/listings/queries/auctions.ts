/**
 * Queries for auctions in D1: the seller's own, the featured ones, and the sweep's. `worker/catalogue` has the list of
 * all auctions.
 */
import { and, asc, desc, eq, gt, gte, inArray, isNotNull, isNull, lt, lte, not, or, type SQL, sql } from "drizzle-orm";

import type { OwnAuction } from "../../contract/auction.ts";
import type { ListedAuction } from "../../contract/catalogue.ts";
import type { Database } from "../../db/database.ts";
import { MAX_COUNTED_BIDS } from "../../db/projection.ts";
import { auctions, type DealRow, deals, relistings, relistPlans } from "../../db/schema.ts";
import {
  isInSellerLists,
  isLiveAt,
  isPublicListing,
  isWonBy,
  ownReserveIn,
  selectListings,
  termsIn,
  toListedAuction,
} from "./listings.ts";

/** Far more than one person lists or wins. It limits the size of a response. */
export const MAX_AUCTIONS_PER_PERSON = 1_000;
/** One for the top of the landing page, six for its grid, and spares for items that it already shows as ending soon. */
const MAX_FEATURED = 10;
/** Rows that one sweep handles. The next sweep is a minute later. */
const MAX_PER_SWEEP = 200;
/** Rows with one ID prefix that a sweep handles. It's enough for 100,000 open auctions with 256 prefixes. */
const MAX_PER_ID_PREFIX = 500;

export async function listOwnAuctions(db: Database, sellerId: string, now: number): Promise<OwnAuction[]> {
  const own = and(eq(auctions.sellerId, sellerId), isInSellerLists);
  const [rows, plans, secondSales, relisted] = await db.batch([
    selectListings(db).where(own).orderBy(desc(auctions.createdAt), desc(auctions.id)).limit(MAX_AUCTIONS_PER_PERSON),
    db
      .select({ id: auctions.id, times: relistPlans.times })
      .from(auctions)
      .innerJoin(relistPlans, eq(relistPlans.auctionId, auctions.id))
      .where(and(own, gt(relistPlans.times, 0)))
      .limit(MAX_AUCTIONS_PER_PERSON),
    db
      .select({ id: deals.auctionId, state: deals.state })
      .from(deals)
      .where(and(eq(deals.sellerId, sellerId), isSecondSale(now)))
      .limit(MAX_AUCTIONS_PER_PERSON),
    db
      .select({
        id: relistings.oldId,
        newId: sql<string | null>`CASE WHEN ${isInSellerLists} THEN ${relistings.newId} END`,
      })
      .from(auctions)
      .innerJoin(relistings, eq(relistings.newId, auctions.id))
      .where(eq(auctions.sellerId, sellerId))
      .orderBy(desc(auctions.createdAt))
      .limit(MAX_AUCTIONS_PER_PERSON),
  ]);
  const times = new Map(plans.map((plan) => [plan.id, plan.times]));
  const sales = new Map(secondSales.map((sale) => [sale.id, secondSaleIn(sale)]));
  const newIds = new Map(relisted.map(({ id, newId }) => [id, newId]));
  return rows.map((row) => {
    const relistTimes = times.get(row.auction.id);
    const secondSale = sales.get(row.auction.id);
    const relistedAs = newIds.get(row.auction.id);
    const ownOnly = {
      ...ownReserveIn(row.auction),
      ...(relistTimes === undefined ? {} : { relistTimes }),
      ...(secondSale === undefined ? {} : { secondSale }),
      ...(relistedAs === undefined ? {} : { relistedAs }),
    };
    return { ...toListedAuction(row, now), terms: termsIn(row.auction), ...ownOnly };
  });
}

/** Live auctions: those with the most bids first, then those that end soonest. */
export async function listFeaturedAuctions(db: Database, now: number): Promise<ListedAuction[]> {
  const rows = await selectListings(db)
    .where(isLiveAt(now))
    .orderBy(desc(auctions.bidCount), asc(auctions.endsAt), asc(auctions.id))
    .limit(MAX_FEATURED);
  return rows.map((row) => toListedAuction(row, now));
}

/** IDs of a person's own auctions and of those they won, newest first. */
export async function listOwnAuctionIds(
  db: Database,
  userId: string,
  now: number,
): Promise<{ products: string[]; winnings: string[] }> {
  const { id } = auctions;
  const [products, winnings] = await db.batch([
    db
      .select({ id })
      .from(auctions)
      .where(and(eq(auctions.sellerId, userId), isPublicListing))
      .orderBy(desc(auctions.createdAt))
      .limit(MAX_AUCTIONS_PER_PERSON),
    db
      .select({ id })
      .from(auctions)
      .where(isWonBy(userId, now))
      .orderBy(desc(auctions.endsAt))
      .limit(MAX_AUCTIONS_PER_PERSON),
  ]);
  return { products: products.map((row) => row.id), winnings: winnings.map((row) => row.id) };
}

/** Whether D1 has this person as the winner of an auction. */
export function isWinner(db: Database, auctionId: string, userId: string): Promise<boolean> {
  return hasRow(db, and(eq(auctions.id, auctionId), eq(auctions.winnerId, userId)));
}

/**
 * The second chance that keeps this auction from being relisted: `open` while it's under way, `done` once it has sold
 * the item. Null if there's no such second chance.
 */
export async function findSecondSale(db: Database, auctionId: string, now: number): Promise<"open" | "done" | null> {
  const row = await db
    .select({ state: deals.state })
    .from(deals)
    .where(and(eq(deals.auctionId, auctionId), isSecondSale(now)))
    .get();
  return row ? secondSaleIn(row) : null;
}

/** A second chance that hasn't failed. */
function isSecondSale(now: number) {
  const hasFailed = inArray(deals.state, ["closed", "cancelled"]);
  const hasLapsed = and(eq(deals.state, "offered"), lte(deals.dueAt, now));
  return and(eq(deals.chance, 2), not(hasFailed), sql`NOT coalesce(${hasLapsed}, 0)`);
}

function secondSaleIn({ state }: Pick<DealRow, "state">): "open" | "done" {
  return state === "done" ? "done" : "open";
}

/** A query for the row of an auction whose room has opened, even if the auction is gone by now. */
export function selectOpenedAuction(db: Database, id: string) {
  return db.select({ id: auctions.id }).from(auctions).where(eq(auctions.id, id));
}

/** The seller of an auction in any phase. That never changes. */
export async function findSellerId(db: Database, id: string): Promise<string | null> {
  const row = await db.select({ sellerId: auctions.sellerId }).from(auctions).where(eq(auctions.id, id)).get();
  return row?.sellerId ?? null;
}

/** The category of an auction in any phase, or the one it was merged into. */
export async function findCategoryId(db: Database, id: string): Promise<string | null> {
  const row = await db.select({ id: auctions.categoryId }).from(auctions).where(eq(auctions.id, id)).get();
  return row?.id ?? null;
}

/** Whether this person's own auction is gone: removed or canceled. */
export function wasDeletedBy(db: Database, id: string, sellerId: string): Promise<boolean> {
  const isGone = inArray(auctions.phase, ["removed", "cancelled"]);
  return hasRow(db, and(eq(auctions.id, id), eq(auctions.sellerId, sellerId), isGone));
}

export function isListed(db: Database, id: string): Promise<boolean> {
  return hasRow(db, and(eq(auctions.id, id), isPublicListing));
}

async function hasRow(db: Database, condition: SQL | undefined): Promise<boolean> {
  return (await db.select({ id: auctions.id }).from(auctions).where(condition).get()) !== undefined;
}

/** The auction that relists an expired one, if everyone can see it. */
export async function findRelisting(db: Database, oldId: string): Promise<{ _id: string; title: string } | null> {
  const row = await db
    .select({ _id: auctions.id, title: auctions.title })
    .from(relistings)
    .innerJoin(auctions, and(eq(auctions.id, relistings.newId), isPublicListing))
    .where(eq(relistings.oldId, oldId))
    .get();
  return row ?? null;
}

/** An auction as the sweep compares it with its room: the row's last fact, and how many bids D1 has. */
export type AuctionProjection = { readonly id: string; readonly seq: number; readonly bidCount: number };
const AUCTION_PROJECTION_COLUMNS = {
  id: auctions.id,
  seq: auctions.seq,
  // Counts up to MAX_COUNTED_BIDS, because counting reads every row. Archived bids are complete.
  bidCount: sql<number>`iif(
    EXISTS (SELECT 1 FROM archived_bids WHERE archived_bids.auction_id = auctions.id),
    ${sql.raw(String(MAX_COUNTED_BIDS))},
    (SELECT count(*) FROM (SELECT 1 FROM bids WHERE bids.auction_id = auctions.id LIMIT ${sql.raw(String(MAX_COUNTED_BIDS))}))
  )`,
};

/** Includes hidden auctions, because they still end and their rooms must record the end. */
const isUnclosed = and(
  inArray(auctions.phase, ["open", "hidden"]),
  isNull(auctions.closedAt),
  isNull(auctions.voidedReason),
);

/** Includes hidden auctions that have ended. */
const hasEnded = or(
  inArray(auctions.phase, ["closed", "voided", "cancelled", "removed"]),
  isNotNull(auctions.closedAt),
  isNotNull(auctions.voidedReason),
);

/** For the sweep. Auctions not yet closed whose IDs begin with `idPrefix`. */
export async function listUnclosedAuctionsByIdPrefix(db: Database, idPrefix: string): Promise<AuctionProjection[]> {
  return (
    db
      .select(AUCTION_PROJECTION_COLUMNS)
      .from(auctions)
      // The tilde sorts after every character of an ID.
      .where(and(gte(auctions.id, idPrefix), lt(auctions.id, `${idPrefix}~`), isUnclosed))
      .limit(MAX_PER_ID_PREFIX)
  );
}

/**
 * For the sweep. Auctions with this ID prefix that ended or are gone, including hidden ones, whose last fact or end
 * is after a time (epoch ms). Also those canceled up to `retentionMs` before it, whose rooms keep their journals for
 * that long.
 */
export async function listAuctionsEndedAfter(
  db: Database,
  idPrefix: string,
  after: number,
  retentionMs: number,
): Promise<AuctionProjection[]> {
  const { id, phase, endsAt, changedAt } = auctions;
  const hasJournal = and(eq(phase, "cancelled"), gte(changedAt, after - retentionMs));
  return db
    .select(AUCTION_PROJECTION_COLUMNS)
    .from(auctions)
    .where(
      and(
        gte(id, idPrefix),
        lt(id, `${idPrefix}~`),
        hasEnded,
        or(gte(changedAt, after), gte(endsAt, after), hasJournal),
      ),
    )
    .limit(MAX_PER_ID_PREFIX);
}

/**
 * The seller's choice of a second buyer needs the bids. A second chance is possible until the deal is paid or has
 * ended, and after a hidden auction is shown again, which opens its deal.
 */
const mayOfferSecondChance = sql`(${auctions.phase} = 'hidden' OR EXISTS (SELECT 1 FROM deals
  WHERE deals.auction_id = auctions.id AND deals.chance = 1 AND deals.state IN ('open', 'ready', 'unpaid')))`;

/**
 * For the sweep. Auctions with this ID prefix that ended before a time (epoch ms) and have bids in D1 that nothing
 * needs anymore.
 */
export async function listArchivableAuctions(
  db: Database,
  idPrefix: string,
  before: number,
): Promise<AuctionProjection[]> {
  const { id, endsAt } = auctions;
  const hasBids = sql`EXISTS (SELECT 1 FROM bids WHERE bids.auction_id = auctions.id)`;
  return db
    .select(AUCTION_PROJECTION_COLUMNS)
    .from(auctions)
    .where(
      and(gte(id, idPrefix), lt(id, `${idPrefix}~`), hasEnded, lt(endsAt, before), hasBids, not(mayOfferSecondChance)),
    )
    .limit(MAX_PER_SWEEP);
}

/** The auctions among these that have no row in D1. */
export async function listAuctionIdsWithoutRow(db: Database, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db.all<{ id: string }>(
    sql`SELECT value AS id FROM json_each(${JSON.stringify(ids)}) WHERE value NOT IN (SELECT id FROM auctions)`,
  );
  return rows.map(({ id }) => id);
}

/** Marks a row without a room as removed. Either the auction is gone, or D1 was restored to before its removal. */
export async function removeAuctionWithoutRoom(db: Database, id: string): Promise<void> {
  await db
    .update(auctions)
    .set({ phase: "removed" })
    .where(and(eq(auctions.id, id), isInSellerLists));
}

/** For the sweep. Auctions not yet closed that ended before a time (epoch ms), the earliest end first. */
export async function listUnclosedAuctionsEndedBefore(db: Database, before: number): Promise<AuctionProjection[]> {
  return db
    .select(AUCTION_PROJECTION_COLUMNS)
    .from(auctions)
    .where(and(isUnclosed, lt(auctions.endsAt, before)))
    .orderBy(asc(auctions.endsAt))
    .limit(MAX_PER_SWEEP);
}
