import { env } from "cloudflare:workers";
import { expect, it } from "vitest";

import { historyResponse, profileResponse, winningsResponse } from "../contract/account.ts";
import { watchResponse, watchersResponse, watchlistResponse } from "../contract/auction.ts";
import { auctionsResponse } from "../contract/catalogue.ts";
import { DAY_MS, newId } from "../testing/builders.ts";
import { aCategory, aBidRow, insertAuction } from "../testing/catalogue.ts";
import { fetchPages, requestJson, expectRefusal, someoneSignedIn } from "../testing/http.ts";

const HOUR_MS = 3_600_000;

/**
 * A person with two auctions of their own (one over), two won (one not recorded yet), one in which they lead, and one
 * in which they've been outbid.
 */
async function aBusyPerson() {
  const person = await someoneSignedIn();
  const { id } = person;
  const now = Date.now();
  const selling = await insertAuction({ sellerId: id, createdAt: now - 5 * HOUR_MS });
  const sold = await insertAuction({
    sellerId: id,
    createdAt: now - 9 * DAY_MS,
    endsAt: now - 8 * DAY_MS,
    leaderId: newId(),
  });
  const endedChange = { startingPriceMinor: 10_000, leaderId: id, endsAt: now - HOUR_MS };
  const won = await insertAuction({
    ...endedChange,
    priceMinor: 12_050,
    phase: "closed",
    winnerId: id,
    closedAt: now - HOUR_MS,
  });
  const justWon = await insertAuction({ ...endedChange, priceMinor: 15_000, endsAt: now - 1 });
  const leading = await insertAuction({ priceMinor: 20_000, leaderId: id, bidCount: 1 });
  await insertAuction({ ...leading, seq: 2 }, [aBidRow(leading.id, id, 20_000, now - 2 * HOUR_MS)]);
  const outbid = await insertAuction({ priceMinor: 30_000, leaderId: newId(), bidCount: 2 });
  const withdrawn = { ...aBidRow(outbid.id, id, 26_000), withdrawn: true };
  await insertAuction({ ...outbid, seq: 2 }, [aBidRow(outbid.id, id, 25_000, now - 3 * HOUR_MS), withdrawn]);
  return { ...person, selling, sold, won, justWon, leading, outbid };
}

/** Several tests read this person's data. */
const busyPerson = await aBusyPerson();

it("the profile counts the user's listings, bids and wins", async () => {
  const { cookie, selling, sold, won, justWon, leading, outbid } = busyPerson;
  await requestJson(watchResponse, `/user/watchlist/${leading.id}`, { method: "POST", cookie });
  const { data } = await requestJson(profileResponse, "/user/profile", { cookie });
  expect(data.statistics).toEqual({
    totalAuctions: 2,
    activeAuctions: 1,
    completedAuctions: 1,
    totalWinnings: 2,
    totalWinningsValue: 270.5,
    totalBids: 2,
    watchListCount: 1,
  });
  expect(data.user.products).toEqual([selling.id, sold.id]);
  expect(data.user.winnings.toSorted()).toEqual([won.id, justWon.id].toSorted());
  expect(data.recentActivity.map((activity) => [activity.product._id, activity.amount])).toEqual([
    [leading.id, 200],
    [outbid.id, 250],
  ]);
});

it("a new user's profile and winnings have every field, empty or zero", async () => {
  const { cookie } = await someoneSignedIn();
  const { data } = await requestJson(profileResponse, "/user/profile", { cookie });
  expect(new Set(Object.values(data.statistics))).toEqual(new Set([0]));
  expect(data.recentActivity).toEqual([]);
  const { winnings, statistics } = await requestJson(winningsResponse, "/user/winnings", { cookie });
  expect(winnings).toEqual([]);
  expect(statistics).toEqual({ totalItems: 0, totalValue: 0, totalSavings: 0, averageSavings: 0 });
});

