import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";

import {
  listAuctionIdsOf,
  listDeletionsSince,
  listUnclosedAuctionIdsOf,
} from "../accounts/queries/account-deletion.ts";
import { findHolder, listUnreachable } from "../accounts/queries/addresses.ts";
import { findEmailChange } from "../accounts/queries/email-changes.ts";
import { findLogin, listBidOnIds } from "../accounts/queries/people.ts";
import { findSessionAccount } from "../accounts/queries/session-accounts.ts";
import { listHistory, listRecentBids } from "../activity/history.ts";
import { listJoined } from "../activity/joined.ts";
import { countFor } from "../activity/statistics.ts";
import { countWatchers, listWatched } from "../activity/watch-list.ts";
import { listAuctions } from "../catalogue/auction-list.ts";
import { countAuctions } from "../catalogue/list-count.ts";
import { countPublicly } from "../catalogue/public-counts.ts";
import { findSeller } from "../catalogue/sellers.ts";
import { countSitemaps, listSitemap } from "../catalogue/sitemap.ts";
import { auctionsQuery, sortOrder, statusFilter } from "../contract/auction.ts";
import { actsQuery, peopleQuery } from "../contract/desk.ts";
import {
  findOwnProfile,
  ownBids,
  ownBlocks,
  ownFinishedSales,
  ownLeads,
  ownListings,
  ownReports,
  ownWatches,
  ownWinnings,
} from "../data-export/own-data.ts";
import { beginDeletion, listFinishedBy, listUnfinishedSales } from "../deals/finished-sales.ts";
import { listWinnings, sumWinnings } from "../deals/winnings.ts";
import {
  findRelisting,
  hideAuctionWithoutRoom,
  isWinner,
  listArchivable,
  listFeatured,
  listMissing,
  listEndedWithin,
  listOpenWithin,
  listOverSince,
  listOwnAuctions,
  listOwnIds,
} from "../listings/queries/auctions.ts";
import { deleteOldDrafts, listDraftImages, listDrafts } from "../listings/queries/drafts.ts";
import { listUsedImageKeys } from "../listings/queries/images.ts";
import { abandonOpening, endOpening, listOpeningsSince } from "../listings/queries/openings.ts";
import { changePlan, findDuePlan, findPlan, listDuePlans, settlePlan } from "../listings/queries/relist-plans.ts";
import { listActs } from "../moderation/queries/acts.ts";
import { listAllCategories, moveMergedListings } from "../moderation/queries/desk-categories.ts";
import { listPeople } from "../moderation/queries/desk-people.ts";
import { listOpenAuctions } from "../moderation/queries/desk.ts";
import { listShillSignals } from "../moderation/queries/shill.ts";
import { sweep } from "../sweep/sweep.ts";
import { newId } from "../testing/builders.ts";
import { auctionRow, bidRow } from "../testing/catalogue.ts";
import { pickAuction } from "./audit.ts";
import { archiveStep, listArchive } from "./bid-archive.ts";
import { openCatalogue, type Catalogue } from "./database.ts";
import { projectAuction } from "./projection.ts";
import { listAuctionsAfter, listPeopleAfter } from "./restores.ts";

/** The steps of the query plans of all statements of a query. */
async function plansOf(ask: (catalogue: Catalogue, db: D1Database) => Promise<unknown>): Promise<string[]> {
  const statements = new Set<string>();
  const recorder = new Proxy(env.DB, {
    get(database, name) {
      if (name === "batch") return database.batch.bind(database);
      return (sql: string) => {
        statements.add(sql);
        return database.prepare(sql);
      };
    },
  });
  await ask(openCatalogue(recorder), recorder);
  expect(statements.size).toBeGreaterThan(0);
  const details: string[] = [];
  for (const sql of statements) {
    // `?` counts by itself, `?2` has its number.
    const numbers = Array.from(sql.matchAll(/\?(\d*)/g), ([, number], index) => Number(number || index + 1));
    const parameters = Array.from({ length: Math.max(0, ...numbers) }, () => "x");
    // oxlint-disable-next-line lotline/constant-sql -- the statement is one that the catalogue itself has just prepared
    const plan = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .bind(...parameters)
      .all<{ detail: string }>();
    // Inserting values reads nothing.
    expect(plan.results.length > 0 || /^insert into .* values /i.test(sql)).toBe(true);
    details.push(...plan.results.map((row) => row.detail));
  }
  return details;
}

