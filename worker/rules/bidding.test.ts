import { expect, it } from "vitest";

import { type Auction, leaderOf, minNextBid, priceOf, standingBids } from "./auction.ts";
import { MAX_STANDING_BIDS } from "./bidding.ts";
import type { Command } from "./decide.ts";
import { MAX_AMOUNT_MINOR } from "./money.ts";
import {
  anAuction,
  DAY_MS,
  edit,
  factsOf,
  MINUTE_MS,
  auctionAfterCommand,
  place,
  placeUpTo,
  SELLER,
  T0,
  decisionOf,
  withBids,
} from "./testing/auctions.ts";

const LATER = T0 + MINUTE_MS;
const END = T0 + DAY_MS;
const LARGEST_BID_MINOR = MAX_AMOUNT_MINOR - 1_00;
const annLeads = withBids([["ann", 100_00]]);
const contested = withBids([
  ["ann", 100_00],
  ["bob", 120_00],
]);
const tooLow = (minimumMinor: number) => ({ code: "bid_too_low", minimumMinor });
const AUCTION_ENDED = { code: "auction_ended", endedAt: END };

it("a first bid at the starting price makes its bidder the leader and outbids no one", () => {
  expect(factsOf(anAuction(), place("ann", 100_00, "b1"), LATER)).toEqual([
    { type: "newBid", bidId: "b1", bidderId: "ann", amountMinor: 100_00, auto: false, outbidId: null },
  ]);
  const placed = auctionAfterCommand(anAuction(), place("ann", 100_00, "b1"), LATER);
  expect([priceOf(placed), placed.bidCount]).toEqual([100_00, 1]);
  expect(leaderOf(placed)).toEqual({
    id: "b1",
    bidderId: "ann",
    amountMinor: 100_00,
    maxMinor: 100_00,
    auto: false,
    edited: false,
    placedAt: LATER,
    reveals: false,
    releaseRequested: false,
  });
});

it.each([
  ["another's bid records the bidder who lost the lead", "bob", "ann"],
  ["one's own bid outbids no one", "ann", null],
])("a bid over %s", (_over, bidderId, outbidId) => {
  expect(factsOf(annLeads, place(bidderId, 101_00), LATER)).toMatchObject([{ type: "newBid", bidderId, outbidId }]);
});

it.each<[string, Auction | null, Command, number, unknown]>([
  ["refuse a bid a minor unit under the starting price", anAuction(), place("ann", 99_99), LATER, tooLow(100_00)],
  ["refuse a bid a minor unit under the minimum bid", annLeads, place("bob", 100_99), LATER, tooLow(101_00)],
  ["accept a bid at the minimum bid", annLeads, place("bob", 101_00), LATER, "accepted"],
  ["refuse a bid equal to the leading bid", annLeads, place("bob", 100_00), LATER, tooLow(101_00)],
  [
    "refuse a bid a minor unit under the tiered increment",
    withBids([["ann", 250_00]], { increments: "tiered" }),
    place("bob", 254_99),
    LATER,
    tooLow(255_00),
  ],
  ["accept a bid of the largest amount", anAuction(), place("ann", LARGEST_BID_MINOR), LATER, "accepted"],
  [
    "refuse a bid above the largest amount",
    anAuction(),
    place("ann", LARGEST_BID_MINOR + 1),
    LATER,
    { code: "bid_too_high", maximumMinor: LARGEST_BID_MINOR },
  ],
  ["refuse a bid that is not a number", anAuction(), place("ann", Number.NaN), LATER, tooLow(100_00)],
  ["refuse a bid that is infinite", anAuction(), place("ann", Infinity), LATER, tooLow(100_00)],
  ["refuse a bid with a fraction of a minor unit", anAuction(), place("ann", 150.5), LATER, tooLow(100_00)],
  ["refuse a bid below zero", anAuction(), place("ann", -1), LATER, tooLow(100_00)],
  ["refuse a bid of zero", anAuction(), place("ann", 0), LATER, tooLow(100_00)],
  ["refuse a bid on one's own listing", anAuction(), place(SELLER, 200_00), LATER, { code: "own_auction" }],
  ["accept a bid in the last millisecond", anAuction(), place("ann", 100_00), END - 1, "accepted"],
  ["refuse a bid at the end", anAuction(), place("ann", 100_00), END, AUCTION_ENDED],
  ["refuse a bid after the end", anAuction(), place("ann", 100_00), END + DAY_MS, AUCTION_ENDED],
  ["refuse a bid on an unknown auction", null, place("ann", 100_00), LATER, { code: "auction_not_found" }],
])("the rules %s", (_what, auction, command, now, decision) => {
  expect(decisionOf(auction, command, now)).toEqual(decision);
});

