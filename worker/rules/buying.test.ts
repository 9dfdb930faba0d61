/** Buy now: when it is on offer, what a purchase changes, and that a bid and a purchase never both win. */
import { describe, expect, it } from "vitest";

import { type Auction, leaderOf, minNextBid, priceOf } from "./auction.ts";
import { buyNowOffer } from "./buying.ts";
import { isOver, statusAt } from "./closing.ts";
import type { Command } from "./decide.ts";
import {
  anAuction,
  aReserve,
  DAY_MS,
  factsOf,
  HOUR_MS,
  LIMITS,
  MINUTE_MS,
  obey,
  openCommand,
  place,
  placeUpTo,
  refusalOf,
  SECOND_MS,
  SELLER,
  T0,
  verdictOf,
} from "./testing/auctions.ts";

const LATER = T0 + MINUTE_MS;
const PRICE = 500_00;
const TERMS = { buyNowPriceMinor: PRICE };
const CLOSE: Command = { type: "close", lastHash: "0".repeat(64) };

const buy = (bidderId: string, priceMinor = PRICE): Command => ({
  type: "buyNow",
  priceMinor,
  bidderId,
  bidId: `${bidderId}-buys`,
});
const remove = (bidId: string): Command => ({ type: "voidBid", bidId, by: "admin", reason: "Nobody's", salt: "salt" });
const withdraw = (bidId: string): Command => ({ type: "withdrawBid", bidId, bidderId: bidId.split("-")[0] ?? "" });

function after(commands: readonly Command[], reserveMinor?: number): Auction {
  return commands.reduce(
    (auction, command, index) => obey(auction, command, T0 + index),
    anAuction(TERMS, reserveMinor),
  );
}

describe("on offer", () => {
  const led = after([place("ann", 100_00, "ann-1")]);
  const unmet = after([placeUpTo("ann", 250_00, undefined, "ann-1")], 300_00);
  it.each<[string, Auction, number, number | null]>([
    ["from the beginning", after([]), T0, PRICE],
    ["not without the term", anAuction(), T0, null],
    ["not before the start", anAuction({ ...TERMS, startsAt: LATER }), LATER - 1, null],
    ["from the start on", anAuction({ ...TERMS, startsAt: LATER }), LATER, PRICE],
    ["not at the end", after([]), T0 + DAY_MS, null],
    ["not once somebody has bid", led, LATER, null],
    ["again once the only bid is withdrawn", obey(led, withdraw("ann-1"), LATER), LATER, PRICE],
    ["while bids do not meet the reserve", unmet, LATER, PRICE],
    ["not once the smallest next bid is above it", after([place("ann", 499_50)], 499_99), LATER, null],
    ["not once they do", obey(unmet, place("bob", 300_00), LATER), LATER, null],
    [
      "again once they do not any more",
      obey(obey(unmet, place("bob", 300_00, "bob-1"), LATER), remove("bob-1"), LATER),
      LATER,
      PRICE,
    ],
  ])("%s", (_what, auction, now, offer) => {
    expect(buyNowOffer(auction, now)).toBe(offer);
  });
});

