import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";

import {
  listAuctionIdsOf,
  listDeletionsBegunBefore,
  listUnclosedAuctionIdsOf,
} from "../accounts/queries/account-deletion.ts";
import { findAddressHolder, listUnreachableAccountIds } from "../accounts/queries/email-addresses.ts";
import { findEmailChange } from "../accounts/queries/email-changes.ts";
import { findSignInAccount, listAuctionIdsByBidder } from "../accounts/queries/people.ts";
import { findSessionAccount } from "../accounts/queries/session-accounts.ts";
import { listHistory, listRecentBids } from "../activity/history.ts";
import { listJoinedAuctions } from "../activity/joined-auctions.ts";
import { countWatchers, listWatchedAuctions } from "../activity/watchlist.ts";
import { listWinnings, summarizeWinnings } from "../activity/winnings.ts";
import { listAuctions } from "../catalogue/auction-list.ts";
import { countAuctions } from "../catalogue/list-count.ts";
import { countPublicTotals } from "../catalogue/public-counts.ts";
import { findSeller } from "../catalogue/sellers.ts";
import { countSitemaps, listSitemapItems } from "../catalogue/sitemap.ts";
import { adminActionsQuery, peopleQuery } from "../contract/admin.ts";
import { auctionsQuery, sortOrder, statusFilter } from "../contract/auction.ts";
import {
  findOwnProfile,
  listOwnAnswers,
  listOwnBids,
  listOwnBlocks,
  listOwnLeads,
  listOwnListings,
  listOwnNoteReports,
  listOwnQuestionReports,
  listOwnQuestions,
  listOwnRatingReports,
  listOwnRatingsGiven,
  listOwnRatingsReceived,
  listOwnReports,
  listOwnWatches,
  listOwnWinnings,
} from "../data-export/own-data.ts";
import { listDealsForAdmins } from "../deals/admin-deals.ts";
import { findDealOf } from "../deals/deal-rows.ts";
import { findInvoice, listInvoices } from "../deals/invoices.ts";
import { countDeals, listDeals } from "../deals/listed-deals.ts";
import { beginDeletion, listOpenDeals } from "../deals/open-deals.ts";
import { findNextBidder, findSecondChance } from "../deals/second-chances.ts";
import {
  findRelisting,
  removeAuctionWithoutRoom,
  isWinner,
  listArchivableAuctions,
  listFeaturedAuctions,
  listAuctionIdsWithoutRow,
  listAuctionsEndedAfter,
  listUnclosedAuctionsByIdPrefix,
  listUnclosedAuctionsEndedBefore,
  listOwnAuctions,
  listOwnAuctionIds,
} from "../listings/queries/auctions.ts";
import { deleteOldDrafts, listDraftImageKeys, listDrafts } from "../listings/queries/drafts.ts";
import { listUsedImageKeys } from "../listings/queries/images.ts";
import { abandonOpening, endOpening, listOpeningsBefore } from "../listings/queries/openings.ts";
import {
  changePlan,
  findDuePlan,
  findPlan,
  listAuctionIdsWithDuePlan,
  settlePlan,
} from "../listings/queries/relist-plans.ts";
import { listAdminActions } from "../moderation/queries/admin-actions.ts";
import { listAllCategories, moveMergedListings } from "../moderation/queries/categories.ts";
import { listHiddenNotes, listReportedNotes } from "../moderation/queries/deal-notes.ts";
import { listOpenAuctions } from "../moderation/queries/deployment.ts";
import { listPeople } from "../moderation/queries/people.ts";
import { listHiddenQuestions, listReportedQuestions } from "../moderation/queries/questions.ts";
import { listHiddenRatings, listReportedRatings } from "../moderation/queries/ratings.ts";
import { listShillSignals } from "../moderation/queries/shill-signals.ts";
import { loadStatistics } from "../profiles/statistics.ts";
import { listDueNotices, listWatchersAfter } from "../questions/queries/notices.ts";
import { countQuestionsBy, listQuestions } from "../questions/queries/questions.ts";
import { listDueRatingIds } from "../ratings/rating-notices.ts";
import { canReadRating, listRatings } from "../ratings/rating-responses.ts";
import { SIDES } from "../rules/deal.ts";
import { sweep } from "../sweep/sweep.ts";
import { bindingWith } from "../testing/bindings.ts";
import { newId } from "../testing/builders.ts";
import { anAuctionRow, aBidRow } from "../testing/catalogue.ts";
import { pickAuctionId } from "./audit.ts";
import { archiveNextBids, listArchive } from "./bid-archive.ts";
import { openDatabase, type Database } from "./database.ts";
import { projectAuction } from "./projection.ts";
import { listAuctionIdsAfter, listPersonIdsAfter } from "./restores.ts";

