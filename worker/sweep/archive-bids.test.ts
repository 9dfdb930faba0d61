/**
 * Months of auctions with the real sweep. D1 keeps the bids on current auctions, unpaid sales, and auctions that ended
 * in the last thirty days. For other auctions, it keeps one row for each bidder. No list, export or count changes when
 * bids are archived.
 */
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { listAuctionIdsOf } from "../accounts/queries/account-deletion.ts";
import { listAuctionIdsByBidder } from "../accounts/queries/people.ts";
import { countPublicTotals } from "../catalogue/public-counts.ts";
import { historyResponse, profileResponse, winningsResponse } from "../contract/account.ts";
import type { DataExportFile } from "../contract/data-export.ts";
import { joinedResponse } from "../contract/joined-auction.ts";
import { sellerResponse } from "../contract/seller.ts";
import { listOwnBids } from "../data-export/own-data.ts";
import { archiveNextBids, listArchive } from "../db/bid-archive.ts";
import { openDatabase } from "../db/database.ts";
import type { RoomStub } from "../inbox/room-calls/room-calls.ts";
import { listShillSignals } from "../moderation/queries/shill-signals.ts";
import type { Actor } from "../rpc/room-rpc.ts";
import { anAuction, DAY_MS } from "../testing/builders.ts";
import { dealOf, sweepNow } from "../testing/deals.ts";
import { aCookieFor, fetchPages, requestJson, someoneSignedIn } from "../testing/http.ts";
import { sweepFor } from "../testing/sweeps.ts";
import { findMismatches } from "./audit.ts";

const MINUTE_MS = 60_000;
const db = openDatabase(env.DB);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
});
afterEach(() => {
  vi.useRealTimers();
});
const advanceTime = (ms: number) => vi.setSystemTime(Date.now() + ms);

async function aPersonWithAccount(firstName: string, anonymous = false): Promise<Actor> {
  const { id } = await someoneSignedIn(firstName);
  return { id, firstName, lastName: "Doe", imageUrl: null, maskedEmail: "a•••@e•••.com", anonymous };
}

async function aMarket() {
  const seller = await aPersonWithAccount("Sue");
  const bidders = [
    await aPersonWithAccount("Ann"),
    await aPersonWithAccount("Bob", true),
    await aPersonWithAccount("Cem"),
  ];
  return { seller, bidders, people: [seller, ...bidders] };
}
type Market = Awaited<ReturnType<typeof aMarket>>;

/**
 * A three-day auction with plain, edited, automatic and withdrawn bids. Everyone bids once in each of the
 * `rounds`.
 */
async function anAuctionIn({ seller, bidders }: Market, rounds: number) {
  const { id, room } = await anAuction({}, seller);
  let amountMinor = 10_000;
  for (let bid = 0; bid < rounds * bidders.length; bid += 1) {
    const actor = bidders[(bid + rounds) % bidders.length] ?? seller;
    const automatic = bid % 4 === 1 ? { maxMinor: amountMinor + 5_000 } : {};
    const placed = await room.placeBid({ actor, amountMinor, ...automatic });
    if (!placed.ok) throw new Error(placed.failure.message);
    advanceTime(MINUTE_MS);
    if (bid % 5 === 2) await room.withdrawBid({ actor, bidId: placed.value.newBid._id });
    if (bid % 5 === 3) await room.editBid({ actor, bidId: placed.value.newBid._id, amountMinor: amountMinor + 6_000 });
    amountMinor += 10_000;
  }
  await room.reconcile();
  return { id, room };
}

/** Moves the clock ahead by this many days, in which these auctions end and their deals' deadlines pass. */
async function spendDays(days: number, ...rooms: readonly Pick<RoomStub, "reconcile">[]): Promise<void> {
  advanceTime(4 * DAY_MS);
  for (const room of rooms) await room.reconcile();
  advanceTime((days - 4) * DAY_MS);
  await sweepNow();
}

