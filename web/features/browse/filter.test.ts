import { expect, it } from "vitest";

import { readFilter, sortOrdersFor, withFilter } from "./filter.ts";
import { ignoredFiltersText } from "./ignored-filters-text.ts";

const read = (query: string) => readFilter(new URLSearchParams(query));
const filterOf = (query: string) => read(query).filter;
const unreadableText = (query: string) => ignoredFiltersText(read(query).ignored);
const DEFAULTS = { status: "Live", sort: "ending" };

it("a URL without parameters lists live auctions, those ending soonest first", () => {
  expect(read("")).toEqual({ filter: DEFAULTS, ignored: [] });
});

it("the page reads the filter from the URL", () => {
  const texts = { search: "oak", category: "antiques", status: "Sold", sort: "newest" };
  expect(read("search=+oak+&category=antiques&status=Sold&sort=newest&minPrice=5.5&maxPrice=100")).toEqual({
    filter: { ...texts, minPrice: 5.5, maxPrice: 100 },
    ignored: [],
  });
});

it.each([
  ["status=sold", { status: "Sold", sort: "ended" }],
  ["Status=UPCOMING", { status: "Upcoming", sort: "ending" }],
  ["status=ALL", { status: "all", sort: "newest" }],
  ["SORT=Price_Asc", { status: "Live", sort: "price_asc" }],
  ["endswithin=Hour", { ...DEFAULTS, endsWithin: "hour" }],
  ["CONDITION=likenew", { ...DEFAULTS, condition: "likeNew" }],
  ["category=Antiques", { ...DEFAULTS, category: "antiques" }],
  ["minprice=+5+&MAXPRICE=05.50", { ...DEFAULTS, minPrice: 5, maxPrice: 5.5 }],
  ["status=Sold&status=sold", { status: "Sold", sort: "ended" }],
  ["status=&sort=&category=&minPrice=&maxPrice=+&endsWithin=&search=+", DEFAULTS],
  ["utm_source=mail&page=2&status=Live", DEFAULTS],
])("the page reads %s without a warning", (query, filter) => {
  expect(read(query)).toEqual({ filter, ignored: [] });
});

it.each([
  ["status=Ended", "We couldn't read the status “Ended” in this address."],
  ["sort=x", "We couldn't read the sort order “x” in this address."],
  ["endsWithin=week", "We couldn't read the time left “week” in this address."],
  ["condition=mint", "We couldn't read the condition “mint” in this address."],
  ["category=../etc", "We couldn't read the category “../etc” in this address."],
  ["minPrice=1.234,50", "We couldn't read the lowest price “1.234,50” in this address."],
  ["minPrice=-1", "We couldn't read the lowest price “-1” in this address."],
  ["maxPrice=1e3", "We couldn't read the highest price “1e3” in this address."],
  ["maxPrice=1.234", "We couldn't read the highest price “1.234” in this address."],
  ["maxPrice=Infinity", "We couldn't read the highest price “Infinity” in this address."],
  ["maxPrice=99999999999999", "We couldn't read the highest price “99999999999999” in this address."],
  ["status=Live&status=Sold", "We couldn't read the status “Live” or “Sold” in this address."],
  ["search=oak&search=elm", "We couldn't read the search “oak” or “elm” in this address."],
  ["sort=ended", "You can't sort items with this status by “Recently ended”."],
])("the page warns that it ignores %s", (query, sentence) => {
  expect(filterOf(query)).toEqual(DEFAULTS);
  expect(unreadableText(query)).toBe(sentence);
});

it("the page shortens a long value in its warning", () => {
  const query = `sort=${"x".repeat(500)}`;
  expect(filterOf(query)).toEqual(DEFAULTS);
  expect(unreadableText(query)).toBe(`We couldn't read the sort order “${"x".repeat(40)}…” in this address.`);
});

it("the page lists all unreadable filters in one sentence", () => {
  expect(unreadableText("status=Ended&sort=x&minPrice=lots")).toBe(
    "We couldn't read the status “Ended”, sort order “x”, and lowest price “lots” in this address.",
  );
});

it("the page ignores both prices when the lowest is above the highest", () => {
  const problem = "The lowest price is above the highest one.";
  expect(filterOf("minPrice=500&maxPrice=100")).toEqual(DEFAULTS);
  expect(unreadableText("minPrice=500&maxPrice=100")).toBe(problem);
  expect(unreadableText("minPrice=100&maxPrice=100")).toBe("");
});

it("the page filters only live items by time left", () => {
  expect(filterOf("status=Sold&endsWithin=hour")).toEqual({ status: "Sold", sort: "ended" });
  expect(unreadableText("status=Sold&endsWithin=hour")).toBe("Filtering by time left only works for live items.");
});

it("the page searches for the start of a query that's too long", () => {
  expect(filterOf(`search=${"a".repeat(200)}`).search).toHaveLength(120);
  expect(unreadableText(`search=${"a".repeat(200)}`)).toBe("We only searched for the first 120 characters.");
});

it("ended items can't be sorted by ending soonest, nor live ones by last ended", () => {
  const values = (status: Parameters<typeof sortOrdersFor>[0]) => sortOrdersFor(status).map(({ value }) => value);
  expect(values("Live")).not.toContain("ended");
  expect(values("Upcoming")).not.toContain("ended");
  expect(values("Sold")).not.toContain("ending");
  expect(values("Expired")[0]).toBe("ended");
  expect(values("all")).toEqual(["newest", "price_asc", "price_desc", "most_bids"]);
});

it("changing a filter keeps the other parameters and omits defaults", () => {
  const change = (query: string, changes: Parameters<typeof withFilter>[1]) =>
    decodeURIComponent(String(withFilter(new URLSearchParams(query), changes)));
  expect(change("search=oak&sort=newest", { status: "Upcoming" })).toBe("search=oak&sort=newest&status=Upcoming");
  expect(change("search=oak&sort=newest", { sort: "ending" })).toBe("search=oak");
  expect(change("search=oak&sort=newest", { search: "" })).toBe("sort=newest");
  expect(change("search=oak", { minPrice: "5", maxPrice: "" })).toBe("search=oak&minPrice=5");
  expect(change("Status=Sold&utm_source=x", { status: "Live" })).toBe("utm_source=x");
  expect(change("sort=x&sort=y&status=Ended", { sort: "", status: "" })).toBe("");
});

it("changing the status drops filters and orders that don't fit it", () => {
  const change = (query: string, status: string) => String(withFilter(new URLSearchParams(query), { status }));
  expect(change("endsWithin=day&sort=ending", "Sold")).toBe("status=Sold");
  expect(change("status=Sold&sort=ended", "Live")).toBe("");
  expect(change("status=Sold&sort=price_asc", "Live")).toBe("sort=price_asc");
  expect(change("status=Sold&sort=newest", "all")).toBe("status=all");
  expect(change("endsWithin=day", "Live")).toBe("endsWithin=day");
});
