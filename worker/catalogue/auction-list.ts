/**
 * The list of all auctions, page by page. A page continues after the last row of the previous one, by the value that
 * the list is sorted by and the ID. So rows that are added or removed in between don't make the list skip or repeat
 * other rows. An auction whose own price, end or count changes can still move within a list sorted by it.
 *
 * Each phase has a separate query, which reads one index in order. All queries run in one transaction, and their rows
 * are merged.
 */
import { eq, sql } from "drizzle-orm";
import * as z from "zod";

import { sortOrder } from "../contract/auction.ts";
import type { ListedAuction } from "../contract/catalogue.ts";
import { MAX_WATCHERS } from "../contract/people.ts";
import type { Database } from "../db/database.ts";
import { type AuctionRow, auctions, categories, users } from "../db/schema.ts";
import {
  isNamedCategory,
  LISTING_COLUMNS,
  type ListingRow,
  PUBLIC_PHASES,
  toListedAuction,
} from "../listings/queries/listings.ts";
import {
  type SortPosition,
  ORDERS,
  orderOf,
  type AuctionListQuery,
  rangesOf,
  type SortKey,
} from "./list-conditions.ts";
import { selectRowids } from "./list-rows.ts";
import { compileSearch, type SearchPart } from "./search.ts";

/**
 * The end of a page: the order of the list, the last row's value and ID, and the part of a search that the row is in.
 * The order lets us refuse another list's cursor.
 */
const sortedListCursor = z.tuple([sortOrder, z.number().int(), z.string(), z.number().int().nonnegative().optional()]);
type SortedListCursor = z.infer<typeof sortedListCursor>;

/** The parts of a list without a search: a single one, which matches everything. */
const WITHOUT_SEARCH = [null];

/** One page, or null when the cursor is invalid. `now` is epoch ms. */
export async function listAuctions(
  db: Database,
  query: AuctionListQuery,
  now: number,
): Promise<{ auctions: ListedAuction[]; nextCursor: string | null } | null> {
  const cursor = query.cursor === undefined ? null : readCursor(query.cursor);
  if (query.cursor !== undefined && cursor?.[0] !== query.sort) return null;
  const searchParts = compileSearch(query.search ?? "");
  const parts = searchParts.length > 0 ? searchParts : WITHOUT_SEARCH;
  const firstPart = cursor?.[3] ?? 0;
  const rows: (ListedRow & { readonly part: number })[] = [];
  for (const [index, part] of parts.entries()) {
    // Read a later part only if the page has room for it, because it may match a lot of rows.
    if (index < firstPart || rows.length > query.limit) continue;
    const after = cursor && index === firstPart ? { value: cursor[1], id: cursor[2] } : null;
    const found = await listRows(db, query, part, after, now);
    rows.push(...found.map((row) => ({ ...row, part: index })));
  }
  const page = rows.slice(0, query.limit);
  const last = page.at(-1);
  const hasMore = rows.length > page.length && last !== undefined;
  const { key } = ORDERS[query.sort];
  return {
    auctions: page.map((row) => ({
      ...toListedAuction(row, now),
      ...(row.watchers === 0 ? {} : { watchers: row.watchers }),
    })),
    nextCursor: hasMore ? writeCursor([query.sort, last.auction[key], last.auction.id, last.part]) : null,
  };
}

type ListedRow = ListingRow & { readonly watchers: number };

/** How many people watch an auction, up to `MAX_WATCHERS`. */
const WATCHERS = sql<number>`(SELECT count(*) FROM (
  SELECT 1 FROM watches WHERE watches.auction_id = ${auctions.id} LIMIT ${MAX_WATCHERS}
))`.as("watchers");

/**
 * The first rows of one part of the list, in order. It reads at least one row more than a page has, to show whether
 * another page follows.
 */
async function listRows(
  db: Database,
  query: AuctionListQuery,
  part: SearchPart | null,
  after: SortPosition | null,
  now: number,
): Promise<ListedRow[]> {
  const pages = PUBLIC_PHASES.flatMap((phase) =>
    rangesOf(query).flatMap((range) => selectRowids({ query, phase, range, after, now }, part) ?? []),
  );
  const [first, ...others] = pages.map((rows) =>
    db
      .select({ ...LISTING_COLUMNS, watchers: WATCHERS })
      // A subquery and not a condition, because D1 limits how deeply conditions can be nested.
      .from(sql`(${rows}) as page`)
      .innerJoin(auctions, sql`${auctions}.rowid = page.rowid`)
      .leftJoin(users, eq(users.id, auctions.sellerId))
      .leftJoin(categories, isNamedCategory)
      .orderBy(orderOf(query)),
  );
  // Uses one transaction, so that an auction that closes between the queries is in exactly one result.
  const results = first ? await db.batch([first, ...others]) : [];
  const { key, descending } = ORDERS[query.sort];
  const sign = descending ? -1 : 1;
  return results.flat().toSorted((a, b) => sign * compare(a.auction, b.auction, key));
}

function compare(a: AuctionRow, b: AuctionRow, key: SortKey): number {
  return a[key] - b[key] || (a.id < b.id ? -1 : 1);
}

function writeCursor(cursor: SortedListCursor): string {
  return btoa(JSON.stringify(cursor)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function readCursor(cursor: string): SortedListCursor | null {
  try {
    const value: unknown = JSON.parse(atob(cursor.replaceAll("-", "+").replaceAll("_", "/")));
    return sortedListCursor.safeParse(value).data ?? null;
  } catch {
    return null;
  }
}
