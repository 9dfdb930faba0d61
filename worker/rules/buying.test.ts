/** Buy It Now: its availability and the effects of a purchase. A bid and a purchase never both win. */
import { expect, it } from "vitest";

import { type Auction, leaderOf, minNextBid, priceOf } from "./auction.ts";
import { buyNowPriceAt } from "./buying.ts";
import { isOver, statusAt } from "./closing.ts";
import type { Command } from "./decide.ts";
import {
  auctionAfter,
  anAuction,
  aReserve,
  block,
  CLOSE,
  DAY_MS,
  editListing,
  factsOf,
  HIDE,
  HOUR_MS,
  factTypesOf,
  MINUTE_MS,
  auctionAfterCommand,
  openCommand,
  place,
  placeUpTo,
  refusalOf,
  voidBid,
  SECOND_MS,
  SELLER,
  T0,
  decisionOf,
  VOID,
  withdraw,
} from "./testing/auctions.ts";

const LATER = T0 + MINUTE_MS;
const END = T0 + DAY_MS;
const PRICE = 500_00;
const TERMS = { buyNowPriceMinor: PRICE };

const buy = (bidderId: string, priceMinor = PRICE): Command => ({
  type: "buyNow",
  priceMinor,
  bidderId,
  bidId: `${bidderId}-buys`,
});
const withBuyNow = anAuction(TERMS);
/** Ann leads, below a reserve of $300. */
const belowReserve = auctionAfter([placeUpTo("ann", 250_00, undefined, "ann-1")], TERMS, 300_00);
const buyNowGone = (minimumMinor: number) => ({ code: "buy_now_gone", minimumMinor });

it.each<[string, Auction, number, number | null]>([
  ["is available from the beginning", withBuyNow, T0, PRICE],
  ["isn't available without a price in the terms", anAuction(), T0, null],
  ["isn't available before the start", anAuction({ ...TERMS, startsAt: LATER }), LATER - 1, null],
  ["is available once the auction has started", anAuction({ ...TERMS, startsAt: LATER }), LATER, PRICE],
  ["isn't available at the end", withBuyNow, END, null],
  ["isn't available once someone has bid", auctionAfter([place("ann", 100_00)], TERMS), LATER, null],
  [
    "is available again once the only bid is withdrawn",
    auctionAfter([place("ann", 100_00), withdraw("ann-10000")], TERMS),
    LATER,
    PRICE,
  ],
  ["is available while bids don't meet the reserve", belowReserve, LATER, PRICE],
  [
    "is available while the minimum bid equals its price",
    auctionAfter([place("ann", 499_00)], TERMS, 499_99),
    LATER,
    PRICE,
  ],
  [
    "isn't available once the minimum bid is above its price",
    auctionAfter([place("ann", 499_50)], TERMS, 499_99),
    LATER,
    null,
  ],
  [
    "isn't available once bids meet the reserve",
    auctionAfterCommand(belowReserve, place("bob", 300_00), LATER),
    LATER,
    null,
  ],
  [
    "is available again once bids no longer meet the reserve",
    auctionAfterCommand(auctionAfterCommand(belowReserve, place("bob", 300_00), LATER), voidBid("bob-30000"), LATER),
    LATER,
    PRICE,
  ],
])("Buy It Now %s", (_what, auction, now, priceMinor) => {
  expect(buyNowPriceAt(auction, now)).toBe(priceMinor);
});

it("a purchase is a bid at the Buy It Now price that ends and wins the auction", () => {
  const bid = { bidId: "ann-buys", bidderId: "ann", amountMinor: PRICE, auto: false, outbidId: null, bought: true };
  expect(factsOf(withBuyNow, buy("ann"), LATER)).toEqual([{ type: "newBid", ...bid }]);
  const bought = auctionAfterCommand(withBuyNow, buy("ann"), LATER);
  expect([bought.endsAt, bought.scheduledEndsAt, isOver(bought, T0)]).toEqual([LATER, END, true]);
  expect(statusAt(bought, LATER)).toBe("Sold");
  // Even if the clock was set back in the meantime.
  const closed = auctionAfterCommand(bought, CLOSE, T0);
  expect(closed).toMatchObject({ phase: "closed", outcome: { winnerId: "ann", priceMinor: PRICE }, closedAt: LATER });
  expect(factsOf(closed, CLOSE, LATER)).toEqual([]);
});

it("a purchase near the end doesn't extend the auction", () => {
  expect(factTypesOf(withBuyNow, buy("ann"), END - SECOND_MS)).toEqual(["newBid"]);
});

it("a purchase over an unmet reserve reveals it and the leader's maximum", () => {
  expect(factsOf(belowReserve, buy("bob"), LATER)).toMatchObject([
    { type: "bidAdjusted", bidderId: "ann", amountMinor: 250_00 },
    {
      type: "newBid",
      amountMinor: PRICE,
      outbidId: "ann",
      openedMaximum: { maxMinor: 250_00 },
      openedReserve: { seq: 2, ...aReserve(300_00) },
      bought: true,
    },
  ]);
});