const COUNT_SQL = {
  bids: "SELECT count(*) AS rows FROM bids WHERE auction_id IN (SELECT value FROM json_each(?))",
  archived_bids: "SELECT count(*) AS rows FROM archived_bids WHERE auction_id IN (SELECT value FROM json_each(?))",
};

async function countRows(table: keyof typeof COUNT_SQL, ids: readonly string[]): Promise<number> {
  const countStatement = env.DB.prepare(COUNT_SQL[table]).bind(JSON.stringify(ids));
  return (await countStatement.first<number>("rows")) ?? 0;
}

async function historyOf(cookie: string, filter = "") {
  const pages = await fetchPages(historyResponse, `/user/history?limit=4${filter}`, { cookie });
  return pages.flatMap(({ history }) => history);
}

async function exportedBids(userId: string) {
  const allBids: DataExportFile["bids"] = [];
  for await (const page of listOwnBids(db, env.AUCTION_ROOM, userId, Date.now())) allBids.push(...page);
  return allBids.toSorted((a, b) => (a._id < b._id ? -1 : 1));
}

/** Everything that reads bids from D1, for everyone in the market. */
async function readEverything({ seller, people }: Market) {
  const readsByPerson = [];
  for (const { id } of people) {
    const cookie = await aCookieFor(id);
    const { data } = await requestJson(profileResponse, "/user/profile", { cookie });
    const history = await historyOf(cookie);
    readsByPerson.push({
      history,
      oldest: await historyOf(cookie, `&type=bid&auctionId=${history.at(-1)?.auctionId}`),
      exported: await exportedBids(id),
      recent: data.recentActivity,
      statistics: data.statistics,
      joined: (await requestJson(joinedResponse, "/user/bids", { cookie })).auctions,
      winnings: (await requestJson(winningsResponse, "/user/winnings", { cookie })).winnings,
      bidOn: (await listAuctionIdsByBidder(db, id)).toSorted(),
      involved: (await listAuctionIdsOf(db, id)).toSorted(),
    });
  }
  const ids = new Set(people.map((person) => person.id));
  const signals = await listShillSignals(db, Date.now());
  return {
    byPerson: readsByPerson,
    signals: signals.filter(({ bidder }) => ids.has(bidder._id)),
    counts: await countPublicTotals(db, "USD", Date.now()),
    seller: (await requestJson(sellerResponse, `/seller/${seller.id}`)).seller,
  };
}

it("archiving keeps only the newest auction's bids in D1, even after many auctions", async () => {
  const market = await aMarket();
  const ids: string[] = [];
  const stored: number[] = [];
  for (let month = 0; month < 5; month += 1) {
    const { id, room } = await anAuctionIn(market, 4);
    ids.push(id);
    await spendDays(30, room);
    for (const olderId of ids.slice(-2)) await sweepFor(olderId);
    stored.push(await countRows("bids", ids));
  }
  const [first = 0] = stored;
  expect(first).toBeGreaterThan(10);
  // The newest auction ended 27 days ago, and the one before it 57 days ago.
  expect(stored).toEqual(Array.from({ length: 5 }, () => first));
  expect(await countRows("archived_bids", ids)).toBe(4 * market.bidders.length);
  const [ann] = market.bidders;
  expect((await exportedBids(ann?.id ?? "")).length).toBeGreaterThan(16);
});

it("archiving an auction's bids changes no list, export or count at any step", async () => {
  const market = await aMarket();
  const oldAuction = await anAuctionIn(market, 3);
  const other = await anAuctionIn(market, 2);
  await spendDays(20, oldAuction.room, other.room);
  const recent = await anAuctionIn(market, 2);
  await spendDays(20, recent.room);
  const before = await readEverything(market);
  expect(before.byPerson[1]?.history.length).toBeGreaterThan(6);
  expect(new Set(before.byPerson[1]?.oldest.map(({ auctionId }) => auctionId))).toEqual(new Set([oldAuction.id]));
  expect(before.signals).not.toEqual([]);
  while ((await archiveNextBids(env.DB, oldAuction.id, 2)) === 2) expect(await readEverything(market)).toEqual(before);
  expect(await readEverything(market)).toEqual(before);
  for (const { id } of [oldAuction, other, recent]) await sweepFor(id);
  expect(await readEverything(market)).toEqual(before);
  expect(await countRows("bids", [oldAuction.id, other.id])).toBe(0);
  expect(await countRows("archived_bids", [recent.id])).toBe(0);
});

