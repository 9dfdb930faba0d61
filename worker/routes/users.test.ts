import { describe, expect, it } from "vitest";

import { historyAnswer, profileAnswer, winningsAnswer } from "../contract/account.ts";
import { watchAnswer, watchlistAnswer } from "../contract/auction.ts";
import { DAY_MS, newId } from "../testing/builders.ts";
import { bidRow, listed } from "../testing/catalogue.ts";
import { ask, expectRefusal, someoneSignedIn } from "../testing/http.ts";

const HOUR_MS = 3_600_000;

/** Someone who sells one, won one recorded and one not yet recorded, leads one and was outbid on one. */
async function aBusyPerson() {
  const person = await someoneSignedIn();
  const { id } = person;
  const now = Date.now();
  const selling = await listed({ sellerId: id, createdAt: now - 5 * HOUR_MS });
  const sold = await listed({ sellerId: id, createdAt: now - 9 * DAY_MS, endsAt: now - 8 * DAY_MS, leaderId: newId() });
  const over = { startingPriceMinor: 10_000, leaderId: id, endsAt: now - HOUR_MS };
  const won = await listed({ ...over, priceMinor: 12_050, phase: "closed", winnerId: id, closedAt: now - HOUR_MS });
  const justWon = await listed({ ...over, priceMinor: 15_000, endsAt: now - 1 });
  const leading = await listed({ priceMinor: 20_000, leaderId: id, bidCount: 1 });
  await listed({ ...leading, seq: 2 }, [bidRow(leading.id, id, 20_000, now - 2 * HOUR_MS)]);
  const outbid = await listed({ priceMinor: 30_000, leaderId: newId(), bidCount: 2 });
  const withdrawn = { ...bidRow(outbid.id, id, 26_000), withdrawn: true };
  await listed({ ...outbid, seq: 2 }, [bidRow(outbid.id, id, 25_000, now - 3 * HOUR_MS), withdrawn]);
  return { ...person, selling, sold, won, justWon, leading, outbid };
}

describe("the profile", () => {
  it("counts the user's listings, bids and wins", async () => {
    const { cookie, selling, sold, won, justWon, leading, outbid } = await aBusyPerson();
    await ask(watchAnswer, `/user/watchlist/${leading.id}`, { method: "POST", cookie });
    const { data } = await ask(profileAnswer, "/user/profile", { cookie });
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
    expect(data.recentActivity.map((one) => [one.product._id, one.amount])).toEqual([
      [leading.id, 200],
      [outbid.id, 250],
    ]);
  });

  it("has all its fields, empty, for a new user", async () => {
    const { cookie } = await someoneSignedIn();
    const { data } = await ask(profileAnswer, "/user/profile", { cookie });
    expect(new Set(Object.values(data.statistics))).toEqual(new Set([0]));
    expect(data.recentActivity).toEqual([]);
  });
});

describe("the history", () => {
  it("lists created, won and bid-on auctions with their status, the newest first", async () => {
    const { cookie, selling, sold, won, justWon, leading, outbid } = await aBusyPerson();
    const { history } = await ask(historyAnswer, "/user/history", { cookie });
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

  it("can be filtered by type and limited", async () => {
    const { cookie, justWon, leading } = await aBusyPerson();
    const ids = async (query: string) =>
      (await ask(historyAnswer, `/user/history?${query}`, { cookie })).history.map((entry) => entry.auctionId);
    expect(await ids("type=won&limit=1")).toEqual([justWon.id]);
    expect(await ids("type=bid&limit=1")).toEqual([leading.id]);
    expect(await ids("type=created")).toHaveLength(2);
    expect(await ids("limit=2")).toHaveLength(2);
    await expectRefusal("invalid_input", 400, "/user/history?type=sold", { cookie });
    await expectRefusal("invalid_input", 400, "/user/history?limit=101", { cookie });
  });
});

describe("the list of winnings", () => {
  it("has the auctions that the user won, with totals", async () => {
    const { cookie, won, justWon } = await aBusyPerson();
    const { winnings, statistics } = await ask(winningsAnswer, "/user/winnings", { cookie });
    expect(
      winnings.map(({ id, finalPrice, originalPrice, category }) => [id, finalPrice, originalPrice, category]),
    ).toEqual([
      [justWon.id, 150, 100, "Antiques"],
      [won.id, 120.5, 100, "Antiques"],
    ]);
    expect(statistics).toEqual({ totalItems: 2, totalValue: 270.5, totalSavings: -70.5, averageSavings: -35.25 });
  });

  it("is empty for a user who has won nothing", async () => {
    const { cookie } = await someoneSignedIn();
    const { winnings, statistics } = await ask(winningsAnswer, "/user/winnings", { cookie });
    expect(winnings).toEqual([]);
    expect(statistics).toEqual({ totalItems: 0, totalValue: 0, totalSavings: 0, averageSavings: 0 });
  });
});

describe("the watch list", () => {
  it("contains each auction once, the newest first, until it is removed", async () => {
    const { cookie } = await someoneSignedIn();
    const [first, second] = [await listed(), await listed()];
    const watch = (method: string, id: string) => ask(watchAnswer, `/user/watchlist/${id}`, { method, cookie });
    await watch("POST", first.id);
    await watch("POST", second.id);
    expect(await watch("POST", first.id)).toMatchObject({ watching: true });
    const list = () => ask(watchlistAnswer, "/user/watchlist", { cookie });
    const watched = await list();
    expect(watched.count).toBe(2);
    expect(watched.auctions.map((auction) => auction._id).toSorted()).toEqual([first.id, second.id].toSorted());
    expect(await watch("DELETE", first.id)).toMatchObject({ watching: false });
    expect(await watch("DELETE", first.id)).toMatchObject({ watching: false });
    expect((await list()).auctions.map((auction) => auction._id)).toEqual([second.id]);
  });

  it("accepts only listed auctions", async () => {
    const { cookie } = await someoneSignedIn();
    const removed = await listed({ phase: "removed" });
    for (const id of [newId(), removed.id]) {
      await expectRefusal("auction_not_found", 404, `/user/watchlist/${id}`, { method: "POST", cookie });
    }
    await expectRefusal("invalid_input", 400, "/user/watchlist/no%20id", { method: "POST", cookie });
  });
});

describe("a visitor", () => {
  it.each(["/user/profile", "/user/history", "/user/winnings", "/user/watchlist", "/user/live"])(
    "is asked to log in at %s",
    async (path) => {
      const { message } = await expectRefusal("not_signed_in", 401, path);
      expect(message).toBe("Please log in first");
    },
  );
});
