import { expect, it } from "vitest";

import { filterOf, withFilter } from "./filter.ts";

it("an address without parameters means live auctions, newest first", () => {
  expect(filterOf(new URLSearchParams())).toEqual({ status: "Live", sort: "newest" });
});

it("the filter is read from the address", () => {
  const params = new URLSearchParams(
    "search=+oak+&category=antiques&status=Sold&sort=ending&minPrice=5.5&maxPrice=100",
  );
  const texts = { search: "oak", category: "antiques", status: "Sold", sort: "ending" };
  expect(filterOf(params)).toEqual({ ...texts, minPrice: 5.5, maxPrice: 100 });
});

it("upcoming auctions are a status of their own", () => {
  expect(filterOf(new URLSearchParams("status=Upcoming"))).toMatchObject({ status: "Upcoming" });
});

it("invalid parameters in the address mean the defaults", () => {
  const params = new URLSearchParams("category=../etc&status=Gone&sort=random&minPrice=-1&maxPrice=1.234");
  expect(filterOf(params)).toEqual({ status: "Live", sort: "newest" });
  expect(filterOf(new URLSearchParams("minPrice=much&maxPrice=+"))).toEqual({ status: "Live", sort: "newest" });
});

it("a change keeps the other parameters, and defaults are left out of the address", () => {
  const params = new URLSearchParams("search=oak&sort=ending");
  expect(String(withFilter(params, { status: "Sold" }))).toBe("search=oak&sort=ending&status=Sold");
  expect(String(withFilter(params, { sort: "newest" }))).toBe("search=oak");
  expect(String(withFilter(params, { search: "" }))).toBe("sort=ending");
  expect(String(withFilter(params, { minPrice: "5", maxPrice: "" }))).toBe("search=oak&sort=ending&minPrice=5");
  expect(String(params)).toBe("search=oak&sort=ending");
});
