import { describe, expect, it } from "vitest";

import { leaderOf, minNextBid, priceOf, standingBids } from "./auction.ts";
import { MAX_STANDING_BIDS } from "./bidding.ts";
import type { Command } from "./decide.ts";
import { MAX_AMOUNT_MINOR } from "./money.ts";
import {
  anAuction,
  DAY_MS,
  factsOf,
  MINUTE_MS,
  obey,
  place,
  refusalOf,
  SELLER,
  T0,
  verdictOf,
  withBids,
} from "./testing/auctions.ts";

const LATER = T0 + MINUTE_MS;

function edit(bidId: string, bidderId: string, amountMinor: number): Command {
  return { type: "editBid", bidId, bidderId, amountMinor };
}

describe("placing a bid", () => {
  it("at the starting price makes its bidder the leader and outbids nobody", () => {
    const auction = anAuction();
    expect(factsOf(auction, place("ann", 100_00, "b1"), LATER)).toEqual([
      { type: "newBid", bidId: "b1", bidderId: "ann", amountMinor: 100_00, auto: false, outbidId: null },
    ]);
    const after = obey(auction, place("ann", 100_00, "b1"), LATER);
    expect(priceOf(after)).toBe(100_00);
    expect(leaderOf(after)).toEqual({
      id: "b1",
      bidderId: "ann",
      amountMinor: 100_00,
      maxMinor: 100_00,
      auto: false,
      edited: false,
      placedAt: LATER,
      reveals: false,
      releaseAsked: false,
    });
    expect(after.bidCount).toBe(1);
  });

  it("over another person's bid names the bidder who lost the lead", () => {
    const facts = factsOf(withBids([["ann", 100_00]]), place("bob", 101_00), LATER);
    expect(facts).toMatchObject([{ type: "newBid", bidderId: "bob", outbidId: "ann" }]);
  });

  it("over one's own bid outbids nobody", () => {
    const facts = factsOf(withBids([["ann", 100_00]]), place("ann", 101_00), LATER);
    expect(facts).toMatchObject([{ type: "newBid", bidderId: "ann", outbidId: null }]);
  });

  it("is refused to a bidder with two thousand standing bids, who may still raise one of them", () => {
    const auction = withBids([["ann", 100_00]]);
    const bid = { type: "placeBid", bidId: "b2", bidderId: "ann", amountMinor: 101_00 } as const;
    const having = (ownStandingBids: number) => ({ ...bid, ownStandingBids });
    expect(MAX_STANDING_BIDS).toBe(2_000);
    expect(verdictOf(auction, having(1_999), LATER)).toBe("accepted");
    expect(verdictOf(auction, having(2_000), LATER)).toEqual({ code: "too_many_bids" });
    // Before the amount: no other amount would help.
    expect(verdictOf(auction, { ...having(2_000), amountMinor: 1 }, LATER)).toEqual({ code: "too_many_bids" });
    expect(verdictOf(auction, { ...having(5_000), maxStandingBids: 5_001 }, LATER)).toBe("accepted");
    expect(verdictOf(auction, edit("ann-10000", "ann", 101_00), LATER)).toBe("accepted");
  });

  it("one minor unit under the smallest next bid is refused with that minimum", () => {
    expect(refusalOf(anAuction(), place("ann", 99_99), LATER)).toEqual({ code: "bid_too_low", minimumMinor: 100_00 });
    const auction = withBids([["ann", 100_00]]);
    expect(refusalOf(auction, place("bob", 100_99), LATER)).toEqual({ code: "bid_too_low", minimumMinor: 101_00 });
    expect(obey(auction, place("bob", 101_00), LATER).top?.bid.bidderId).toBe("bob");
  });

  it("of two equal amounts the first is accepted and the second refused", () => {
    const auction = withBids([["ann", 150_00]]);
    expect(refusalOf(auction, place("bob", 150_00), LATER).code).toBe("bid_too_low");
    expect(leaderOf(auction)?.bidderId).toBe("ann");
  });

  it("is held to the tiered raise where the seller chose it", () => {
    const auction = withBids([["ann", 250_00]], { increments: "tiered" });
    expect(refusalOf(auction, place("bob", 254_99), LATER)).toEqual({ code: "bid_too_low", minimumMinor: 255_00 });
    expect(priceOf(obey(auction, place("bob", 255_00), LATER))).toBe(255_00);
  });

  it("may be the largest amount and not more", () => {
    const largest = MAX_AMOUNT_MINOR - 1_00;
    expect(refusalOf(anAuction(), place("ann", largest + 1), LATER)).toEqual({
      code: "bid_too_high",
      maximumMinor: largest,
    });
    const highest = obey(anAuction(), place("ann", largest), LATER);
    expect(priceOf(highest)).toBe(largest);
    // It leaves room for one more increment, which is an amount.
    expect(minNextBid(highest)).toBe(MAX_AMOUNT_MINOR);
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, 150.5, -1, 0])("of %d minor units is refused", (amountMinor) => {
    expect(refusalOf(anAuction(), place("ann", amountMinor), LATER).code).toBe("bid_too_low");
  });

  it("on one's own listing is refused", () => {
    expect(refusalOf(anAuction(), place(SELLER, 200_00), LATER)).toEqual({ code: "own_auction" });
  });

  it("is accepted until the last millisecond before the end and not at the end itself", () => {
    const end = T0 + DAY_MS;
    const auction = anAuction({ softCloseMs: 0 });
    expect(priceOf(obey(auction, place("ann", 100_00), end - 1))).toBe(100_00);
    expect(refusalOf(auction, place("ann", 100_00), end)).toEqual({ code: "auction_ended", endedAt: end });
    expect(refusalOf(auction, place("ann", 100_00), end + DAY_MS).code).toBe("auction_ended");
  });

  it("on an unknown auction is refused", () => {
    expect(refusalOf(null, place("ann", 100_00), LATER)).toEqual({ code: "auction_not_found" });
  });
});