/** The tables that SQLite would scan from end to end for the statements of a query. */
async function scansOf(ask: (catalogue: Catalogue, db: D1Database) => Promise<unknown>): Promise<string[]> {
  const details = await plansOf(ask);
  // The full-text index and a list of ids (json_each) are virtual tables: reading their results is not a table scan,
  // and neither is reading the result of a subquery, of which a search and the counts have several with names. The "constant row" is the
  // one that an `INSERT … SELECT … WHERE` without a table inserts, or does not.
  return details.filter(
    (detail) =>
      detail.startsWith("SCAN ") &&
      !/^SCAN ((auctions_search|auctions_words|json_each) VIRTUAL TABLE INDEX|\(subquery-|(own_bids|hits|near|hits_near|hits_[01]|page|counted_\w+|CONSTANT ROW)$)/.test(
        detail,
      ),
  );
}

/** By what the rows of a list are found, before what a page shows is read by their rowids. */
function findersIn(plans: readonly string[]): string[] {
  return plans.filter((detail) => detail.startsWith("SEARCH auctions ") && !detail.includes("(rowid=?)"));
}

/** How often rows are sorted instead of read in their order. */
function sortsIn(plans: readonly string[]): number {
  return plans.filter((detail) => detail.includes("TEMP B-TREE FOR")).length;
}

async function readAll(pages: AsyncIterable<readonly object[]>): Promise<void> {
  for await (const rows of pages) expect(rows).toEqual([]);
}

const now = Date.now();
const me = newId();

/** The name of the index that has each order of a list. */
const INDEX_OF_ORDER = [
  ["newest", "newest"],
  ["ending", "ending"],
  ["ended", "ending"],
  ["price_asc", "price"],
  ["price_desc", "price"],
  ["most_bids", "bids"],
] as const;

describe("query plans", () => {
  for (const status of statusFilter.options) {
    for (const sort of sortOrder.options) {
      it(`no table is read from end to end by the list of ${status} auctions in the order ${sort}, with any filter`, async () => {
        const page = (query: object) => (catalogue: Catalogue) =>
          listAuctions(catalogue, auctionsQuery.parse({ status, sort, ...query }), now);
        const cursor = btoa(JSON.stringify([sort, 1, "x"]));
        const filters = {
          category: "antiques",
          seller: "x",
          endsWithin: "hour",
          minPrice: 1,
          maxPrice: 2,
          search: "bureau",
          cursor,
        };
        const asked = [
          {},
          { cursor },
          { search: "bu" },
          ...Object.entries(filters).map(([name, value]) => ({ [name]: value })),
          filters,
        ];
        const total = (query: object) => (catalogue: Catalogue) =>
          countAuctions(catalogue, auctionsQuery.parse({ status, sort, ...query }), now);
        for (const query of asked) {
          expect({ query, scans: await scansOf(page(query)) }).toEqual({ query, scans: [] });
          expect({ query, scans: await scansOf(total(query)) }).toEqual({ query, scans: [] });
        }
      });
    }
  }

  it.each(sortOrder.options)(
    "upcoming auctions in the order %s are found by their start, with any filter",
    async (sort) => {
      const cursor = btoa(JSON.stringify([sort, 1, "x"]));
      const filters = { category: "antiques", minPrice: 1, maxPrice: 2, condition: "good", cursor };
      for (const query of [{}, { category: "antiques" }, { minPrice: 1 }, { cursor }, filters]) {
        const request = auctionsQuery.parse({ status: "Upcoming", sort, ...query });
        const plans = await plansOf((catalogue) => listAuctions(catalogue, request, now));
        expect(findersIn(plans)).toEqual([
          expect.stringContaining("USING INDEX auctions_upcoming (phase=? AND starts_at>?)"),
        ]);
      }
    },
  );

  it.each(INDEX_OF_ORDER)(
    "the list in the order %s is read in that order, and only its page is sorted once more",
    async (sort, index) => {
      for (const [query, name] of [
        [{}, `auctions_${index} (phase=?)`],
        [{ category: "antiques" }, `auctions_category_${index} (category_id=? AND phase=?)`],
        [{ condition: "good" }, `auctions_${index === "ending" ? "condition (<expr>=? AND " : `${index} (`}phase=?)`],
        [{ category: "antiques", condition: "good" }, `auctions_category_${index} (category_id=? AND phase=?)`],
      ] as const) {
        const plans = await plansOf((catalogue) =>
          listAuctions(catalogue, auctionsQuery.parse({ sort, ...query }), now),
        );
        expect(findersIn(plans)).toEqual([expect.stringContaining(name)]);
        expect(sortsIn(plans)).toBe(1);
      }
    },
  );

  it.each(INDEX_OF_ORDER)(
    "a search in the order %s looks in the index of that order, reads no row for it, and asks the index of words for no row by itself",
    async (sort, index) => {
      for (const [query, name] of [
        [{ minPrice: 1 }, `COVERING INDEX auctions_${index} (phase=?`],
        [{ category: "antiques" }, `COVERING INDEX auctions_category_${index} (category_id=? AND phase=?`],
      ] as const) {
        for (const search of ["bureau", "mahogany bureau", "18 ct bureau"]) {
          const request = auctionsQuery.parse({ sort, search, ...query });
          const plans = await plansOf((catalogue) => listAuctions(catalogue, request, now));
          // One for the titles, one for the descriptions.
          const walk = expect.stringContaining(name);
          expect(findersIn(plans)).toEqual([walk, walk]);
          // The candidates of each, and the page made of them.
          expect(sortsIn(plans)).toBe(4);
          const asked = plans.filter((detail) => /auctions_(search|words) VIRTUAL TABLE/.test(detail));
          expect(asked.filter((detail) => / INDEX \d+:=/.test(detail))).toEqual([]);
          expect(asked.filter((detail) => detail.includes("><"))).not.toEqual([]);
        }
      }
    },
  );

  it.each(sortOrder.options)("a seller's auctions in the order %s are found by their seller", async (sort) => {
    for (const query of [
      {},
      { category: "antiques" },
      { minPrice: 1 },
      { condition: "good" },
      { endsWithin: "hour" },
    ]) {
      const request = auctionsQuery.parse({ status: "all", seller: "x", sort, ...query });
      const plans = await plansOf((catalogue) => listAuctions(catalogue, request, now));
      expect(findersIn(plans)).toEqual([expect.stringContaining("USING INDEX auctions_seller (seller_id=?)")]);
    }
  });

  it.each(sortOrder.options)("auctions that end soon are found by their end, in the order %s", async (sort) => {
    const request = auctionsQuery.parse({
      sort,
      endsWithin: "hour",
      category: "antiques",
      minPrice: 1,
      condition: "good",
    });
    const plans = await plansOf((catalogue) => listAuctions(catalogue, request, now));
    const byEnd = expect.stringContaining("USING INDEX auctions_ending (phase=? AND ends_at>? AND ends_at<?)");
    expect(findersIn(plans)).toEqual([byEnd]);
  });

  it.each<[string, (catalogue: Catalogue) => Promise<unknown>]>([
    ["a seller's page", (catalogue) => findSeller(catalogue, me, now)],
    ["featured", (catalogue) => listFeatured(catalogue, now)],
    ["own auctions", (catalogue) => listOwnAuctions(catalogue, me, now)],
    ["own ids", (catalogue) => listOwnIds(catalogue, me, now)],
    ["history", (catalogue) => listHistory(catalogue, env.AUCTION_ROOM, me, { type: "all", limit: 20 }, now)],
    [
      "a later page of the history",
      (catalogue) => listHistory(catalogue, env.AUCTION_ROOM, me, { type: "all", cursor: "1-won-x", limit: 20 }, now),
    ],
    ["recent bids", (catalogue) => listRecentBids(catalogue, env.AUCTION_ROOM, me, 5)],
    ["winnings", (catalogue) => listWinnings(catalogue, me, now)],
    ["the winnings' sums", (catalogue) => sumWinnings(catalogue, me, now)],
    ["the profile's numbers", (catalogue) => countFor(catalogue, me, now)],
    ["the auctions that a person bids in", (catalogue) => listJoined(catalogue, me, now)],
    ["the numbers of watchers", (catalogue) => countWatchers(catalogue, [me])],
    ["the watch list", (catalogue) => listWatched(catalogue, me, now)],
    [
      "the export of a person's data",
      (catalogue) =>
        Promise.all([
          findOwnProfile(catalogue, me, now),
          ...[
            ownListings(catalogue, me),
            ownBids(catalogue, env.AUCTION_ROOM, me, now),
            ownLeads(catalogue, me),
            ownWinnings(catalogue, me, now),
            ownWatches(catalogue, me),
            ownBlocks(catalogue, me),
            ownFinishedSales(catalogue, me),
            ownReports(catalogue, me),
          ].map(readAll),
        ]),
    ],
    ["a login", (catalogue) => findLogin(catalogue, "a@example.com")],
    ["who has an address", (catalogue) => findHolder(catalogue, "a@example.com")],
    ["the account of a link", (catalogue) => findEmailChange(catalogue, "x", now)],
    ["accounts that nobody can reach", (catalogue) => listUnreachable(catalogue, "0a", now, 50)],
    ["the account of a session", (catalogue) => findSessionAccount(catalogue, me)],
    ["the sweep of people", (catalogue) => listDeletionsSince(catalogue, 0, 50)],
    ["the check of a deletion", (catalogue) => listUnclosedAuctionIdsOf(catalogue, me)],
    ["counts for everyone", (catalogue) => countPublicly(catalogue, "USD", now)],
    ["the number of sitemaps", (catalogue) => countSitemaps(catalogue, now)],
    ["a sitemap", (catalogue) => listSitemap(catalogue, 2, now)],
    ["unfinished sales", (catalogue) => listUnfinishedSales(catalogue, me, now)],
    ["the beginning of a deletion", (catalogue) => beginDeletion(catalogue, me, now)],
    ["who has finished a sale", (catalogue) => listFinishedBy(catalogue, me)],
    ["a repeated purchase", (catalogue) => isWinner(catalogue, me, me)],
    [
      "the comparison after a restore",
      (catalogue) =>
        Promise.all([
          listPeopleAfter(catalogue, "3f", 50),
          listAuctionsAfter(catalogue, "3f", 50),
          listMissing(catalogue, [me]),
        ]),
    ],
    [
      "the desk's people",
      (catalogue) =>
        Promise.all(
          [{}, { search: "doe" }, { state: "admin" }, { state: "suspended", cursor: "1-x", search: "doe" }].map(
            (query) => listPeople(catalogue, peopleQuery.parse(query), null),
          ),
        ),
    ],
    [
      "the desk's acts",
      (catalogue) =>
        Promise.all(
          [{}, { act: "hide" }, { by: me }, { target: me, act: "show" }].map((query) =>
            listActs(catalogue, actsQuery.parse(query)),
          ),
        ),
    ],
    ["the desk's open auctions", (catalogue) => listOpenAuctions(catalogue, { limit: 20, cursor: "1-x" })],
    ["the desk's categories", (catalogue) => listAllCategories(catalogue, { limit: 20 })],
    ["the move of merged listings", (catalogue) => moveMergedListings(catalogue)],
    ["the audit's choice", (catalogue) => pickAuction(catalogue, "3f", 20_000)],
    [
      "the comparison with the rooms",
      (catalogue) => Promise.all([listOpenWithin(catalogue, "3f"), listEndedWithin(catalogue, "3f", 0, 0)]),
    ],
    ["the search for bids to archive", (catalogue) => listArchivable(catalogue, "3f", now)],
    ["the audit of an archive", (catalogue) => listArchive(catalogue, me)],
    ["the auctions of a person", (catalogue) => listAuctionIdsOf(catalogue, me)],
    ["the auctions that a person has bid on", (catalogue) => listBidOnIds(catalogue, me)],
    [
      "the sweep of images",
      (catalogue) =>
        Promise.all([listUsedImageKeys(catalogue, "auctions", [me]), listUsedImageKeys(catalogue, "avatars", [me])]),
    ],
    [
      "drafts, and the sweep of them",
      (catalogue) =>
        Promise.all([listDrafts(catalogue, me), listDraftImages(catalogue, me), deleteOldDrafts(catalogue, "3f", 0)]),
    ],
    ["the way to a relisting", (catalogue) => findRelisting(catalogue, me)],
    [
      "plans to list auctions again",
      (catalogue) =>
        Promise.all([
          listDuePlans(catalogue),
          findDuePlan(catalogue, me),
          findPlan(catalogue, me, now),
          changePlan(catalogue, me, 1, now),
          changePlan(catalogue, me, 0, now),
          settlePlan(catalogue, me),
        ]),
    ],
    [
      "the sweep of auctions",
      (catalogue) => Promise.all([listOverSince(catalogue, 0), listOpeningsSince(catalogue, 0)]),
    ],
    [
      "the end of an opening, and an auction without a room",
      (catalogue) =>
        Promise.all([endOpening(catalogue, me), abandonOpening(catalogue, me), hideAuctionWithoutRoom(catalogue, me)]),
    ],
  ])("no table is read from end to end by %s", async (_, ask) => {
    expect(await scansOf(ask)).toEqual([]);
  });

  it("no table is read from end to end by a whole run of the sweep", async () => {
    expect(await scansOf((_, db) => sweep({ ...env, DB: db }, now))).toEqual([]);
  });
});

it("the auctions that a person bids in are found by their bids of about a year, not by every bid that they ever placed", async () => {
  const plans = await plansOf((catalogue) => listJoined(catalogue, me, now));
  const found = plans.filter((detail) => detail.startsWith("SEARCH bids "));
  expect(found).toEqual([expect.stringContaining("USING INDEX bids_bidder (bidder_id=? AND placed_at>?)")]);
});

it("the report on shill bidding reads no table from end to end, except its own temporary ones", async () => {
  const temporary = ["SCAN recent", "SCAN placed", "SCAN bidders", "SCAN pairs", "SCAN pair VIRTUAL TABLE INDEX 1:"];
  const scans = await scansOf((catalogue) => listShillSignals(catalogue, now));
  expect(scans.filter((scan) => !temporary.includes(scan))).toEqual([]);
});

it("archiving bids reads those of its auction alone", async () => {
  expect(await scansOf((_, db) => archiveStep(db, me))).toEqual([]);
});

it("a list of all auctions reads both phases in one transaction", async () => {
  const batches: number[] = [];
  const recorder = new Proxy(env.DB, {
    get(database, name) {
      if (name === "batch") {
        return (statements: D1PreparedStatement[]) => {
          batches.push(statements.length);
          return database.batch(statements);
        };
      }
      return database.prepare.bind(database);
    },
  });
  const query = auctionsQuery.parse({ status: "all" });
  expect(await listAuctions(openCatalogue(recorder), query, now)).toHaveProperty("auctions");
  expect(batches).toEqual([2]);
});

it.each(["open", "closed", "hidden", "voided", "cancelled", "removed"] as const)(
  "no table is read from end to end when an auction is written that is %s",
  async (phase) => {
    const row = auctionRow({ phase, ...(phase === "closed" ? { closedAt: now } : {}) });
    const origin = { personId: me, network: "a", device: "b", session: "c", at: now };
    expect(await scansOf((_, db) => projectAuction(db, row, [bidRow(row.id, me, 100)], [origin]))).toEqual([]);
  },
);