/** The query plan steps for every statement that a query runs. */
async function plansOf(runQuery: (db: Database, binding: D1Database) => Promise<unknown>): Promise<string[]> {
  const statements = new Set<string>();
  const prepare = (sql: string) => {
    statements.add(sql);
    return env.DB.prepare(sql);
  };
  const recorder = bindingWith(env.DB, { prepare });
  await runQuery(openDatabase(recorder), recorder);
  expect(statements.size).toBeGreaterThan(0);
  const details: string[] = [];
  for (const sql of statements) {
    // `?` is numbered by position, and `?2` has its own number.
    const numbers = Array.from(sql.matchAll(/\?(\d*)/g), ([, number], index) => Number(number || index + 1));
    const parameters = Array.from({ length: Math.max(0, ...numbers) }, () => "x");
    // oxlint-disable-next-line lotline/constant-sql -- the statement is one that drizzle has just prepared
    const plan = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .bind(...parameters)
      .all<{ detail: string }>();
    // Inserting values reads nothing.
    expect(plan.results.length > 0 || /^insert into .* values /i.test(sql)).toBe(true);
    details.push(...plan.results.map((row) => row.detail));
  }
  return details;
}

/** The tables that SQLite would scan from end to end for a query's statements. */
async function scansOf(runQuery: (db: Database, binding: D1Database) => Promise<unknown>): Promise<string[]> {
  const details = await plansOf(runQuery);
  // The full-text index and a list of IDs (json_each) are virtual tables. Reading their results is not a table scan,
  // and neither is reading a subquery's result. A search and the counts have several named subqueries. The "constant
  // row" is the one that an `INSERT … SELECT … WHERE` without a table may insert.
  return details.filter(
    (detail) =>
      detail.startsWith("SCAN ") &&
      !/^SCAN ((auctions_search|auctions_words|json_each) VIRTUAL TABLE INDEX|\(subquery-|(own_bids|hits|examined|examined_hits|hits_[01]|page|counted_\w+|CONSTANT ROW)$)/.test(
        detail,
      ),
  );
}

/** The indexes that find a list's rows, before the page's rows are read by rowid. */
function indexSearchesIn(plans: readonly string[]): string[] {
  return plans.filter((detail) => detail.startsWith("SEARCH auctions ") && !detail.includes("(rowid=?)"));
}

/** How many times rows are sorted instead of being read in order. */
function countSorts(plans: readonly string[]): number {
  return plans.filter((detail) => detail.includes("TEMP B-TREE FOR")).length;
}

async function readAll(pages: AsyncIterable<readonly object[]>): Promise<void> {
  for await (const rows of pages) expect(rows).toEqual([]);
}

const now = Date.now();
const me = newId();

/** For each order of a list, the name of the index that provides it. */
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
      it(`listing ${status} auctions sorted by ${sort} needs no full scan with any filter`, async () => {
        const page = (query: object) => (db: Database) =>
          listAuctions(db, auctionsQuery.parse({ status, sort, ...query }), now);
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
        const queries = [
          {},
          { cursor },
          { search: "bu" },
          ...Object.entries(filters).map(([name, value]) => ({ [name]: value })),
          filters,
        ];
        const total = (query: object) => (db: Database) =>
          countAuctions(db, auctionsQuery.parse({ status, sort, ...query }), now);
        for (const query of queries) {
          expect({ query, scans: await scansOf(page(query)) }).toEqual({ query, scans: [] });
          expect({ query, scans: await scansOf(total(query)) }).toEqual({ query, scans: [] });
        }
      });
    }
  }

  it.each(sortOrder.options)(
    "upcoming auctions sorted by %s are found by their start, with any filter",
    async (sort) => {
      const cursor = btoa(JSON.stringify([sort, 1, "x"]));
      const filters = { category: "antiques", minPrice: 1, maxPrice: 2, condition: "good", cursor };
      for (const query of [{}, { category: "antiques" }, { minPrice: 1 }, { cursor }, filters]) {
        const request = auctionsQuery.parse({ status: "Upcoming", sort, ...query });
        const plans = await plansOf((db) => listAuctions(db, request, now));
        expect(indexSearchesIn(plans)).toEqual([
          expect.stringContaining("USING INDEX auctions_upcoming (phase=? AND starts_at>?)"),
        ]);
      }
    },
  );

  it.each(INDEX_OF_ORDER)(
    "the list sorted by %s is read in index order, and only one page is sorted",
    async (sort, index) => {
      for (const [query, name] of [
        [{}, `auctions_${index} (phase=?)`],
        [{ category: "antiques" }, `auctions_category_${index} (category_id=? AND phase=?)`],
        [{ condition: "good" }, `auctions_${index === "ending" ? "condition (<expr>=? AND " : `${index} (`}phase=?)`],
        [{ category: "antiques", condition: "good" }, `auctions_category_${index} (category_id=? AND phase=?)`],
      ] as const) {
        const plans = await plansOf((db) => listAuctions(db, auctionsQuery.parse({ sort, ...query }), now));
        expect(indexSearchesIn(plans)).toEqual([expect.stringContaining(name)]);
        expect(countSorts(plans)).toBe(1);
      }
    },
  );

  it.each(INDEX_OF_ORDER)("a search sorted by %s uses its index, not a text lookup per row", async (sort, index) => {
    for (const [query, name] of [
      [{ minPrice: 1 }, `COVERING INDEX auctions_${index} (phase=?`],
      [{ category: "antiques" }, `COVERING INDEX auctions_category_${index} (category_id=? AND phase=?`],
    ] as const) {
      for (const search of ["bureau", "mahogany bureau", "18 ct bureau"]) {
        const request = auctionsQuery.parse({ sort, search, ...query });
        const plans = await plansOf((db) => listAuctions(db, request, now));
        // One for the titles, one for the descriptions.
        const walk = expect.stringContaining(name);
        expect(indexSearchesIn(plans)).toEqual([walk, walk]);
        // Each one sorts its candidates, then the page.
        expect(countSorts(plans)).toBe(4);
        const searchSteps = plans.filter((detail) => /auctions_(search|words) VIRTUAL TABLE/.test(detail));
        expect(searchSteps.filter((detail) => / INDEX \d+:=/.test(detail))).toEqual([]);
        expect(searchSteps.filter((detail) => detail.includes("><"))).not.toEqual([]);
      }
    }
  });

  it.each(sortOrder.options)("a seller's auctions sorted by %s are found through the seller index", async (sort) => {
    for (const query of [
      {},
      { category: "antiques" },
      { minPrice: 1 },
      { condition: "good" },
      { endsWithin: "hour" },
    ]) {
      const request = auctionsQuery.parse({ status: "all", seller: "x", sort, ...query });
      const plans = await plansOf((db) => listAuctions(db, request, now));
      expect(indexSearchesIn(plans)).toEqual([expect.stringContaining("USING INDEX auctions_seller (seller_id=?)")]);
    }
  });

  it.each(sortOrder.options)("auctions ending soon are found by the end-time index, sorted by %s", async (sort) => {
    const request = auctionsQuery.parse({
      sort,
      endsWithin: "hour",
      category: "antiques",
      minPrice: 1,
      condition: "good",
    });
    const plans = await plansOf((db) => listAuctions(db, request, now));
    const endIndexSearch = expect.stringContaining("USING INDEX auctions_ending (phase=? AND ends_at>? AND ends_at<?)");
    expect(indexSearchesIn(plans)).toEqual([endIndexSearch]);
  });

  it.each<[string, (db: Database) => Promise<unknown>]>([
    ["a seller's page", (db) => findSeller(db, me, now)],
    ["featured auctions", (db) => listFeaturedAuctions(db, now)],
    ["own auctions", (db) => listOwnAuctions(db, me, now)],
    ["own auction IDs", (db) => listOwnAuctionIds(db, me, now)],
    ["history", (db) => listHistory(db, env.AUCTION_ROOM, me, { type: "all", limit: 20 }, now)],
    [
      "a later page of the history",
      (db) => listHistory(db, env.AUCTION_ROOM, me, { type: "all", cursor: { at: 1, id: "won-x" }, limit: 20 }, now),
    ],
    [
      "the history of one auction",
      (db) => listHistory(db, env.AUCTION_ROOM, me, { type: "all", auctionId: me, limit: 20 }, now),
    ],
    ["recent bids", (db) => listRecentBids(db, env.AUCTION_ROOM, me, 5)],
    ["winnings", (db) => listWinnings(db, me, now)],
    ["winnings totals", (db) => summarizeWinnings(db, me, now)],
    ["the profile's numbers", (db) => loadStatistics(db, me, now)],
    ["the auctions that a person bids in", (db) => listJoinedAuctions(db, me, now)],
    ["watcher counts", (db) => countWatchers(db, [me])],
    ["the watchlist", (db) => listWatchedAuctions(db, me, now)],
    [
      "a data export",
      (db) =>
        Promise.all([
          findOwnProfile(db, me, now),
          ...[
            listOwnListings(db, me),
            listOwnBids(db, env.AUCTION_ROOM, me, now),
            listOwnLeads(db, me),
            listOwnWinnings(db, me, now),
            listOwnWatches(db, me),
            listOwnBlocks(db, me),
            listOwnReports(db, me),
            listOwnQuestions(db, me),
            listOwnAnswers(db, me),
            listOwnQuestionReports(db, me),
            listOwnRatingsGiven(db, me),
            listOwnRatingsReceived(db, me, now),
            listOwnRatingReports(db, me),
            listOwnNoteReports(db, me),
          ].map(readAll),
        ]),
    ],
    [
      "an item's questions",
      (db) =>
        Promise.all([
          listQuestions(db, { auctionId: me, limit: 20 }, null),
          listQuestions(
            db,
            { auctionId: me, limit: 20, cursor: { at: 1, id: "x" } },
            { personId: me, moderates: false },
          ),
          countQuestionsBy(db, me, me),
        ]),
    ],
    [
      "people to notify about questions",
      (db) => Promise.all([listDueNotices(db, now, 20), listWatchersAfter(db, me, 7, 50)]),
    ],
    [
      "a seller's ratings",
      (db) =>
        Promise.all([
          listRatings(db, { sellerId: me, limit: 20 }, now),
          listRatings(db, { sellerId: me, limit: 20, cursor: { at: 1, id: "x" } }, now),
          canReadRating(db, me, me, now),
        ]),
    ],
    ["people to notify about ratings", (db) => listDueRatingIds(db, now)],
    ["a sign-in", (db) => findSignInAccount(db, "a@example.com")],
    ["an email address's owner", (db) => findAddressHolder(db, "a@example.com")],
    ["the account that an email link belongs to", (db) => findEmailChange(db, "x", now)],
    ["accounts that no one can reach", (db) => listUnreachableAccountIds(db, "0a", now, 50)],
    ["a session's account", (db) => findSessionAccount(db, me)],
    ["the sweep for unfinished account deletions", (db) => listDeletionsBegunBefore(db, 0, 50)],
    ["the check before an account deletion", (db) => listUnclosedAuctionIdsOf(db, me)],
    ["counts for everyone", (db) => countPublicTotals(db, "USD", now)],
    ["the number of sitemaps", (db) => countSitemaps(db, now)],
    ["a sitemap", (db) => listSitemapItems(db, 2, now)],
    ["open deals", (db) => listOpenDeals(db, me, now)],
    ["deals", (db) => listDeals(db, me, { view: "buying", limit: 20 }, now)],
    ["deals that wait for someone", (db) => listDeals(db, me, { view: "needsMe", limit: 20 }, now)],
    ["deals that someone can rate", (db) => listDeals(db, me, { view: "toRate", limit: 20 }, now)],
    ["deal counts", (db) => countDeals(db, me, now)],
    ["one deal", (db) => findDealOf(db, me, me)],
    [
      "invoices",
      (db) => Promise.all([findInvoice(db, me), ...SIDES.map((side) => readAll(listInvoices(db, side, me)))]),
    ],
    ["the next bidder", (db) => findNextBidder(db, { auctionId: me, buyerId: me, sellerId: me, chance: 1 })],
    ["a second chance", (db) => findSecondChance(db, me, now)],
    ["beginning an account deletion", (db) => beginDeletion(db, me, now)],
    ["a repeated purchase", (db) => isWinner(db, me, me)],
    [
      "the comparison after a restore",
      (db) =>
        Promise.all([
          listPersonIdsAfter(db, "3f", 50),
          listAuctionIdsAfter(db, "3f", 50),
          listAuctionIdsWithoutRow(db, [me]),
        ]),
    ],
    [
      "an admin's list of people",
      (db) =>
        Promise.all(
          [{}, { search: "doe" }, { state: "admin" }, { state: "suspended", cursor: "1-x", search: "doe" }].map(
            (query) => listPeople(db, peopleQuery.parse(query), null),
          ),
        ),
    ],
    [
      "an admin's list of actions",
      (db) =>
        Promise.all(
          [{}, { action: "hide" }, { by: me }, { target: me, action: "show" }].map((query) =>
            listAdminActions(db, adminActionsQuery.parse(query)),
          ),
        ),
    ],
    ["an admin's list of open auctions", (db) => listOpenAuctions(db, { limit: 20, cursor: { at: 1, id: "x" } })],
    ["an admin's list of categories", (db) => listAllCategories(db, { limit: 20 })],
    ["moving listings out of merged categories", (db) => moveMergedListings(db)],
    ["the audit's choice of an auction", (db) => pickAuctionId(db, "3f", 20_000)],
    [
      "the comparison with the rooms",
      (db) => Promise.all([listUnclosedAuctionsByIdPrefix(db, "3f"), listAuctionsEndedAfter(db, "3f", 0, 0)]),
    ],
    ["the search for bids to archive", (db) => listArchivableAuctions(db, "3f", now)],
    ["the bid archive audit", (db) => listArchive(db, me)],
    ["a person's auctions", (db) => listAuctionIdsOf(db, me)],
    ["the auctions that a person has bid on", (db) => listAuctionIdsByBidder(db, me)],
    [
      "the image sweep",
      (db) => Promise.all([listUsedImageKeys(db, "auctions", [me]), listUsedImageKeys(db, "avatars", [me])]),
    ],
    [
      "drafts and the draft sweep",
      (db) => Promise.all([listDrafts(db, me), listDraftImageKeys(db, me), deleteOldDrafts(db, "3f", 0)]),
    ],
    ["an auction's relisting", (db) => findRelisting(db, me)],
    [
      "relist plans",
      (db) =>
        Promise.all([
          listAuctionIdsWithDuePlan(db),
          findDuePlan(db, me),
          findPlan(db, me, now),
          changePlan(db, me, 1, now),
          changePlan(db, me, 0, now),
          settlePlan(db, me),
        ]),
    ],
    ["the auction sweep", (db) => Promise.all([listUnclosedAuctionsEndedBefore(db, 0), listOpeningsBefore(db, 0)])],
    [
      "ended openings and auctions without a room",
      (db) => Promise.all([endOpening(db, me), abandonOpening(db, me), removeAuctionWithoutRoom(db, me)]),
    ],
  ])("no full table scan is needed for %s", async (_, runQuery) => {
    expect(await scansOf(runQuery)).toEqual([]);
  });

  it("a full run of the sweep needs no full table scan", async () => {
    expect(await scansOf((_, binding) => sweep({ ...env, DB: binding }, now))).toEqual([]);
  });
});

