import { expect, it } from "vitest";

import { ownAuctionsResponse } from "../contract/auction.ts";
import { featuredResponse } from "../contract/catalogue.ts";
import { fetchAuctions, fetchIds } from "../testing/auction-lists.ts";
import { DAY_MS, newId } from "../testing/builders.ts";
import { aCategory, insertAuction } from "../testing/catalogue.ts";
import { requestJson, someoneSignedIn } from "../testing/http.ts";

const MINUTE_MS = 60_000;

it("a list shows an auction with all its fields, in major units and ISO 8601", async () => {
  const seller = await someoneSignedIn("Sue");
  const name = `Clocks ${newId()}`.slice(0, 40);
  const category = await aCategory(name);
  const key = `auctions/${newId()}/${"a".repeat(64)}`;
  const row = await insertAuction({
    categoryId: category,
    sellerId: seller.id,
    imageKeys: [key],
    startingPriceMinor: 10_050,
    priceMinor: 11_750,
    minNextMinor: 11_850,
    bidCount: 3,
    leaderId: newId(),
  });
  const { auctions, nextCursor } = await fetchAuctions({ category });
  expect(nextCursor).toBeNull();
  expect(auctions).toEqual([
    {
      _id: row.id,
      title: row.title,
      description: row.description,
      images: { url: `/api/v1/images/${key}` },
      pictures: [{ url: `/api/v1/images/${key}` }],
      startingPrice: 100.5,
      currentBid: 117.5,
      minNextBid: 118.5,
      currency: "USD",
      bidCount: 3,
      extensions: 0,
      status: "Live",
      category: { _id: category, name },
      seller: { _id: seller.id, firstName: "Sue", lastName: "Doe", image: null },
      createdAt: new Date(row.createdAt).toISOString(),
      auctionEndTime: new Date(row.endsAt).toISOString(),
      scheduledEndTime: new Date(row.scheduledEndsAt).toISOString(),
    },
  ]);
});

it("a list shows a seller whose account was deleted as a deleted user", async () => {
  const category = await aCategory();
  await insertAuction({ categoryId: category });
  const [auction] = (await fetchAuctions({ category })).auctions;
  expect(auction?.seller).toMatchObject({ firstName: "Deleted", lastName: "user", image: null });
});

it("an auction's status follows the clock, even before D1 has its closing", async () => {
  const category = await aCategory();
  const past = { categoryId: category, endsAt: Date.now() - 1 };
  const live = await insertAuction({ categoryId: category });
  const sold = await insertAuction({ ...past, leaderId: newId() });
  const expired = await insertAuction(past);
  const winnerId = newId();
  const closed = await insertAuction({ ...past, phase: "closed", leaderId: winnerId, winnerId, closedAt: Date.now() });
  const closedUnsold = await insertAuction({ ...past, phase: "closed", closedAt: Date.now() });
  expect(await fetchIds({ category })).toEqual([live.id]);
  expect((await fetchIds({ category, status: "Sold" })).toSorted()).toEqual([sold.id, closed.id].toSorted());
  expect((await fetchIds({ category, status: "Expired" })).toSorted()).toEqual(
    [expired.id, closedUnsold.id].toSorted(),
  );
  const { auctions } = await fetchAuctions({ category, status: "all" });
  expect(Object.fromEntries(auctions.map((auction) => [auction._id, auction.status]))).toEqual({
    [live.id]: "Live",
    [sold.id]: "Sold",
    [expired.id]: "Expired",
    [closed.id]: "Sold",
    [closedUnsold.id]: "Expired",
  });
});

it("an auction is Upcoming before its start and Live from then on", async () => {
  const category = await aCategory();
  const now = Date.now();
  const upcoming = await insertAuction({ categoryId: category, startsAt: now + DAY_MS / 2 });
  const started = await insertAuction({ categoryId: category, startsAt: now - 1 });
  await insertAuction({ categoryId: category, startsAt: now - 2, endsAt: now - 1 });
  await insertAuction({
    categoryId: category,
    startsAt: now + 1,
    endsAt: now + DAY_MS,
    phase: "voided",
    voidedReason: "X",
  });
  expect(await fetchIds({ category })).toEqual([started.id]);
  expect(await fetchIds({ category, status: "Upcoming" })).toEqual([upcoming.id]);
  const { auctions } = await fetchAuctions({ category, status: "all" });
  expect(auctions.find(({ _id }) => _id === upcoming.id)).toMatchObject({
    status: "Upcoming",
    startsAt: new Date(now + DAY_MS / 2).toISOString(),
  });
  expect(auctions.find(({ _id }) => _id === started.id)).toMatchObject({ status: "Live" });
});

it("a canceled or removed auction appears in no list", async () => {
  const category = await aCategory();
  for (const phase of ["cancelled", "removed"] as const) await insertAuction({ categoryId: category, phase });
  expect(await fetchIds({ category, status: "all" })).toEqual([]);
});