it("a purchase by the leader changes their bid if the reserve isn't met", () => {
  expect(factsOf(belowReserve, buy("ann"), LATER)).toMatchObject([
    { type: "bidEdited", bidId: "ann-1", amountMinor: PRICE, bought: true, openedReserve: { reserveMinor: 300_00 } },
  ]);
  expect(auctionAfterCommand(belowReserve, buy("ann"), LATER)).toMatchObject({ bidCount: 1, seal: null, bought: true });
});

const ended = { code: "auction_ended", endedAt: LATER };
it.each<[string, Command, Command, unknown, string]>([
  ["a bid, then a purchase", place("ann", 100_00), buy("bob"), buyNowGone(101_00), "ann"],
  ["a purchase, then a bid", buy("bob"), place("ann", 600_00), ended, "bob"],
  ["two purchases", buy("ann"), buy("bob"), ended, "ann"],
  ["a purchase, then its withdrawal", buy("ann"), withdraw("ann-buys"), ended, "ann"],
])("only the first command in a millisecond counts: %s", (_what, first, second, refusal, leader) => {
  const auction = auctionAfterCommand(withBuyNow, first, LATER);
  expect(refusalOf(auction, second, LATER)).toEqual(refusal);
  expect(leaderOf(auction)?.bidderId).toBe(leader);
});

it("a bid equal to the Buy It Now price is an ordinary bid", () => {
  const auction = auctionAfter([place("ann", PRICE)], TERMS);
  expect([auction.bought, priceOf(auction), minNextBid(auction)]).toEqual([false, PRICE, PRICE + 1_00]);
});

const upcoming = anAuction({ ...TERMS, startsAt: T0 + HOUR_MS });
it.each<[string, Auction, Command, number, unknown]>([
  ["without a Buy It Now price", anAuction(), buy("ann"), LATER, buyNowGone(100_00)],
  ["at another price", withBuyNow, buy("ann", PRICE - 1), LATER, { code: "buy_now_changed", priceMinor: PRICE }],
  ["by the seller", withBuyNow, buy(SELLER), LATER, { code: "own_auction" }],
  [
    "by a blocked person",
    auctionAfterCommand(withBuyNow, block("ann"), T0),
    buy("ann"),
    LATER,
    { code: "bidder_blocked" },
  ],
  ["of a hidden listing", auctionAfterCommand(withBuyNow, HIDE, T0), buy("ann"), LATER, { code: "auction_not_found" }],
  ["of a voided auction", auctionAfterCommand(withBuyNow, VOID, T0), buy("ann"), LATER, { code: "auction_voided" }],
  ["at the end", withBuyNow, buy("ann"), END, { code: "auction_ended", endedAt: END }],
  ["before the start", upcoming, buy("ann"), LATER, { code: "auction_not_started", startsAt: T0 + HOUR_MS }],
])("a purchase %s is refused", (_what, auction, command, now, refusal) => {
  expect(refusalOf(auction, command, now)).toEqual(refusal);
});

it.each<[string, number, number | undefined, unknown]>([
  [
    "refuse a Buy It Now price at the starting price",
    100_00,
    undefined,
    { code: "buy_now_too_low", aboveMinor: 100_00 },
  ],
  ["accept a Buy It Now price a cent above the starting price", 100_01, undefined, "accepted"],
  ["refuse a Buy It Now price at the reserve", 300_00, 300_00, { code: "buy_now_too_low", aboveMinor: 300_00 }],
  ["accept a Buy It Now price a cent above the reserve", 300_01, 300_00, "accepted"],
])("the rules %s", (_what, buyNowPriceMinor, reserveMinor, decision) => {
  expect(decisionOf(null, openCommand({ buyNowPriceMinor }, reserveMinor), T0)).toEqual(decision);
  expect(decisionOf(anAuction({}, reserveMinor), editListing({ buyNowPriceMinor }), LATER)).toEqual(decision);
});

it("the seller can change or remove the Buy It Now price until someone has bid", () => {
  const change = (buyNowPriceMinor: number | null) => editListing({ buyNowPriceMinor });
  expect(auctionAfterCommand(withBuyNow, change(600_00), LATER).terms.buyNowPriceMinor).toBe(600_00);
  expect("buyNowPriceMinor" in auctionAfterCommand(withBuyNow, change(null), LATER).terms).toBe(false);
  expect(factsOf(withBuyNow, change(PRICE), LATER)).toEqual([]);
  expect(factsOf(anAuction(), change(null), LATER)).toEqual([]);
  const bidOn = auctionAfter([place("ann", 100_00)], TERMS);
  expect(refusalOf(bidOn, change(600_00), LATER)).toEqual({ code: "terms_frozen", fields: ["buyNowPriceMinor"] });
});
