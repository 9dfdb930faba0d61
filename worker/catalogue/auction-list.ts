/**
 * The list of all auctions, page by page. A page continues after the last row of the one before, by the value that
 * the list is sorted by and the id: rows that are added or removed meanwhile cause no skips or repeats of other rows. (An
 * auction whose own price, end or count changes moves in a list that is sorted by it.)
 *
 * Each phase has its own query, so that each query walks one index in its order; both run in one transaction and their
 * rows are merged.
 */
import { and, asc, desc, eq, gt, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import * as z from "zod";

import { type auctionsQuery, sortOrder } from "../contract/auction.ts";
import type { Auction } from "../contract/catalogue.ts";
import { minorOf } from "../rules/money.ts";
import type { Catalogue } from "./database.ts";
import { currentCategory } from "./desk-categories.ts";
import { hasStatus, type ListingRow, selectListings, SHOWN, toListing } from "./listings.ts";
import { type AuctionRow, auctions, users } from "./schema.ts";
import { searchFor } from "./search.ts";
import { withWatchers } from "./watch-list.ts";

export type PageRequest = z.output<typeof auctionsQuery>;
type Sort = PageRequest["sort"];

type SortKey = "createdAt" | "endsAt" | "priceMinor" | "bidCount";
const ORDERS: { readonly [S in Sort]: { readonly key: SortKey; readonly descending: boolean } } = {
  newest: { key: "createdAt", descending: true },
  ending: { key: "endsAt", descending: false },
  ended: { key: "endsAt", descending: true },
  price_asc: { key: "priceMinor", descending: false },
  price_desc: { key: "priceMinor", descending: true },
  most_bids: { key: "bidCount", descending: true },
};

const HOUR_MS = 3_600_000;
const ENDS_WITHIN_MS = { hour: HOUR_MS, day: 24 * HOUR_MS } as const;

/**
 * Where a page ended: the order of the list (a cursor of another list is refused), the last row's value and id, and in
 * which part of a search it was.
 */
const place = z.tuple([sortOrder, z.number().int(), z.string(), z.number().int().nonnegative().optional()]);
type Place = z.infer<typeof place>;

/** A list without a search. */
const EVERYTHING = { indexed: false, parts: [undefined] } as const;

/** One page, or null when the cursor is invalid. `now` is epoch ms. */
export async function listAuctions(
  catalogue: Catalogue,
  request: PageRequest,
  now: number,
): Promise<{ auctions: Auction[]; nextCursor: string | null } | null> {
  const after = request.cursor === undefined ? null : readCursor(request.cursor);
  if (request.cursor !== undefined && after?.[0] !== request.sort) return null;
  const search = request.search ? searchFor(request.search) : EVERYTHING;
  const firstPart = after?.[3] ?? 0;
  const { key, descending } = ORDERS[request.sort];
  const sign = descending ? -1 : 1;
  const rows: (ListingRow & { readonly part: number })[] = [];
  for (const [part, found] of search.parts.entries()) {
    // A later part is read only where the page has room for it: it may match very many rows.
    if (part < firstPart || rows.length > request.limit) continue;
    const indexed = search.indexed || request.seller !== undefined;
    const asked = { request, found, searched: search.indexed, indexed, after: part === firstPart ? after : null, now };
    const [first, ...others] = SHOWN.flatMap((phase) => selectPages(catalogue, phase, asked));
    // One transaction: an auction that closes meanwhile is in exactly one of the results.
    const runs = first ? await catalogue.batch([first, ...others]) : [];
    const inOrder = runs.flat().toSorted((a, b) => sign * compare(a.auction, b.auction, key));
    rows.push(...inOrder.map((row) => ({ ...row, part })));
  }
  const page = rows.slice(0, request.limit);
  const last = page.at(-1);
  const more = rows.length > page.length && last !== undefined;
  return {
    auctions: await withWatchers(
      catalogue,
      page.map((row) => toListing(row, now)),
    ),
    nextCursor: more ? writeCursor([request.sort, last.auction[key], last.auction.id, last.part]) : null,
  };
}

type Asked = {
  readonly request: PageRequest;
  /** What a search finds. */
  readonly found: SQL | undefined;
  /** Whether that is found by an index. */
  readonly searched: boolean;
  /** Whether an index finds the rows: that of the search or that of the seller. */
  readonly indexed: boolean;
  readonly after: Place | null;
  readonly now: number;
};

/** The first rows of one phase, one more than a page has, in one query or several; none when nothing can match. */
function selectPages(catalogue: Catalogue, phase: (typeof SHOWN)[number], asked: Asked) {
  const { request, found, searched, indexed, after, now } = asked;
  const inStatus = hasStatus(request.status, phase, now, indexed);
  if (inStatus === null) return [];
  const { key, descending } = ORDERS[request.sort];
  const direction = descending ? desc : asc;
  const sorted = isSelective(request, phase, indexed) ? sql`+${auctions[key]}` : sql`${auctions[key]}`;
  return rangesOf(request).map(({ only, isFound }) =>
    selectListings(catalogue)
      .where(
        and(
          inStatus,
          only,
          ...filters(request, isFound || indexed || request.status === "Upcoming" || request.endsWithin !== undefined),
          ofSeller(request, searched),
          endingSoon(request, now, indexed),
          found,
          after ? continues(after, sorted, descending) : undefined,
        ),
      )
      .orderBy(direction(sorted), direction(auctions.id))
      .limit(request.limit + 1),
  );
}

/**
 * Whether the filters match so few rows that finding them first and sorting them then is faster. SQLite would walk an
 * index in order and discard nearly all rows; the plus before a column prevents that.
 */
function isSelective(
  { status, endsWithin, sort }: PageRequest,
  phase: (typeof SHOWN)[number],
  found: boolean,
): boolean {
  // The index of starts has only rows with a start, of which those to come are a range.
  if (found || status === "Upcoming") return true;
  // Those that end soon are a range of the index of ends, which is in order already if they are sorted by their ends.
  if (endsWithin !== undefined) return ORDERS[sort].key !== "endsAt";
  // An open row that is over is closed by its room within moments, so there are few of them.
  return phase === "open" && (status === "Sold" || status === "Expired");
}

/**
 * The conditions of the queries whose rows together are the list. Of expired auctions those without a bid are one place in the
 * index of bid counts, and those that ended below their reserve have an index of their own.
 */
function rangesOf({ status, sort }: PageRequest): Range[] {
  if (status !== "Expired" || sort !== "most_bids") return [{ only: undefined, isFound: false }];
  return [
    { only: eq(auctions.bidCount, 0), isFound: false },
    { only: and(sql`reserve_met = 0`, gt(auctions.bidCount, 0)), isFound: true },
  ];
}

/** A condition of a query; `isFound` means that it finds the rows, and the filters are then checked in each of them. */
type Range = { readonly only: SQL | undefined; readonly isFound: boolean };

/** `selected`: another condition finds the rows, and these are checked in each of them. */
function filters({ category, minPrice, maxPrice }: PageRequest, selected: boolean): (SQL | undefined)[] {
  const categoryId = selected ? sql`+${auctions.categoryId}` : auctions.categoryId;
  const priceMinor = selected ? sql`+${auctions.priceMinor}` : auctions.priceMinor;
  return [
    category === undefined ? undefined : sql`${categoryId} = ${currentCategory(category)}`,
    minPrice === undefined ? undefined : sql`${priceMinor} >= ${minorOf(minPrice)}`,
    maxPrice === undefined ? undefined : sql`${priceMinor} <= ${minorOf(maxPrice)}`,
  ];
}

/** Nobody's whose account is deleted: their listings stay, but nothing puts them together under one person. */
function ofSeller({ seller }: PageRequest, searched: boolean): SQL | undefined {
  if (seller === undefined) return undefined;
  const sellerId = searched ? sql`+${auctions.sellerId}` : auctions.sellerId;
  return and(sql`${sellerId} = ${seller}`, isNotNull(users.id), isNull(users.deletedAt));
}

function endingSoon({ endsWithin }: PageRequest, now: number, found: boolean): SQL | undefined {
  if (endsWithin === undefined) return undefined;
  const endsAt = found ? sql`+${auctions.endsAt}` : auctions.endsAt;
  return sql`${endsAt} > ${now} AND ${endsAt} <= ${now + ENDS_WITHIN_MS[endsWithin]}`;
}

function continues([, value, id]: Place, sorted: SQL, descending: boolean): SQL {
  const row = sql`(${sorted}, ${auctions.id})`;
  return descending ? sql`${row} < (${value}, ${id})` : sql`${row} > (${value}, ${id})`;
}

function compare(a: AuctionRow, b: AuctionRow, key: SortKey): number {
  return a[key] - b[key] || (a.id < b.id ? -1 : 1);
}

function writeCursor(at: Place): string {
  return btoa(JSON.stringify(at)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function readCursor(cursor: string): Place | null {
  try {
    const value: unknown = JSON.parse(atob(cursor.replaceAll("-", "+").replaceAll("_", "/")));
    return place.safeParse(value).data ?? null;
  } catch {
    return null;
  }
}
