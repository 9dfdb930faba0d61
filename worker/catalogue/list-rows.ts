/**
 * Which rows are on a page of a list, as a SELECT of their rowids. What is shown of an auction is joined to these alone, not
 * to every row that is looked at.
 *
 * A search has two ways. What few listings have is found by its index, and the other conditions are checked in those. What
 * many have is looked for among the first rows of the list in its order, as far as it is common enough to fill the page
 * with them; only where it is not is all read that the search finds.
 */
import { and, type SQL, sql } from "drizzle-orm";

import { type Asked, conditionsOf, finderOf, ORDERS, type PageRequest } from "./list-conditions.ts";
import { auctions } from "./schema.ts";
import type { Found, SearchPart } from "./search.ts";

/** More listings than this are many: by rowid and out of order each costs about as much as two in the order of an index. */
const FEW_LISTINGS = 500;
/** How many rows of a list are looked at. What one listing of forty has fills a page of 24 with them. */
const NEAREST_LISTINGS = 1_000;

/** The first rows of a list, one more than its page has; null when nothing can match. */
export function rowsOf(asked: Asked, part: SearchPart | null): SQL | null {
  if (part && "found" in part) return foundRows(asked, part.found);
  const conditions = conditionsOf(asked, finderOf(asked.request));
  return conditions && selectRows(and(conditions.where, part?.condition), conditions.orderBy, rowsOn(asked.request));
}

function foundRows(asked: Asked, found: Found): SQL | null {
  const conditions = conditionsOf(asked, "search");
  const nearest = conditionsOf({ ...asked, request: widened(asked.request) }, finderOf(asked.request));
  if (!conditions || !nearest) return null;
  const page = rowsOn(asked.request);
  const isMany = sql`(select count(*) from hits) > ${FEW_LISTINGS}`;
  const isNotEnough = sql`(select count(*) from near) = ${NEAREST_LISTINGS}
    and (select count(*) from ${auctions}
      where ${auctions}.rowid in (select place from hits_near) and ${conditions.where}) < ${page}`;
  // The rowids of the newest listings are near each other, so of these the index reads a range.
  const isNear = sql`rowid between (select min(place) from near) and (select max(place) from near)
    and +rowid in (select place from near)`;
  // A limit of 0 keeps a query from being run at all.
  return sql`with
    hits (place) as materialized (${found()} limit ${FEW_LISTINGS + 1}),
    near (place) as materialized (${selectRows(nearest.where, nearest.orderBy, sql`iif(${isMany}, ${NEAREST_LISTINGS}, 0)`)}),
    hits_near (place) as materialized (${found(isNear)} limit iif(${isMany}, -1, 0)),
    candidates (place) as (
      select place from hits where not (${isMany})
      union all select place from hits_near
      union all select * from (${found()} limit iif(${isNotEnough}, -1, 0))
    )
    ${selectRows(and(sql`${auctions}.rowid in (select place from candidates)`, conditions.where), conditions.orderBy, sql`${page}`)}`;
}

/**
 * A list that contains the one that is asked for and nearly nothing else, of conditions that an index answers: nearly every
 * open auction is live. Prices find a part of an index of prices only.
 */
function widened({ minPrice, maxPrice, ...request }: PageRequest): PageRequest {
  const prices = ORDERS[request.sort].key === "priceMinor" ? { minPrice, maxPrice } : {};
  return { ...request, ...prices, status: request.status === "Live" ? "all" : request.status };
}

function selectRows(where: SQL | undefined, orderBy: SQL, limit: SQL): SQL {
  return sql`select ${auctions}.rowid from ${auctions} where ${where} order by ${orderBy} limit ${limit}`;
}

function rowsOn({ limit }: PageRequest): SQL {
  return sql`${limit + 1}`;
}
