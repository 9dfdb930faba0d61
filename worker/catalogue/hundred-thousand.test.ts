import { applyD1Migrations } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";

import { auctionsQuery, sortOrder, statusFilter } from "../contract/auction.ts";
import { listAuctions } from "./auction-list.ts";
import { listFeatured, listOwnAuctions } from "./auctions.ts";
import { type Catalogue, openCatalogue } from "./database.ts";

const COUNT = 100_000;
const NOW = 2_000_000_000_000;
/** A page of 24 in two phases, each row with its seller and its category, and some that a filter passes over. */
const FEW = 400;

/** A catalogue of its own: the other tests shall not be slowed down by a crowd. */
const crowded = env.CROWDED;

beforeAll(async () => {
  await applyD1Migrations(crowded, env.TEST_MIGRATIONS);
  await crowded
    .prepare(
      "INSERT INTO users (id, first_name, last_name, role, created_at) VALUES ('me', 'Ann', 'Example', 'User', 0)",
    )
    .run();
  // Half are open (ten of them are over and waits for its room), half closed; two of three have bids.
  await crowded
    .prepare(
      `WITH RECURSIVE numbers(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < ?1)
       INSERT INTO auctions (id, seller_id, category_id, title, description, image_keys, currency, increments,
         starting_price_minor, price_minor, min_next_minor, bid_count, leader_id, winner_id, phase, created_at,
         scheduled_ends_at, ends_at, extensions, closed_at, seq)
       SELECT printf('%08x', n * 2654435761 % 4294967296), iif(n % 10000 = 0, 'me', printf('seller-%d', n % 5000)),
         iif(n % 8 = 0, 'gaming', 'antiques'), printf('%s %d', iif(n % 20000 = 7, 'Astrolabe', 'Bureau'), n), '', '[]',
         'USD', 'flat', 10000, 10000 + n * 7919 % 1000000, 10100 + n * 7919 % 1000000, n % 3 * (1 + n % 97),
         iif(n % 3 = 0, NULL, 'leader'), iif(n % 3 = 0 OR n % 2 = 0, NULL, 'leader'), iif(n % 2 = 0, 'open', 'closed'),
         ?2 - n * 1000, ?2, ?2 + iif(n % 10000 = 0 OR n % 2 = 1, -1000, 1000) * (n + 1), 0, NULL, 1
       FROM numbers`,
    )
    .bind(COUNT, NOW)
    .run();
});

type Asked = { readonly sql: string; readonly parameters: readonly unknown[] };

/** Rows that D1 reads to answer a question, as it says itself: what it takes time and costs money for. */
async function rowsReadBy(ask: (catalogue: Catalogue) => Promise<unknown>): Promise<number> {
  const statements: Asked[] = [];
  const recorder = new Proxy(crowded, {
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
  await ask(openCatalogue(recorder));
  expect(statements.length).toBeGreaterThan(0);
  let read = 0;
  for (const { sql, parameters } of statements) {
    // The statement is one that the catalogue itself has just made.
    const { meta } = await crowded
      .prepare(sql)
      .bind(...parameters)
      .all();
    read += meta.rows_read;
  }
  return read;
}

const page = (query: object) => (catalogue: Catalogue) => listAuctions(catalogue, auctionsQuery.parse(query), NOW);

describe("with a hundred thousand auctions", () => {
  it("they are all there", async () => {
    const counted = await crowded.prepare("SELECT count(*) AS count FROM auctions").first();
    expect(counted).toEqual({ count: COUNT });
  });

  for (const status of statusFilter.options) {
    for (const sort of sortOrder.options) {
      it(`a page of ${status} ones in the order ${sort} reads few rows, the first and a later one`, async () => {
        const first = await page({ status, sort })(openCatalogue(crowded));
        expect(first?.auctions).toHaveLength(24);
        const cursor = first?.nextCursor ?? "";
        for (const query of [{}, { cursor }, { category: "gaming" }]) {
          const rowsRead = await rowsReadBy(page({ status, sort, ...query }));
          expect({ query, few: rowsRead < FEW, rowsRead }).toEqual({ query, few: true, rowsRead });
        }
      });
    }
  }

  it("a search finds the five that it is for by the index of titles", async () => {
    const found = await page({ search: "strolab", status: "all" })(openCatalogue(crowded));
    expect(found?.auctions).toHaveLength(5);
    expect(await rowsReadBy(page({ search: "strolab", status: "all" }))).toBeLessThan(FEW);
  });

  it("one's own auctions are read alone", async () => {
    const own = await listOwnAuctions(openCatalogue(crowded), "me", NOW);
    expect(own).toHaveLength(10);
    expect(await rowsReadBy((catalogue) => listOwnAuctions(catalogue, "me", NOW))).toBeLessThan(FEW);
  });

  it("the featured ones are found among those with the most bids", async () => {
    expect(await listFeatured(openCatalogue(crowded), NOW)).toHaveLength(9);
    const rowsRead = await rowsReadBy((catalogue) => listFeatured(catalogue, NOW));
    expect(rowsRead).toBeLessThan(COUNT / 50);
  });
});
