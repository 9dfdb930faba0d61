import { applyD1Migrations } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";

import { listAuctions } from "../catalogue/auction-list.ts";
import { ORDERS } from "../catalogue/list-conditions.ts";
import { countAuctions, MAX_EXAMINED_ROWS } from "../catalogue/list-count.ts";
import { auctionsQuery, sortOrder, statusFilter } from "../contract/auction.ts";
import { MAX_COUNTED_AUCTIONS } from "../contract/lengths.ts";
import { listFeaturedAuctions, listOwnAuctions } from "../listings/queries/auctions.ts";
import { type Database, openDatabase } from "./database.ts";

const COUNT = 100_000;
const NOW = 2_000_000_000_000;
/** A page of 24 from two phases, the seller and category of each row, and some rows that a filter skips. */
const MAX_ROWS_READ = 400;
const PAGE_SIZE = 24;
/**
 * No event updates a row when an auction starts. So a list of upcoming auctions reads and sorts all of them, each with
 * its seller and category. It then counts the watchers of those on the page.
 */
const UPCOMING_COUNT = 2_500;
const MAX_ROWS_READ_OF_UPCOMING = 3 * UPCOMING_COUNT + PAGE_SIZE;
/**
 * A search that many listings match examines the first thousand of the list. The rows of each intermediate result count
 * as read, too. In orders other than newest first, the search reads the whole title index, but no listings.
 */
const MAX_ROWS_READ_BY_COMMON_SEARCH = 21_000;

/** A separate database, so that its many rows don't slow down the other tests. */
const largeDatabase = env.LARGE_DB;

type SqlStatement = { readonly sql: string; readonly parameters: readonly unknown[] };

/** The number of rows that D1 reports having read for a query, which cost time and money. */
async function rowsReadBy(runQuery: (db: Database) => Promise<unknown>): Promise<number> {
  const statements: SqlStatement[] = [];
  const recorder = new Proxy(largeDatabase, {
    get: (database, name) =>
      name === "prepare"
        ? (sql: string) =>
            new Proxy(database.prepare(sql), {
              get: (statement, method) =>
                method === "bind"
                  ? (...parameters: unknown[]) => {
                      statements.push({ sql, parameters });
                      return statement.bind(...parameters);
                    }
                  : Reflect.get(statement, method).bind(statement),
            })
        : Reflect.get(database, name).bind(database),
  });
  await runQuery(openDatabase(recorder));
  expect(statements.length).toBeGreaterThan(0);
  let rowsRead = 0;
  for (const { sql, parameters } of statements) {
    const { meta } = await largeDatabase
      .prepare(sql)
      .bind(...parameters)
      .all();
    rowsRead += meta.rows_read;
  }
  return rowsRead;
}

const page = (query: object) => (db: Database) => listAuctions(db, auctionsQuery.parse(query), NOW);