it("the largest bid leaves room for one more increment", () => {
  expect(minNextBid(auctionAfterCommand(anAuction(), place("ann", LARGEST_BID_MINOR), LATER))).toBe(MAX_AMOUNT_MINOR);
});

it("someone with 2,000 standing bids can raise one, but not place another", () => {
  const bid = { type: "placeBid", bidId: "b2", bidderId: "ann", amountMinor: 101_00 } as const;
  const bidWithStanding = (ownStandingBids: number) => ({ ...bid, ownStandingBids });
  expect(MAX_STANDING_BIDS).toBe(2_000);
  expect(decisionOf(annLeads, bidWithStanding(1_999), LATER)).toBe("accepted");
  expect(decisionOf(annLeads, bidWithStanding(2_000), LATER)).toEqual({ code: "too_many_bids" });
  // This is checked before the amount, because no other amount would help.
  expect(decisionOf(annLeads, { ...bidWithStanding(2_000), amountMinor: 1 }, LATER)).toEqual({ code: "too_many_bids" });
  expect(decisionOf(annLeads, { ...bidWithStanding(5_000), maxStandingBids: 5_001 }, LATER)).toBe("accepted");
  expect(decisionOf(annLeads, edit("ann-10000", { amountMinor: 101_00 }), LATER)).toBe("accepted");
});

it("an edit raises a bid, keeps its ID and records the old amount", () => {
  const raise = edit("ann-10000", { amountMinor: 121_00 });
  expect(factsOf(contested, raise, LATER)).toEqual([
    {
      type: "bidEdited",
      bidId: "ann-10000",
      bidderId: "ann",
      amountMinor: 121_00,
      previousMinor: 100_00,
      outbidId: "bob",
    },
  ]);
  const raised = auctionAfterCommand(contested, raise, LATER);
  expect(standingBids(raised)).toMatchObject([
    { id: "ann-10000", amountMinor: 121_00, placedAt: T0, edited: true },
    { id: "bob-12000", amountMinor: 120_00 },
  ]);
  expect(raised.bidCount).toBe(2);
});

it("an edit by the leader raises the price and outbids no one", () => {
  const raise = edit("bob-12000", { amountMinor: 130_00 });
  expect(factsOf(contested, raise, LATER)).toMatchObject([{ outbidId: null }]);
  expect(minNextBid(auctionAfterCommand(contested, raise, LATER))).toBe(131_00);
});

it.each<[string, Command, number, unknown]>([
  ["downward", edit("ann-10000", { amountMinor: 90_00 }), LATER, tooLow(121_00)],
  ["to the same amount", edit("ann-10000", { amountMinor: 100_00 }), LATER, tooLow(121_00)],
  ["to the current price", edit("ann-10000", { amountMinor: 120_00 }), LATER, tooLow(121_00)],
  ["to less than the minimum bid", edit("ann-10000", { amountMinor: 120_99 }), LATER, tooLow(121_00)],
  [
    "by another person with a bad amount",
    edit("ann-10000", { amountMinor: 1, bidderId: "bob" }),
    LATER,
    { code: "not_your_bid" },
  ],
  ["of an unknown bid", edit("ann-1", { amountMinor: 121_00 }), LATER, { code: "bid_not_found" }],
  ["at the end", edit("ann-10000", { amountMinor: 121_00 }), END, AUCTION_ENDED],
])("an edit %s is refused", (_how, command, now, refusal) => {
  expect(decisionOf(contested, command, now)).toEqual(refusal);
});

const unusual = { code: "bid_unusual", amountMinor: 5_000_00, minimumMinor: 101_00 };
it.each<[string, Command, unknown]>([
  ["at 20 times the minimum bid", { ...place("bob", 2_020_00), confirmed: false } as Command, "accepted"],
  [
    "a cent above it",
    { ...place("bob", 2_020_01), confirmed: false } as Command,
    { ...unusual, amountMinor: 2_020_01 },
  ],
  ["a cent above it, confirmed", place("bob", 2_020_01), "accepted"],
  ["up to a maximum above it", placeUpTo("bob", 50_000_00), "accepted"],
  ["an amount above it and a maximum", placeUpTo("bob", 50_000_00, 5_000_00), unusual],
  ["raised to above it", edit("ann-10000", { amountMinor: 5_000_00 }), unusual],
  ["raised to above it, confirmed", edit("ann-10000", { amountMinor: 5_000_00, confirmed: true }), "accepted"],
])("only an unconfirmed amount above 20 times the minimum is refused: %s", (_what, command, decision) => {
  expect(decisionOf(annLeads, command, LATER)).toEqual(decision);
});