it.each<[string, (db: Database) => Promise<unknown>]>([
  ["joined auctions are found through the index on bidder and time", (db) => listJoinedAuctions(db, me, now)],
  [
    "bids in one auction are found through the index on bidder and time",
    (db) => listHistory(db, env.AUCTION_ROOM, me, { type: "bid", auctionId: me, limit: 1 }, now),
  ],
])("a person's %s", async (_, runQuery) => {
  const plans = await plansOf(runQuery);
  const bidSearches = plans.filter((detail) => detail.startsWith("SEARCH bids "));
  expect(bidSearches).toEqual([expect.stringContaining("USING INDEX bids_bidder (bidder_id=? AND placed_at>?)")]);
});

it("an admin's list of questions uses the indexes on reports and hidden questions", async () => {
  expect(await scansOf(listReportedQuestions)).toEqual([]);
  expect(await plansOf(listReportedQuestions)).toContainEqual(expect.stringContaining("INDEX reports_open"));
  expect(await scansOf(listHiddenQuestions)).toEqual(["SCAN questions USING INDEX questions_hidden"]);
});

it("an admin's list of ratings uses the indexes on reports and hidden ratings", async () => {
  expect(await scansOf(listReportedRatings)).toEqual([]);
  expect(await scansOf(listHiddenRatings)).toEqual(["SCAN ratings USING INDEX ratings_hidden"]);
});

