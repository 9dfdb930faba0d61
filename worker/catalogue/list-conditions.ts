/**
 * The conditions and the order of a list of auctions in one phase. A plus before a column keeps SQLite from using an
 * index on it. We let only conditions that match few rows, or that find rows in the order of the list, use an index.
 */
import { and, asc, desc, eq, gt, type SQL, sql } from "drizzle-orm";
import type * as z from "zod";

import type { auctionsQuery } from "../contract/auction.ts";
import { auctions, itemConditionIn } from "../db/schema.ts";
import { hasStatus, type PUBLIC_PHASES } from "../listings/queries/listings.ts";
import { currentCategory } from "../moderation/queries/categories.ts";
import { toMinorOrThrow } from "../rules/money.ts";

export type AuctionListQuery = z.output<typeof auctionsQuery>;
type Sort = AuctionListQuery["sort"];
export type ListedPhase = (typeof PUBLIC_PHASES)[number];

export type SortKey = "createdAt" | "endsAt" | "priceMinor" | "bidCount";
export const ORDERS: { readonly [S in Sort]: { readonly key: SortKey; readonly descending: boolean } } = {
  newest: { key: "createdAt", descending: true },
  ending: { key: "endsAt", descending: false },
  ended: { key: "endsAt", descending: true },
  price_asc: { key: "priceMinor", descending: false },
  price_desc: { key: "priceMinor", descending: true },
  most_bids: { key: "bidCount", descending: true },
};

const HOUR_MS = 3_600_000;
const ENDS_WITHIN_MS = { hour: HOUR_MS, day: 24 * HOUR_MS } as const;

/** The last row of the previous page: its value in the sort column, and its ID. */
export type SortPosition = { readonly value: number; readonly id: string };

/**
 * A condition of a query. `isPreselected` means that its index finds the rows, and each is then checked against
 * the filters.
 */
type ListRange = { readonly condition: SQL | undefined; readonly isPreselected: boolean };

/**
 * One condition for each query. The rows of all queries make up the list. Expired auctions without a bid are one range
 * of the index on bid counts. Those that ended below their reserve have a separate index.
 */
export function rangesOf({ status, sort }: AuctionListQuery): ListRange[] {
  if (status !== "Expired" || sort !== "most_bids") return [{ condition: undefined, isPreselected: false }];
  return [
    { condition: eq(auctions.bidCount, 0), isPreselected: false },
    { condition: and(sql`reserve_met = 0`, gt(auctions.bidCount, 0)), isPreselected: true },
  ];
}

export type ListRequest = {
  readonly query: AuctionListQuery;
  readonly phase: ListedPhase;
  readonly range: ListRange;
  readonly after: SortPosition | null;
  /** Epoch ms. */
  readonly now: number;
};

/** The index that finds the rows: the list's own, the seller's or the search's. */
type ListAccessPath = "list" | "seller" | "search";

export function accessPathOf({ seller }: AuctionListQuery): ListAccessPath {
  return seller === undefined ? "list" : "seller";
}

/** `where` and `order by` of the list, or null when nothing can match. */
export function conditionsOf(
  request: ListRequest,
  accessPath: ListAccessPath,
): { where: SQL | undefined; orderBy: SQL } | null {
  const { query, phase, range, after, now } = request;
  const usesOtherIndex = accessPath !== "list";
  const inStatus = hasStatus(query.status, phase, now, usesOtherIndex);
  if (inStatus === null) return null;
  const { key, descending } = ORDERS[query.sort];
  const sortColumn = isSelective(query, phase, usesOtherIndex) ? sql`+${auctions[key]}` : sql`${auctions[key]}`;
  const isPreselected =
    range.isPreselected || usesOtherIndex || query.status === "Upcoming" || query.endsWithin !== undefined;
  return {
    where: and(
      inStatus,
      range.condition,
      ...filterConditions(query, isPreselected),
      sellerCondition(query, accessPath === "search"),
      endsWithinCondition(query, now, usesOtherIndex),
      after ? isAfterRow(after, sortColumn, descending) : undefined,
    ),
    orderBy: orderBySql(sortColumn, descending),
  };
}

