/**
 * Selects the rowids of a page of a list. The other columns are joined to these rows only, not to every examined row.
 *
 * A search works in two ways. If few listings match, the search index finds them, and each is checked against the other
 * conditions. If many match, we look for matches among the list's first rows. Only if these don't fill the page do we
 * read everything that the search finds.
 */
import { and, type SQL, sql } from "drizzle-orm";

import { auctions } from "../db/schema.ts";
import {
  type ListRequest,
  conditionsOf,
  accessPathOf,
  hasConditionIndex,
  ORDERS,
  type AuctionListQuery,
} from "./list-conditions.ts";
import type { RowidQuery, SearchPart } from "./search.ts";

/**
 * With more hits than this, a search reads the list in its order. Reading a row by rowid costs about twice as much as
 * reading it in the order of an index.
 */
const MAX_HITS_BY_ROWID = 500;
/** How many rows of a list are examined. It's enough to fill a page of 24 if one listing in forty matches. */
const MAX_EXAMINED_LISTINGS = 1_000;

/** The first rows of a list, one more than its page has. Null if nothing can match. */
export function selectRowids(request: ListRequest, part: SearchPart | null): SQL | null {
  if (part && "found" in part) return selectFoundRows(request, part.found);
  const conditions = conditionsOf(request, accessPathOf(request.query));
  return (
    conditions && selectRows(and(conditions.where, part?.condition), conditions.orderBy, rowLimitOf(request.query))
  );
}

function selectFoundRows(request: ListRequest, found: RowidQuery): SQL | null {
  const conditions = conditionsOf(request, "search");
  const widened = conditionsOf({ ...request, query: widen(request.query) }, accessPathOf(request.query));
  if (!conditions || !widened) return null;
  const limit = rowLimitOf(request.query);
  const hasManyHits = sql`(select count(*) from hits) > ${MAX_HITS_BY_ROWID}`;
  const hasTooFewMatches = sql`(select count(*) from examined) = ${MAX_EXAMINED_LISTINGS}
    and (select count(*) from ${auctions}
      where ${auctions}.rowid in (select place from examined_hits) and ${conditions.where}) < ${limit}`;
  // The rowids of the newest listings are close together, so the index then reads only a range.
  const isExamined = sql`rowid between (select min(place) from examined) and (select max(place) from examined)
    and +rowid in (select place from examined)`;
  // A limit of 0 keeps a query from running.
  return sql`with
    hits (place) as materialized (${found()} limit ${MAX_HITS_BY_ROWID + 1}),
    examined (place) as materialized (${selectRows(widened.where, widened.orderBy, sql`iif(${hasManyHits}, ${MAX_EXAMINED_LISTINGS}, 0)`)}),
    examined_hits (place) as materialized (${found(isExamined)} limit iif(${hasManyHits}, -1, 0)),
    candidates (place) as (
      select place from hits where not (${hasManyHits})
      union all select place from examined_hits
      union all select * from (${found()} limit iif(${hasTooFewMatches}, -1, 0))
    )
    ${selectRows(and(sql`${auctions}.rowid in (select place from candidates)`, conditions.where), conditions.orderBy, sql`${limit}`)}`;
}

/**
 * A list that contains the requested one and little else, with only conditions that can use an index. It includes every
 * open auction, because nearly all of them are live. It keeps a price range only if the list is sorted by price, and an
 * item condition only if there's an index for it.
 */
function widen({ minPrice, maxPrice, condition, ...request }: AuctionListQuery): AuctionListQuery {
  const prices = ORDERS[request.sort].key === "priceMinor" ? { minPrice, maxPrice } : {};
  const conditions = hasConditionIndex(request) ? { condition } : {};
  return { ...request, ...prices, ...conditions, status: request.status === "Live" ? "all" : request.status };
}

function selectRows(where: SQL | undefined, orderBy: SQL, limit: SQL): SQL {
  return sql`select ${auctions}.rowid from ${auctions} where ${where} order by ${orderBy} limit ${limit}`;
}

function rowLimitOf({ limit }: AuctionListQuery): SQL {
  return sql`${limit + 1}`;
}
