// @ts-nocheck
import { expect, it } from "vitest";

import { filterOf, withFilter } from "./filter.ts";

it("an address without parameters means what is live, newest first", () => {
  expect(filterOf(new URLSearchParams())).toEqual({ status: "Live", sort: "newest" });
});

it("the address says what the list is narrowed to", () => {
  const params = new URLSearchParams("search=+oak+&category=antiques&status=Sold&sort=ending");
  expect(filterOf(params)).toEqual({ search: "oak", category: "antiques", status: "Sold", sort: "ending" });
});

it("what an address says in a way that we do not know means the standard", () => {
  const params = new URLSearchParams("category=../etc&status=Gone&sort=random");
  expect(filterOf(params)).toEqual({ status: "Live", sort: "newest" });
});

it("a change keeps the rest of the address, and the standard is not written out", () => {
  const params = new URLSearchParams("search=oak&sort=ending");
  expect(String(withFilter(params, "status", "Sold"))).toBe("search=oak&sort=ending&status=Sold");
  expect(String(withFilter(params, "sort", "newest"))).toBe("search=oak");
  expect(String(withFilter(params, "search", ""))).toBe("sort=ending");
  expect(String(params)).toBe("search=oak&sort=ending");
});
