import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { minNextBid } from "./auction.ts";
import { incrementAt } from "./money.ts";
import { MAX_AMOUNT_MINOR } from "./money.ts";
import { withBids } from "./testing/auctions.ts";

describe("tiered increments follow the published table at every tier's limits", () => {
  it.each([
    // price, raise: the last price of a tier and the first of the next
    [0, 5],
    [99, 5],
    [100, 25],
    [499, 25],
    [500, 50],
    [2_499, 50],
    [2_500, 100],
    [9_999, 100],
    [10_000, 250],
    [24_999, 250],
    [25_000, 500],
    [49_999, 500],
    [50_000, 1_000],
    [99_999, 1_000],
    [100_000, 2_500],
    [249_999, 2_500],
    [250_000, 5_000],
    [499_999, 5_000],
    [500_000, 10_000],
    [MAX_AMOUNT_MINOR, 10_000],
  ])("the tiered increment at %d minor units is %d", (priceMinor, raiseMinor) => {
    expect(incrementAt("tiered", priceMinor)).toBe(raiseMinor);
  });

  it("the tiered increment never shrinks as the price grows", () => {
    const price = fc.integer({ min: 0, max: MAX_AMOUNT_MINOR });
    fc.assert(
      fc.property(price, price, (a, b) => {
        expect(incrementAt("tiered", Math.min(a, b))).toBeLessThanOrEqual(incrementAt("tiered", Math.max(a, b)));
      }),
    );
  });
});

it.each([0, 99, 100, 9_999, 500_000, MAX_AMOUNT_MINOR])(
  "the flat increment at %d minor units is one major unit",
  (price) => {
    expect(incrementAt("flat", price)).toBe(100);
  },
);

describe("the minimum bid", () => {
  it("the minimum bid is the starting price while no one has bid", () => {
    expect(minNextBid(withBids([], { startingPriceMinor: 117_50 }))).toBe(117_50);
  });

  it("the minimum bid with flat increments is the price plus one major unit", () => {
    expect(minNextBid(withBids([["ann", 117_50]]))).toBe(118_50);
  });

  it.each([
    [249_99, 252_49],
    [250_00, 255_00],
    [999_99, 1_009_99],
    [1_000_00, 1_025_00],
  ])("the minimum bid with tiered increments after %d minor units is %d", (priceMinor, nextMinor) => {
    expect(minNextBid(withBids([["ann", priceMinor]], { increments: "tiered" }))).toBe(nextMinor);
  });
});