it("the history lists created, won and bid-on auctions, newest first", async () => {
  const { cookie, selling, sold, won, justWon, leading, outbid } = busyPerson;
  const { history } = await requestJson(historyResponse, "/user/history", { cookie });
  expect(history.map(({ type, auctionId, status, amount }) => [type, auctionId, status, amount])).toEqual([
    ["won", justWon.id, "completed", 150],
    ["won", won.id, "completed", 120.5],
    ["bid", leading.id, "active", 200],
    ["bid", outbid.id, "outbid", 250],
    ["created", selling.id, "active", 100],
    ["created", sold.id, "completed", 100],
  ]);
  expect(new Set(history.map((entry) => entry.id)).size).toBe(history.length);
});

it("the history can be filtered by type and auction, and limited", async () => {
  const { cookie, sold, won, justWon, leading, outbid } = busyPerson;
  const ids = async (query: string) =>
    (await requestJson(historyResponse, `/user/history?${query}`, { cookie })).history.map((entry) => entry.auctionId);
  expect(await ids("type=won&limit=1")).toEqual([justWon.id]);
  expect(await ids("type=bid&limit=1")).toEqual([leading.id]);
  expect(await ids("type=created")).toHaveLength(2);
  expect(await ids("limit=2")).toHaveLength(2);
  expect(await ids(`type=bid&limit=1&auctionId=${outbid.id}`)).toEqual([outbid.id]);
  expect(await ids(`type=bid&auctionId=${won.id}`)).toEqual([]);
  for (const { id } of [sold, won, leading]) expect(await ids(`auctionId=${id}`)).toEqual([id]);
  await expectRefusal("invalid_input", 400, "/user/history?type=sold", { cookie });
  await expectRefusal("invalid_input", 400, "/user/history?limit=101", { cookie });
});

it("the history has no duplicates across pages, even with equal timestamps", async () => {
  const { id, cookie } = await someoneSignedIn();
  const at = Date.now() - DAY_MS;
  const moments = [at, at, at + 1, at, at - 5, at];
  for (const createdAt of moments) {
    const row = await insertAuction({ sellerId: id, createdAt });
    await insertAuction({ ...row, seq: 2 }, [aBidRow(row.id, id, 12_000, createdAt)]);
  }
  const fullHistory = await requestJson(historyResponse, "/user/history?limit=100", { cookie });
  expect(fullHistory.history).toHaveLength(12);
  expect(fullHistory.nextCursor).toBeNull();
  const pages = await fetchPages(historyResponse, "/user/history?limit=5", { cookie });
  expect(pages.map(({ history }) => history.length)).toEqual([5, 5, 2]);
  expect(pages.flatMap(({ history }) => history.map((entry) => entry.id))).toEqual(
    fullHistory.history.map((entry) => entry.id),
  );
  const bids = await requestJson(historyResponse, "/user/history?type=bid&limit=4", { cookie });
  const rest = await requestJson(historyResponse, `/user/history?type=bid&limit=4&cursor=${bids.nextCursor}`, {
    cookie,
  });
  expect([...bids.history, ...rest.history].map(({ type }) => type)).toEqual(Array(6).fill("bid"));
  await expectRefusal("invalid_input", 400, "/user/history?cursor=1", { cookie });
});

it("the list of winnings shows the auctions the user won, with totals", async () => {
  const { cookie, won, justWon } = busyPerson;
  const { winnings, statistics } = await requestJson(winningsResponse, "/user/winnings", { cookie });
  expect(
    winnings.map(({ id, finalPrice, originalPrice, category }) => [id, finalPrice, originalPrice, category]),
  ).toEqual([
    [justWon.id, 150, 100, "Antiques"],
    [won.id, 120.5, 100, "Antiques"],
  ]);
  expect(statistics).toEqual({ totalItems: 2, totalValue: 270.5, totalSavings: 0, averageSavings: 0 });
});