describe("a purchase", () => {
  it("is a bid at that price, which ends the auction and wins it", () => {
    expect(factsOf(after([]), buy("ann"), LATER)).toEqual([
      {
        type: "newBid",
        bidId: "ann-buys",
        bidderId: "ann",
        amountMinor: PRICE,
        auto: false,
        outbidId: null,
        bought: true,
      },
    ]);
    const bought = obey(after([]), buy("ann"), LATER);
    expect([bought.endsAt, bought.scheduledEndsAt, isOver(bought, T0)]).toEqual([LATER, T0 + DAY_MS, true]);
    expect(statusAt(bought, LATER)).toBe("Sold");
    // Also by a clock that was set back meanwhile.
    const closed = obey(bought, CLOSE, T0);
    expect(closed).toMatchObject({ phase: "closed", outcome: { winnerId: "ann", priceMinor: PRICE }, closedAt: LATER });
    expect(factsOf(closed, CLOSE, LATER)).toEqual([]);
  });

  it("near the end extends nothing", () => {
    const now = T0 + DAY_MS - SECOND_MS;
    expect(factsOf(after([]), buy("ann"), now).map(({ type }) => type)).toEqual(["newBid"]);
  });

  it("over an unmet reserve opens it, and the maximum of the bidder who loses the lead", () => {
    const unmet = after([placeUpTo("ann", 250_00)], 300_00);
    expect(factsOf(unmet, buy("bob"), LATER)).toMatchObject([
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

  it("by the leader whose maximum does not meet the reserve is a change of that bid", () => {
    const unmet = after([placeUpTo("ann", 250_00, undefined, "ann-1")], 300_00);
    expect(factsOf(unmet, buy("ann"), LATER)).toMatchObject([
      { type: "bidEdited", bidId: "ann-1", amountMinor: PRICE, bought: true, openedReserve: { reserveMinor: 300_00 } },
    ]);
    expect(obey(unmet, buy("ann"), LATER)).toMatchObject({ bidCount: 1, seal: null, bought: true });
  });
});

describe("a bid and a purchase at the same moment", () => {
  const ended = { code: "auction_ended", endedAt: LATER };
  it.each<[string, Command, Command, unknown, string]>([
    ["the bid first", place("ann", 100_00), buy("bob"), { code: "buy_now_gone", minimumMinor: 101_00 }, "ann"],
    ["the purchase first", buy("bob"), place("ann", 600_00), ended, "bob"],
    ["two purchases", buy("ann"), buy("bob"), ended, "ann"],
    ["a withdrawal of the purchase", buy("ann"), withdraw("ann-buys"), ended, "ann"],
  ])("%s: one of them counts, and the other gets the numbers", (_what, first, second, refusal, leader) => {
    const auction = obey(after([]), first, LATER);
    expect(refusalOf(auction, second, LATER)).toEqual(refusal);
    expect(leaderOf(auction)?.bidderId).toBe(leader);
  });

  it("a bid of as much as the buy now price is a bid", () => {
    const auction = after([place("ann", PRICE)]);
    expect([auction.bought, priceOf(auction), minNextBid(auction)]).toEqual([false, PRICE, PRICE + 1_00]);
  });
});

describe("refused", () => {
  const hidden = obey(after([]), { type: "hideListing", reason: "A copy", salt: "" }, T0);
  const blocked = obey(after([]), { type: "blockBidder", sellerId: SELLER, personId: "ann", salt: "" }, T0);
  const voided = obey(after([]), { type: "voidAuction", reason: "A copy" }, T0);
  it.each<[string, Auction, Command, number, unknown]>([
    ["without the term", anAuction(), buy("ann"), LATER, { code: "buy_now_gone", minimumMinor: 100_00 }],
    ["at another price", after([]), buy("ann", PRICE - 1), LATER, { code: "buy_now_changed", priceMinor: PRICE }],
    ["by the seller", after([]), buy(SELLER), LATER, { code: "own_auction" }],
    ["by somebody who is blocked", blocked, buy("ann"), LATER, { code: "bidder_blocked" }],
    ["of a hidden listing", hidden, buy("ann"), LATER, { code: "auction_not_found" }],
    ["of a voided auction", voided, buy("ann"), LATER, { code: "auction_voided" }],
    ["at the end", after([]), buy("ann"), T0 + DAY_MS, { code: "auction_ended", endedAt: T0 + DAY_MS }],
    [
      "before the start",
      anAuction({ ...TERMS, startsAt: T0 + HOUR_MS }),
      buy("ann"),
      LATER,
      { code: "auction_not_started", startsAt: T0 + HOUR_MS },
    ],
  ])("%s", (_what, auction, command, now, refusal) => {
    expect(refusalOf(auction, command, now)).toEqual(refusal);
  });
});

describe("setting the price", () => {
  it.each<[string, number, number | undefined, unknown]>([
    ["at the starting price", 100_00, undefined, { code: "buy_now_too_low", aboveMinor: 100_00 }],
    ["a cent above", 100_01, undefined, "accepted"],
    ["at the reserve", 300_00, 300_00, { code: "buy_now_too_low", aboveMinor: 300_00 }],
    ["a cent above the reserve", 300_01, 300_00, "accepted"],
  ])("%s", (_what, buyNowPriceMinor, reserveMinor, verdict) => {
    expect(verdictOf(null, openCommand({ buyNowPriceMinor }, reserveMinor), T0)).toEqual(verdict);
    const change = { buyNowPriceMinor };
    const edit: Command = { type: "editListing", sellerId: SELLER, change, limits: LIMITS };
    expect(verdictOf(anAuction({}, reserveMinor), edit, LATER)).toEqual(verdict);
  });

  it("another price, or none, is possible until someone has bid", () => {
    const change = (buyNowPriceMinor: number | null): Command => ({
      type: "editListing",
      sellerId: SELLER,
      change: { buyNowPriceMinor },
      limits: LIMITS,
    });
    expect(obey(after([]), change(600_00), LATER).terms.buyNowPriceMinor).toBe(600_00);
    expect("buyNowPriceMinor" in obey(after([]), change(null), LATER).terms).toBe(false);
    expect(factsOf(after([]), change(PRICE), LATER)).toEqual([]);
    expect(factsOf(anAuction(), change(null), LATER)).toEqual([]);
    const bidOn = after([place("ann", 100_00)]);
    expect(refusalOf(bidOn, change(600_00), LATER)).toEqual({ code: "terms_frozen", fields: ["buyNowPriceMinor"] });
  });
});
