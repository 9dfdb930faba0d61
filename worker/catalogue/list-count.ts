/**
 * How many auctions a list has on all its pages. As with the pages, an index finds the rows, and each is checked
 * against the list's conditions. It reads at most `MAX_EXAMINED_ROWS`, so it doesn't count a very long list to its end.
 */
import { or, type SQL, sql } from "drizzle-orm";

import { MAX_COUNTED_AUCTIONS } from "../contract/lengths.ts";
import type { Database } from "../db/database.ts";
import { auctions } from "../db/schema.ts";
import { PUBLIC_PHASES } from "../listings/queries/listings.ts";
import {
  conditionsOf,
  accessPathOf,
  hasConditionIndex,
  type AuctionListQuery,
  type ListedPhase,
} from "./list-conditions.ts";
import { type RowidQuery, compileSearch } from "./search.ts";

/**
 * 20% more than we count, because the filters remove some of the rows that an index finds, such as open auctions that
 * have not begun.
 */
export const MAX_EXAMINED_ROWS = MAX_COUNTED_AUCTIONS + MAX_COUNTED_AUCTIONS / 5;

/**
 * The total, or `MAX_COUNTED_AUCTIONS` for that many or more. Null if the filters match so few of so many rows that
 * counting would take too long. `now` is epoch ms.
 */
export async function countAuctions(db: Database, query: AuctionListQuery, now: number): Promise<number | null> {
  const countQuery = countQueryOf(query, now);
  if (countQuery === null) return 0;
  const rows = await db.all<{ examined: number; matched: number }>(countQuery);
  const total = rows.reduce((sum, { matched }) => sum + matched, 0);
  if (total >= MAX_COUNTED_AUCTIONS) return MAX_COUNTED_AUCTIONS;
  return rows.some(({ examined }) => examined >= MAX_EXAMINED_ROWS) ? null : total;
}

/** Null when nothing can match. */
function countQueryOf(query: AuctionListQuery, now: number): SQL | null {
  const parts = query.search ? compileSearch(query.search) : [];
  const found = parts.flatMap((part) => ("found" in part ? [part.found] : []));
  const checks = parts.flatMap((part) => ("condition" in part ? [part.condition] : []));
  const counts: SQL[] = [];
  const listConditions: (SQL | undefined)[] = [];
  for (const phase of PUBLIC_PHASES) {
    const phaseRequest = { phase, range: { condition: undefined, isPreselected: false }, after: null, now };
    const where = conditionsOf({ ...phaseRequest, query }, "search")?.where;
    const scope = conditionsOf({ ...phaseRequest, query: widen(query, phase) }, accessPathOf(query));
    if (!where || !scope) continue;
    listConditions.push(where);
    const rows = sql`select ${auctions}.rowid from ${auctions} where ${scope.where} limit ${MAX_EXAMINED_ROWS}`;
    counts.push(countIn(rows, sql.join([sql`(${where})`, ...checks], sql` and `)));
  }
  if (counts.length === 0) return null;
  return found.length > 0 ? countFound(found, sql`${or(...listConditions)}`) : sql.join(counts, sql` union all `);
}

/**
 * Counts the results of a search. A part reads at most the rows that the previous part has left of `MAX_EXAMINED_ROWS`.
 * No result is in two parts.
 */
function countFound(found: readonly RowidQuery[], where: SQL): SQL {
  const hits = found.map((rowids, index) => {
    const before = sql.raw(`hits_${index - 1}`);
    const limit =
      index === 0 ? sql`${MAX_EXAMINED_ROWS}` : sql`${MAX_EXAMINED_ROWS} - (select count(*) from ${before})`;
    return sql`${sql.raw(`hits_${index}`)} (place) as materialized (${rowids()} limit ${limit})`;
  });
  const places = found.map((_, index) => sql`select place from ${sql.raw(`hits_${index}`)}`);
  return sql`with ${sql.join(hits, sql`, `)} ${countIn(sql.join(places, sql` union all `), where)}`;
}

function countIn(rowids: SQL, where: SQL): SQL {
  return sql`select count(*) as examined, coalesce(sum(iif(${where}, 1, 0)), 0) as matched from ${auctions}
    where ${auctions}.rowid in (${rowids})`;
}

/**
 * A list that contains the requested one, with only conditions that an index answers, so that skipped rows don't count
 * as examined. Any closed auction may be sold, and nearly every open one is live.
 */
function widen({ condition, ...request }: AuctionListQuery, phase: ListedPhase): AuctionListQuery {
  const isIndexed = request.status === "Upcoming" || (phase === "open" && request.status !== "Live");
  const conditions = hasConditionIndex(request) ? { condition } : {};
  return { ...request, ...conditions, status: isIndexed ? request.status : "all" };
}