it("a win's savings are computed from the Buy Now price, never below zero", async () => {
  const { cookie, won, justWon } = await aBusyPerson();
  const setBuyNowPrice = (id: string, buyNowMinor: number) =>
    env.DB.prepare("UPDATE auctions SET buy_now_minor = ? WHERE id = ?").bind(buyNowMinor, id).run();
  await setBuyNowPrice(won.id, 20_050);
  // The winning bid was higher than this.
  await setBuyNowPrice(justWon.id, 14_000);
  const { winnings, statistics } = await requestJson(winningsResponse, "/user/winnings", { cookie });
  expect(winnings.map(({ originalPrice, hadBuyNow }) => [originalPrice, hadBuyNow])).toEqual([
    [140, true],
    [200.5, true],
  ]);
  expect(statistics).toMatchObject({ totalSavings: 80, averageSavings: 40 });
});

it("the watchlist shows each auction once, until it is removed", async () => {
  const { cookie } = await someoneSignedIn();
  const [first, second] = [await insertAuction(), await insertAuction()];
  const watch = (method: string, id: string) => requestJson(watchResponse, `/user/watchlist/${id}`, { method, cookie });
  await watch("POST", first.id);
  await watch("POST", second.id);
  expect(await watch("POST", first.id)).toMatchObject({ watching: true });
  const list = () => requestJson(watchlistResponse, "/user/watchlist", { cookie });
  const watched = await list();
  expect(watched.count).toBe(2);
  expect(watched.auctions.map((auction) => auction._id).toSorted()).toEqual([first.id, second.id].toSorted());
  expect(await watch("DELETE", first.id)).toMatchObject({ watching: false });
  expect(await watch("DELETE", first.id)).toMatchObject({ watching: false });
  expect((await list()).auctions.map((auction) => auction._id)).toEqual([second.id]);
});

it("the watchlist accepts only auctions that exist", async () => {
  const { cookie } = await someoneSignedIn();
  const removed = await insertAuction({ phase: "removed" });
  for (const id of [newId(), removed.id]) {
    await expectRefusal("auction_not_found", 404, `/user/watchlist/${id}`, { method: "POST", cookie });
  }
  await expectRefusal("invalid_input", 400, "/user/watchlist/no%20id", { method: "POST", cookie });
});

it("lists and pages show how many people watch, but not who", async () => {
  const category = await aCategory();
  const [watched, other] = [
    await insertAuction({ categoryId: category }),
    await insertAuction({ categoryId: category }),
  ];
  const people = await Promise.all([someoneSignedIn(), someoneSignedIn(), someoneSignedIn()]);
  const watch = (method: string, cookie: string) =>
    requestJson(watchResponse, `/user/watchlist/${watched.id}`, { method, cookie });
  for (const { cookie } of people) await watch("POST", cookie);
  const [first] = people;
  if (!first) throw new Error("there are three");
  await watch("DELETE", first.cookie);
  const { auctions } = await requestJson(auctionsResponse, `/auction/fetchAllAuctions?category=${category}`);
  expect(new Map(auctions.map(({ _id, watchers }) => [_id, watchers]))).toEqual(
    new Map([
      [watched.id, 2],
      [other.id, undefined],
    ]),
  );
  expect(await requestJson(watchersResponse, `/auction/${watched.id}/watchers`)).toMatchObject({
    message: "Watchers Fetched",
    watchers: 2,
  });
  expect(await requestJson(watchersResponse, `/auction/${other.id}/watchers`)).toMatchObject({ watchers: 0 });
  const { auctions: watchedAuctions } = await requestJson(watchlistResponse, "/user/watchlist", {
    cookie: people[1]?.cookie ?? "",
  });
  expect(watchedAuctions.map(({ _id, watchers }) => [_id, watchers])).toEqual([[watched.id, undefined]]);
});

it("watchers are counted up to a hundred", async () => {
  const { id } = await insertAuction();
  await env.DB.prepare(
    `INSERT INTO watches (user_id, auction_id, created_at)
       WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 110)
       SELECT 'watcher ' || n, ?, 0 FROM numbers`,
  )
    .bind(id)
    .run();
  expect(await requestJson(watchersResponse, `/auction/${id}/watchers`)).toMatchObject({ watchers: 100 });
});
