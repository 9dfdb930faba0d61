import { expect, it, vi } from "vitest";

import { ownAuctionsResponse, savedAuctionResponse, watchlistResponse } from "../contract/auction.ts";
import { journalResponse } from "../contract/journal.ts";
import { fetchIds } from "../testing/auction-lists.ts";
import { listen } from "../testing/builders.ts";
import { aCategory } from "../testing/catalogue.ts";
import { requestJson, expectRefusal, request, someoneSignedIn } from "../testing/http.ts";
import { aListing, bid, detailsOf, editCall, placeBidCall } from "../testing/selling.ts";

const HOUR_MS = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();

async function upcomingListing(change: Record<string, string> = {}) {
  const startsAt = inHours(1);
  return { ...(await aListing({ startsAt, ...change })), startsAt };
}

/** Does some work just after listings from `upcomingListing` have started. */
async function runAfterTheStart<Value>(work: () => Promise<Value>): Promise<Value> {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + HOUR_MS + 1 });
  try {
    return await work();
  } finally {
    vi.useRealTimers();
  }
}

it("a scheduled listing is upcoming everywhere and refuses bids with its start time", async () => {
  const { id, auction, seller, startsAt } = await upcomingListing();
  expect(auction).toMatchObject({ status: "Upcoming", startsAt });
  expect(await detailsOf(id)).toMatchObject({ status: "Upcoming", startsAt, bids: [] });
  const ownAuctions = await requestJson(ownAuctionsResponse, "/auction/getAuctions", { cookie: seller.cookie });
  expect(ownAuctions.auctions).toMatchObject([{ _id: id, status: "Upcoming", startsAt }]);
  const { cookie } = await someoneSignedIn();
  const refused = await expectRefusal("auction_not_started", 409, "/bid/placeBid", placeBidCall(id, 100, cookie));
  expect(refused.details).toEqual({ startsAt: Date.parse(startsAt) });
  expect(refused.message).toBe("Bidding on this auction hasn't started yet");
});

it("a scheduled listing can be watched over a socket and on watchlists", async () => {
  const { id } = await upcomingListing();
  const { next } = await listen(id);
  expect(await next()).toMatchObject({ type: "snapshot", auction: { status: "Upcoming" } });
  const { cookie } = await someoneSignedIn();
  await request(`/user/watchlist/${id}`, { method: "POST", cookie });
  const { auctions } = await requestJson(watchlistResponse, "/user/watchlist", { cookie });
  expect(auctions).toMatchObject([{ _id: id, status: "Upcoming" }]);
});

it("a scheduled listing accepts bids as soon as its start time arrives", async () => {
  const category = await aCategory();
  const { id } = await upcomingListing({ category });
  expect(await fetchIds({ category })).toEqual([]);
  expect(await fetchIds({ category, status: "Upcoming" })).toEqual([id]);
  const { cookie } = await someoneSignedIn();
  await runAfterTheStart(async () => {
    expect(await detailsOf(id)).toMatchObject({ status: "Live" });
    expect((await bid(id, 100, cookie)).auction).toMatchObject({ status: "Live", bidCount: 1 });
    expect(await fetchIds({ category })).toEqual([id]);
    expect(await fetchIds({ category, status: "Upcoming" })).toEqual([]);
  });
});

it("only a scheduled listing has a start in its journal", async () => {
  const openingTermsOf = async (id: string) => {
    const { records } = await requestJson(journalResponse, `/auction/${id}/journal`);
    const fact = records[0]?.fact;
    return fact?.type === "opened" ? fact.terms : null;
  };
  const { id, startsAt } = await upcomingListing();
  expect(await openingTermsOf(id)).toMatchObject({ startsAt: Date.parse(startsAt) });
  expect(await openingTermsOf((await aListing()).id)).not.toHaveProperty("startsAt");
});

it("the seller can move the start, or remove it to let bidding begin right away", async () => {
  const { id, seller } = await upcomingListing();
  const startsAt = inHours(2);
  const moved = await requestJson(savedAuctionResponse, ...editCall(id, seller, { startsAt }));
  expect(moved.auction).toMatchObject({ startsAt, status: "Upcoming" });
  const started = await requestJson(savedAuctionResponse, ...editCall(id, seller, { startsAt: "" }));
  expect(started.auction.status).toBe("Live");
  expect((await bid(id, 100, (await someoneSignedIn()).cookie)).auction.bidCount).toBe(1);
  const refusal = await expectRefusal("terms_frozen", 409, ...editCall(id, seller, { startsAt: inHours(3) }));
  expect(refusal.details).toEqual({ fields: ["startsAt"] });
});

it("an edit to the start or end that breaks a rule is refused and changes nothing", async () => {
  const { id, auction, seller } = await upcomingListing();
  for (const [code, change] of [
    ["start_too_soon", { startsAt: inHours(-1) }],
    ["start_too_late", { startsAt: inHours(367 * 24) }],
    ["end_too_soon", { startsAt: inHours(73) }],
    ["end_too_soon", { auctionEndTime: inHours(1) }],
    ["end_too_late", { auctionEndTime: inHours(366.1 * 24) }],
  ] as const) {
    const { details } = await expectRefusal(code, 422, ...editCall(id, seller, change));
    expect(Object.values(details ?? {})).toEqual([expect.any(Number)]);
  }
  const { fields } = await expectRefusal("invalid_input", 400, ...editCall(id, seller, { startsAt: "tomorrow" }));
  expect(Object.keys(fields ?? {})).toEqual(["startsAt"]);
  const { startsAt, auctionEndTime } = await detailsOf(id);
  expect({ startsAt, auctionEndTime }).toEqual({ startsAt: auction.startsAt, auctionEndTime: auction.auctionEndTime });
});