describe("editing a bid", () => {
  const contested = withBids([
    ["ann", 100_00],
    ["bob", 120_00],
  ]);

  it("raises it under its own id, and records the old amount", () => {
    const facts = factsOf(contested, edit("ann-10000", "ann", 121_00), LATER);
    expect(facts).toEqual([
      {
        type: "bidEdited",
        bidId: "ann-10000",
        bidderId: "ann",
        amountMinor: 121_00,
        previousMinor: 100_00,
        outbidId: "bob",
      },
    ]);
    const after = obey(contested, edit("ann-10000", "ann", 121_00), LATER);
    expect(standingBids(after).map(({ id, amountMinor }) => [id, amountMinor])).toEqual([
      ["ann-10000", 121_00],
      ["bob-12000", 120_00],
    ]);
    expect(after.bidCount).toBe(2);
  });

  it("by the leader raises the price and outbids nobody", () => {
    expect(factsOf(contested, edit("bob-12000", "bob", 130_00), LATER)).toMatchObject([{ outbidId: null }]);
    expect(minNextBid(obey(contested, edit("bob-12000", "bob", 130_00), LATER))).toBe(131_00);
  });

  it("keeps the time at which the bid was placed, and says that it was edited", () => {
    const after = obey(contested, edit("ann-10000", "ann", 121_00), LATER);
    expect(leaderOf(after)).toMatchObject({ placedAt: T0, edited: true });
  });

  it.each([
    ["downward", 90_00],
    ["to the same amount", 100_00],
    ["to the current price", 120_00],
    ["to less than the smallest next bid", 120_99],
  ])("%s is refused with the minimum", (_how, amountMinor) => {
    const refusal = refusalOf(contested, edit("ann-10000", "ann", amountMinor), LATER);
    expect(refusal).toEqual({ code: "bid_too_low", minimumMinor: 121_00 });
  });

  it("is for its bidder alone, which is checked before the amount", () => {
    expect(refusalOf(contested, edit("ann-10000", "bob", 1), LATER)).toEqual({ code: "not_your_bid" });
    expect(refusalOf(contested, edit("nobody's", "ann", 121_00), LATER)).toEqual({ code: "bid_not_found" });
  });

  it("is refused from the end of the auction on", () => {
    const refusal = refusalOf(contested, edit("ann-10000", "ann", 121_00), T0 + DAY_MS);
    expect(refusal).toEqual({ code: "auction_ended", endedAt: T0 + DAY_MS });
  });
});