it("the audit allows for archived bids and reports a wrong count", async () => {
  const market = await aMarket();
  const { id, room } = await anAuctionIn(market, 3);
  await spendDays(40, room);
  await archiveNextBids(env.DB, id, 2);
  expect(await findMismatches(env, db, id)).toBeNull();
  await sweepFor(id);
  expect(await findMismatches(env, db, id)).toEqual([]);
  await env.DB.prepare("UPDATE archived_bids SET bids = bids + 1 WHERE auction_id = ?").bind(id).run();
  expect(await findMismatches(env, db, id)).toEqual(["rows of bids"]);
});

it("archiving isn't undone by a room that delivers everything again", async () => {
  const market = await aMarket();
  const { id, room } = await anAuctionIn(market, 2);
  await spendDays(40, room);
  await sweepFor(id);
  const archive = await listArchive(db, id);
  expect(archive.map(({ bids }) => bids)).not.toEqual([]);
  await room.reconcile(0);
  expect(await countRows("bids", [id])).toBe(0);
  await sweepFor(id);
  expect(await listArchive(db, id)).toEqual(archive);
});

it("archiving an auction's bids waits for a room that is ahead of D1", async () => {
  const market = await aMarket();
  const { id, room } = await anAuctionIn(market, 2);
  await spendDays(40, room);
  await env.DB.prepare("UPDATE auctions SET seq = seq - 1 WHERE id = ?").bind(id).run();
  await sweepFor(id);
  expect(await countRows("archived_bids", [id])).toBe(0);
  await sweepFor(id);
  expect(await countRows("archived_bids", [id])).toBe(market.bidders.length);
});

it("archiving waits while an unpaid item can be offered to the next bidder", async () => {
  const market = await aMarket();
  const { id, room } = await anAuctionIn(market, 2);
  await spendDays(36, room);
  await sweepFor(id);
  const cookie = await aCookieFor(market.seller.id);
  expect(await dealOf(id, { cookie })).toMatchObject({ state: "unpaid", nextOffer: expect.any(Number) });
  advanceTime(3 * DAY_MS);
  await sweepNow();
  await sweepFor(id);
  expect(await countRows("bids", [id])).toBe(0);
});

it("archiving waits for a hidden auction, whose deal opens once it's shown", async () => {
  const market = await aMarket();
  const { id, room } = await anAuctionIn(market, 2);
  await room.setHidden("A copy of another listing");
  await spendDays(40, room);
  await sweepFor(id);
  await room.setHidden(null);
  await room.reconcile();
  advanceTime(5 * DAY_MS);
  await sweepFor(id);
  const cookie = await aCookieFor(market.seller.id);
  expect(await dealOf(id, { cookie })).toMatchObject({ state: "unpaid", nextOffer: expect.any(Number) });
});

it("archiving leaves nothing behind for an auction that its seller removes", async () => {
  const { seller, bidders } = await aMarket();
  const [actor = seller] = bidders;
  const { id, room } = await anAuction({}, seller);
  const placed = await room.placeBid({ actor, amountMinor: 10_000 });
  if (!placed.ok) throw new Error(placed.failure.message);
  expect(await room.withdrawBid({ actor, bidId: placed.value.newBid._id })).toMatchObject({ ok: true });
  await spendDays(40, room);
  await sweepFor(id);
  expect(await countRows("archived_bids", [id])).toBe(1);
  expect(await room.deleteListing({ actor: seller })).toMatchObject({ ok: true });
  await vi.waitFor(async () => expect(await countRows("archived_bids", [id])).toBe(0));
});