it("your own auctions are listed newest first, ended ones too, but not removed ones", async () => {
  const { id: sellerId, cookie } = await someoneSignedIn();
  const older = await insertAuction({ sellerId, phase: "closed", createdAt: Date.now() - 2 * DAY_MS });
  const newer = await insertAuction({ sellerId });
  await insertAuction({ sellerId, phase: "removed" });
  await insertAuction();
  const { auctions } = await requestJson(ownAuctionsResponse, "/auction/getAuctions", { cookie });
  expect(auctions.map((auction) => auction._id)).toEqual([newer.id, older.id]);
});

it("a list can filter for auctions that end within the hour or the day", async () => {
  const category = await aCategory();
  const now = Date.now();
  const insertEndingAt = (endsAt: number, change: object = {}) =>
    insertAuction({ categoryId: category, endsAt, ...change });
  const today = await insertEndingAt(now + 20 * 60 * MINUTE_MS, { createdAt: now - 3 * DAY_MS });
  const soon = await insertEndingAt(now + 50 * MINUTE_MS, { createdAt: now - 2 * DAY_MS });
  const next = await insertEndingAt(now + 5 * MINUTE_MS, { createdAt: now - DAY_MS });
  await insertEndingAt(now + 2 * DAY_MS);
  await insertEndingAt(now - 1, { leaderId: newId() });
  const upcoming = await insertEndingAt(now + 40 * MINUTE_MS, { startsAt: now + 30 * MINUTE_MS });
  const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
  expect(await fetchIds({ category, endsWithin: "hour" })).toEqual(ids([next, soon]));
  expect(await fetchIds({ category, endsWithin: "day", sort: "ending" })).toEqual(ids([next, soon, today]));
  expect(await fetchIds({ category, endsWithin: "day", sort: "ended" })).toEqual(ids([today, soon, next]));
  expect(await fetchIds({ category, endsWithin: "hour", status: "Upcoming" })).toEqual([upcoming.id]);
  expect(await fetchIds({ category, endsWithin: "hour", status: "Sold" })).toEqual([]);
});

it("featured auctions are live, sorted by most bids and then by soonest end", async () => {
  const endsAt = Date.now() + 10 * MINUTE_MS;
  // More bids than in any other test. The largest room has a million.
  const later = await insertAuction({ bidCount: 90_000_000, endsAt: endsAt + 1 });
  const sooner = await insertAuction({ bidCount: 90_000_000, endsAt });
  const withMostBids = await insertAuction({ bidCount: 90_000_001 });
  await insertAuction({ bidCount: 90_000_002, endsAt: Date.now() - 1 });
  await insertAuction({ bidCount: 90_000_002, startsAt: Date.now() + MINUTE_MS });
  const { featured } = await requestJson(featuredResponse, "/auction/featured");
  expect(featured.slice(0, 3).map((auction) => auction._id)).toEqual([withMostBids.id, sooner.id, later.id]);
  expect(featured.length).toBeLessThanOrEqual(10);
});

it("a search accepts any pasted text and ignores its invisible characters", async () => {
  const { id, title } = await insertAuction({ title: `Zither ${newId()}` });
  for (const search of [`\u200f${title}\u200e`, `\u202a${title}\u202c`, title.replace(" ", "\u000b"), `zither\u0000`]) {
    expect(await fetchIds({ search })).toEqual([id]);
  }
  for (const search of [`" OR ${newId()}`, "*^-:(){}[]", "NEAR(a b)", "\ufffd\ufffd\ufffd", "%_%;--"]) {
    expect(await fetchIds({ search })).toEqual([]);
  }
});

it("a search without results suggests a similar word that has results", async () => {
  const category = await aCategory();
  const change = { categoryId: category };
  await insertAuction({ ...change, title: "Gold Watches, signed" });
  await insertAuction({ ...change, title: "Arcade Joystick, Möbel" });
  await insertAuction({ ...change, title: "Astrolabe", phase: "closed", closedAt: Date.now() });
  const fetchSuggestion = async (search: string, extraQuery = {}) =>
    (await fetchAuctions({ category, search, ...extraQuery })).didYouMean;
  expect(await fetchSuggestion("wtach")).toBe("watch");
  expect(await fetchSuggestion("gold wtach")).toBe("gold watch");
  expect(await fetchSuggestion("joystik")).toBe("joystick");
  expect(await fetchSuggestion("Arcade jyostick")).toBe("Arcade joystick");
  expect(await fetchSuggestion("mobbel")).toBe("möbel");
  // Nothing similar, no typo, no live item, or nothing that a suggestion would find.
  for (const search of ["xylophone", "watch", "watch arcade", "astrolab", "astrolbae", "123456", "???"]) {
    expect({ search, meant: await fetchSuggestion(search) }).toEqual({ search, meant: undefined });
  }
  expect(await fetchSuggestion("wtach", { minPrice: 9_000_000 })).toBeUndefined();
});
