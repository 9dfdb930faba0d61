import { expect, it } from "vitest";

import { unusualPrices } from "./unusual-prices.ts";

const names = (...[prices, before]: Parameters<typeof unusualPrices>) =>
  unusualPrices(prices, before).map(({ name }) => name);
const BEFORE = { startsAt: null, endsAt: 0, startingPrice: 100, reservePrice: 2_000, buyNowPrice: undefined };

it("a reserve or Buy Now price is unusual above ten times the starting price", () => {
  expect(names({ startingPrice: 100, reservePrice: 1_000, buyNowPrice: 1_000 }, undefined)).toEqual([]);
  expect(names({ startingPrice: 100, reservePrice: 1_000.01, buyNowPrice: "" }, undefined)).toEqual(["reserve"]);
  expect(names({ startingPrice: 100, reservePrice: "", buyNowPrice: 250_000 }, undefined)).toEqual(["Buy Now price"]);
});

it("an edit asks to confirm only changed prices, including the starting price", () => {
  expect(names({ startingPrice: 100, reservePrice: 2_000, buyNowPrice: 900 }, BEFORE)).toEqual([]);
  expect(names({ startingPrice: 1_500, reservePrice: 2_000, buyNowPrice: "" }, BEFORE)).toEqual(["starting price"]);
});