it("deals, reported notes and hidden notes for admins are found through indexes", async () => {
  const inState = (state: "disputed" | "paid") => (db: Database) =>
    listDealsForAdmins(db, { state, cursor: undefined, limit: 50 }, now);
  expect(await scansOf(inState("disputed"))).toEqual([]);
  expect(await plansOf(inState("disputed"))).toContainEqual(expect.stringContaining("INDEX deals_disputed"));
  expect(await plansOf(inState("paid"))).toContainEqual(expect.stringContaining("INDEX deals_state"));
  expect(countSorts([...(await plansOf(inState("disputed"))), ...(await plansOf(inState("paid")))])).toBe(0);
  expect(await scansOf(listReportedNotes)).toEqual([]);
  expect(await plansOf(listReportedNotes)).toContainEqual(expect.stringContaining("INDEX reports_open"));
  expect(await scansOf(listHiddenNotes)).toEqual(["SCAN deal_notes USING INDEX deal_notes_hidden"]);
});

it("the shill bidding report scans only its own temporary tables", async () => {
  const temporaryScans = [
    "SCAN recent",
    "SCAN placed",
    "SCAN bidders",
    "SCAN pairs",
    "SCAN pair VIRTUAL TABLE INDEX 1:",
  ];
  const scans = await scansOf((db) => listShillSignals(db, now));
  expect(scans.filter((scan) => !temporaryScans.includes(scan))).toEqual([]);
});

it("archiving an auction's bids needs no full table scan", async () => {
  expect(await scansOf((_, binding) => archiveNextBids(binding, me))).toEqual([]);
});

it("a list of all auctions reads both phases in one transaction", async () => {
  const batches: number[] = [];
  const batch = (statements: D1PreparedStatement[]) => {
    batches.push(statements.length);
    return env.DB.batch(statements);
  };
  const recorder = bindingWith(env.DB, { batch });
  const query = auctionsQuery.parse({ status: "all" });
  expect(await listAuctions(openDatabase(recorder), query, now)).toHaveProperty("auctions");
  expect(batches).toEqual([2]);
});

it.each(["open", "closed", "hidden", "voided", "cancelled", "removed"] as const)(
  "writing an auction that is %s needs no full table scan",
  async (phase) => {
    const row = anAuctionRow({ phase, ...(phase === "closed" ? { closedAt: now } : {}) });
    const origin = { personId: me, network: "a", device: "b", session: "c", at: now };
    expect(await scansOf((_, binding) => projectAuction(binding, row, [aBidRow(row.id, me, 100)], [origin]))).toEqual(
      [],
    );
  },
);