/** `query-plans.test.ts` runs for every change. The rows themselves are counted only with LOTLINE_LONG=1. */
describe.runIf(env.LOTLINE_LONG === "1")("100,000 auctions", () => {
  beforeAll(async () => {
    await applyD1Migrations(largeDatabase, env.TEST_MIGRATIONS);
    await largeDatabase
      .prepare(
        "INSERT INTO users (id, first_name, last_name, search_name, role, created_at) VALUES ('me', 'Ann', 'Example', ' ann example', 'User', 0)",
      )
      .run();
    // Half are open, and ten of these are over but not closed yet. The other half are closed. Two thirds have bids.
    // `UPCOMING_COUNT` of them haven't started.
    await largeDatabase
      .prepare(
        `WITH RECURSIVE numbers(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < ?1)
       INSERT INTO auctions (id, seller_id, category_id, title, description, image_keys, currency, increments,
         starting_price_minor, price_minor, min_next_minor, bid_count, leader_id, winner_id, phase, created_at,
         starts_at, scheduled_ends_at, ends_at, extensions, window_ms, closed_at, changed_at, seq)
       SELECT printf('%08x', n * 2654435761 % 4294967296), iif(n % 10000 = 0, 'me', printf('seller-%d', n % 5000)),
         iif(n % 8 = 0, 'gaming', 'antiques'), printf('%s %d', iif(n % 20000 = 7, 'Astrolabe', 'Bureau'), n), '', '[]',
         'USD', 'flat', 10000, 10000 + n * 7919 % 1000000, 10100 + n * 7919 % 1000000, n % 3 * (1 + n % 97),
         iif(n % 3 = 0, NULL, 'leader'), iif(n % 3 = 0 OR n % 2 = 0, NULL, 'leader'), iif(n % 2 = 0, 'open', 'closed'),
         ?2 - n * 1000, iif(n % 40 = 2, ?2 + 500 * (n + 1), NULL), ?2, ?2 + iif(n % 10000 = 0 OR n % 2 = 1, -1000, 1000) * (n + 1), 0, 0, NULL, ?2, 1
       FROM numbers`,
      )
      .bind(COUNT, NOW)
      .run();
  });

  it("the database has 100,000 auctions", async () => {
    const counted = await largeDatabase.prepare("SELECT count(*) AS count FROM auctions").first();
    expect(counted).toEqual({ count: COUNT });
    const upcoming = largeDatabase.prepare("SELECT count(*) AS count FROM auctions WHERE starts_at > ?").bind(NOW);
    expect(await upcoming.first()).toEqual({ count: UPCOMING_COUNT });
  });

  for (const status of statusFilter.options) {
    for (const sort of sortOrder.options) {
      it(`the pages of ${status} auctions sorted by ${sort} read few rows`, async () => {
        const first = await page({ status, sort })(openDatabase(largeDatabase));
        expect(first?.auctions).toHaveLength(PAGE_SIZE);
        const cursor = first?.nextCursor ?? "";
        for (const query of [{}, { cursor }, { category: "gaming" }]) {
          const rowsRead = await rowsReadBy(page({ status, sort, ...query }));
          const maxRowsRead = status === "Upcoming" ? MAX_ROWS_READ_OF_UPCOMING : MAX_ROWS_READ;
          expect({ query, few: rowsRead <= maxRowsRead, rowsRead }).toEqual({ query, few: true, rowsRead });
        }
      });
    }
  }

  it.each(["ending", "ended"] as const)(
    "a page of auctions that end within a day reads few rows, sorted by %s",
    async (sort) => {
      const query = { endsWithin: "day", sort };
      const first = await page(query)(openDatabase(largeDatabase));
      expect(first?.auctions).toHaveLength(PAGE_SIZE);
      for (const extraQuery of [{}, { cursor: first?.nextCursor ?? "" }, { category: "gaming" }]) {
        expect(await rowsReadBy(page({ ...query, ...extraQuery }))).toBeLessThan(MAX_ROWS_READ);
      }
    },
  );

  it("a search that five titles match reads few of 100,000 auctions", async () => {
    const found = await page({ search: "strolab", status: "all" })(openDatabase(largeDatabase));
    expect(found?.auctions).toHaveLength(5);
    expect(await rowsReadBy(page({ search: "strolab", status: "all" }))).toBeLessThan(MAX_ROWS_READ);
  });

  /** Searches that many titles match, with the SQLite pattern for each. */
  const COMMON_SEARCHES = [
    ["bureau", "%bureau%"],
    // All of these are next to each other, so in some orders none is among the first rows.
    ["bureau 77", "%bureau 77%"],
    ["bureau 777", "%777%"],
  ] as const;
  const STATUSES = [
    ["Live", "phase = 'open' AND ends_at > ?1 AND coalesce(starts_at, 0) <= ?1"],
    ["Upcoming", "phase = 'open' AND starts_at > ?1"],
    ["Sold", "ends_at <= ?1 AND iif(phase = 'open', leader_id, winner_id) IS NOT NULL"],
    ["Expired", "ends_at <= ?1 AND iif(phase = 'open', leader_id, winner_id) IS NULL"],
    ["all", "phase IN ('open', 'closed') AND ?1"],
  ] as const;

  it.each(sortOrder.options)("a search that matches many titles lists each once, sorted by %s", async (sort) => {
    const { key, descending } = ORDERS[sort];
    const column = { createdAt: "created_at", endsAt: "ends_at", priceMinor: "price_minor", bidCount: "bid_count" };
    const direction = descending ? "DESC" : "ASC";
    for (const [search, like] of COMMON_SEARCHES) {
      for (const [status, condition] of STATUSES) {
        const statement = `SELECT id FROM auctions WHERE ${condition} AND title LIKE ?2
        ORDER BY ${column[key]} ${direction}, id ${direction} LIMIT ${2 * PAGE_SIZE}`;
        const { results } = await largeDatabase.prepare(statement).bind(NOW, like).all<{ id: string }>();
        const ids: string[] = [];
        let cursor: string | undefined;
        for (let pages = 0; pages < 2; pages += 1) {
          const query = { search, sort, status, ...(cursor === undefined ? {} : { cursor }) };
          const found = await page(query)(openDatabase(largeDatabase));
          ids.push(...(found?.auctions ?? []).map(({ _id }) => _id));
          cursor = found?.nextCursor ?? undefined;
          if (cursor === undefined) break;
        }
        expect({ search, status, ids }).toEqual({ search, status, ids: results.map(({ id }) => id) });
      }
    }
  });

  it.each(sortOrder.options)("a search that matches nearly every title reads few rows, sorted by %s", async (sort) => {
    const first = await page({ sort, search: "bureau" })(openDatabase(largeDatabase));
    for (const query of [{}, { cursor: first?.nextCursor ?? "" }, { minPrice: 1 }]) {
      const rowsRead = await rowsReadBy(page({ sort, search: "bureau", ...query }));
      const maxRowsRead = MAX_ROWS_READ_BY_COMMON_SEARCH + (sort === "newest" ? 0 : COUNT);
      expect({ query, few: rowsRead <= maxRowsRead, rowsRead }).toEqual({ query, few: true, rowsRead });
    }
  });

  it("a search that matches nearly every title applies the price filter", async () => {
    const { results } = await largeDatabase
      .prepare(
        `SELECT id, price_minor AS price FROM auctions
       WHERE phase IN ('open', 'closed') AND title LIKE '%bureau%' ORDER BY price_minor DESC LIMIT 40`,
      )
      .all<{ id: string; price: number }>();
    const lowest = results.at(-1)?.price ?? 0;
    const moreExpensive = results.filter(({ price }) => price > lowest).map(({ id }) => id);
    const query = { search: "bureau", status: "all" as const, sort: "newest" as const, minPrice: (lowest + 1) / 100 };
    const found = await page(query)(openDatabase(largeDatabase));
    expect(found?.auctions).toHaveLength(Math.min(moreExpensive.length, PAGE_SIZE));
    expect(moreExpensive).toEqual(expect.arrayContaining(found?.auctions.map(({ _id }) => _id) ?? []));
  });

  it.each([
    [{}, MAX_COUNTED_AUCTIONS],
    [{ status: "all" }, MAX_COUNTED_AUCTIONS],
    [{ status: "Sold" }, null],
    [{ status: "Upcoming" }, MAX_COUNTED_AUCTIONS],
    [{ category: "gaming" }, MAX_COUNTED_AUCTIONS],
    [{ endsWithin: "hour" }, MAX_COUNTED_AUCTIONS],
    [{ seller: "me", status: "all" }, 10],
    [{ minPrice: 200, maxPrice: 200.5 }, 3],
    [{ search: "strolab", status: "all" }, 5],
    [{ search: "bureau" }, null],
    [{ search: "bu" }, MAX_COUNTED_AUCTIONS],
  ] as const)("counting the list %j reads few of 100,000 auctions", async (query, total) => {
    const count = (db: Database) => countAuctions(db, auctionsQuery.parse(query), NOW);
    expect(await count(openDatabase(largeDatabase))).toBe(total);
    // The index entries and the row of each, in two phases.
    expect(await rowsReadBy(count)).toBeLessThanOrEqual(6 * MAX_EXAMINED_ROWS);
  });

  it("the list of a seller's own auctions reads no other auctions", async () => {
    const ownAuctions = await listOwnAuctions(openDatabase(largeDatabase), "me", NOW);
    expect(ownAuctions).toHaveLength(10);
    expect(await rowsReadBy((db) => listOwnAuctions(db, "me", NOW))).toBeLessThan(MAX_ROWS_READ);
  });

  it("the list of featured auctions reads few of 100,000 auctions", async () => {
    expect(await listFeaturedAuctions(openDatabase(largeDatabase), NOW)).toHaveLength(10);
    const rowsRead = await rowsReadBy((db) => listFeaturedAuctions(db, NOW));
    expect(rowsRead).toBeLessThan(COUNT / 50);
  });
});