/** `order by` for a few rows that an index found. */
export function orderOf({ sort }: AuctionListQuery): SQL {
  const { key, descending } = ORDERS[sort];
  return orderBySql(sql`+${auctions[key]}`, descending);
}

function orderBySql(sortColumn: SQL, descending: boolean): SQL {
  const direction = descending ? desc : asc;
  return sql`${direction(sortColumn)}, ${direction(auctions.id)}`;
}

/**
 * Whether the filters match so few rows that finding them first and sorting them afterward is faster. Otherwise SQLite
 * would walk an index in order and discard nearly all rows.
 */
function isSelective(
  { status, endsWithin, sort }: AuctionListQuery,
  phase: ListedPhase,
  isPreselected: boolean,
): boolean {
  // The index on start times has only auctions with a start. Those in the future are a range of it.
  if (isPreselected || status === "Upcoming") return true;
  // Auctions that end soon are a range of the index on end times, which is in order if the list is sorted by end.
  if (endsWithin !== undefined) return ORDERS[sort].key !== "endsAt";
  // Rooms close auctions right after their end, so few open auctions are past theirs.
  return phase === "open" && (status === "Sold" || status === "Expired");
}

/** `isPreselected`: another condition finds the rows, and these filters are checked on each of them. */
function filterConditions(query: AuctionListQuery, isPreselected: boolean): (SQL | undefined)[] {
  const { category, minPrice, maxPrice } = query;
  const categoryId = isPreselected ? sql`+${auctions.categoryId}` : auctions.categoryId;
  const priceMinor = isPreselected ? sql`+${auctions.priceMinor}` : auctions.priceMinor;
  return [
    category === undefined ? undefined : sql`${categoryId} = ${currentCategory(category)}`,
    minPrice === undefined ? undefined : sql`${priceMinor} >= ${toMinorOrThrow(minPrice)}`,
    maxPrice === undefined ? undefined : sql`${priceMinor} <= ${toMinorOrThrow(maxPrice)}`,
    itemConditionFilter(query, !isPreselected && hasConditionIndex(query)),
  ];
}

/**
 * Whether an index finds the rows with an item condition in the list's order. Otherwise SQLite would have to sort them
 * first.
 */
export function hasConditionIndex({ sort, category }: AuctionListQuery): boolean {
  return ORDERS[sort].key === "endsAt" && category === undefined;
}

function itemConditionFilter({ condition }: AuctionListQuery, isIndexed: boolean): SQL | undefined {
  if (condition === undefined) return undefined;
  const itemCondition = itemConditionIn(auctions.details);
  // Only rows with details are in the index.
  return isIndexed
    ? sql`details IS NOT NULL AND ${itemCondition} = ${condition}`
    : sql`+${itemCondition} = ${condition}`;
}

/** Matches nothing for a deleted account. Its listings stay, but aren't grouped under one person. */
function sellerCondition({ seller }: AuctionListQuery, isPreselected: boolean): SQL | undefined {
  if (seller === undefined) return undefined;
  const sellerId = isPreselected ? sql`+${auctions.sellerId}` : auctions.sellerId;
  return sql`${sellerId} = (SELECT id FROM users WHERE users.id = ${seller})`;
}

function endsWithinCondition({ endsWithin }: AuctionListQuery, now: number, isPreselected: boolean): SQL | undefined {
  if (endsWithin === undefined) return undefined;
  const endsAt = isPreselected ? sql`+${auctions.endsAt}` : auctions.endsAt;
  return sql`${endsAt} > ${now} AND ${endsAt} <= ${now + ENDS_WITHIN_MS[endsWithin]}`;
}

function isAfterRow({ value, id }: SortPosition, sortColumn: SQL, descending: boolean): SQL {
  const row = sql`(${sortColumn}, ${auctions.id})`;
  return descending ? sql`${row} < (${value}, ${id})` : sql`${row} > (${value}, ${id})`;
}
