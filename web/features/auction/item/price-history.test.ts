import { expect, it } from "vitest";

import type { PublicBid } from "../../../../worker/contract/bid.ts";
import { priceHistory } from "./price-history.ts";

const bid = (amount: number, minute: number, edited = false): PublicBid => ({
  _id: `${amount}`,
  amount,
  bidder: { _id: "ann", firstName: "Ann", lastName: "Test", image: null },
  createdAt: new Date(minute * 60_000).toISOString(),
  auto: false,
  edited,
});

it("the price history rises at the time of each bid", () => {
  expect(priceHistory([bid(120, 3), bid(110, 1)])).toEqual([
    { at: 60_000, price: 110, bidder: "Ann Test" },
    { at: 180_000, price: 120, bidder: "Ann Test" },
  ]);
});

it("an early bid that was raised above a later one is drawn after it", () => {
  const points = priceHistory([bid(150, 1, true), bid(120, 4)]);
  expect(points.map(({ at, price }) => [at / 60_000, price])).toEqual([
    [4, 120],
    [4, 150],
  ]);
});
