import { expect, it } from "vitest";

import { auctionsResponse } from "../contract/catalogue.ts";
import { fetchAllIds, fetchAuctions, idsIn, fetchIds, insertAuctions } from "../testing/auction-lists.ts";
import { DAY_MS, newId } from "../testing/builders.ts";
import { aCategory, insertAuction } from "../testing/catalogue.ts";
import { requestJson, expectRefusal, someoneSignedIn } from "../testing/http.ts";

it("paging in any order shows each auction once, across both phases", async () => {
  const category = await aCategory();
  const now = Date.now();
  // Pairs with equal values, which are ordered by ID.
  const rows = await insertAuctions(category, 11, (index) => ({
    phase: index % 3 === 0 ? "closed" : "open",
    createdAt: now - Math.floor(index / 2),
    endsAt: now + DAY_MS + Math.floor(index / 2),
    priceMinor: 10_000 + Math.floor(index / 2),
    bidCount: Math.floor(index / 2),
  }));
  for (const [sort, key, sign] of [
    ["newest", "createdAt", -1],
    ["ending", "endsAt", 1],
    ["price_asc", "priceMinor", 1],
    ["price_desc", "priceMinor", -1],
    ["most_bids", "bidCount", -1],
  ] as const) {
    const order = rows.toSorted((a, b) => sign * (a[key] - b[key] || (a.id < b.id ? -1 : 1)));
    const ids = await fetchAllIds({ category, status: "all", sort, limit: 3 });
    expect({ sort, ids }).toEqual({ sort, ids: idsIn(order) });
  }
});

it("paging in any order shows each upcoming auction once, with any filter", async () => {
  const category = await aCategory();
  const now = Date.now();
  const rows = await insertAuctions(category, 9, (index) => ({
    title: `Upcoming clock ${index}`,
    startsAt: index % 3 === 0 ? now - 1 : now + DAY_MS / 2 + (index % 2),
    createdAt: now - Math.floor(index / 2),
    endsAt: now + DAY_MS + Math.floor(index / 2),
    priceMinor: 10_000 + 100 * Math.floor(index / 2),
  }));
  const expected = idsIn(rows.filter(({ startsAt }) => (startsAt ?? 0) > now)).toSorted();
  const cheapIds = idsIn(rows.filter(({ startsAt, priceMinor }) => (startsAt ?? 0) > now && priceMinor <= 10_100));
  for (const sort of ["newest", "ending", "price_asc", "most_bids"]) {
    const upcoming = { category, status: "Upcoming", sort, limit: 2 };
    expect((await fetchAllIds(upcoming)).toSorted()).toEqual(expected);
    expect((await fetchAllIds({ ...upcoming, search: "upcoming clock" })).toSorted()).toEqual(expected);
    expect((await fetchAllIds({ ...upcoming, maxPrice: 101 })).toSorted()).toEqual(cheapIds.toSorted());
  }
});

it("paging neither skips nor repeats an auction while others come and go", async () => {
  const category = await aCategory();
  const now = Date.now();
  const rows = await insertAuctions(category, 9, (index) => ({ createdAt: now - 1_000 * index }));
  const ids = await fetchAllIds({ category, limit: 2 }, async (page) => {
    await insertAuction({ categoryId: category, createdAt: now + page });
    const seen = rows[page - 1];
    if (seen) await insertAuction({ ...seen, phase: "removed", seq: 2 });
  });
  expect(ids).toEqual(idsIn(rows));
});

it("paging accepts only cursors from the same list", async () => {
  const category = await aCategory();
  await insertAuctions(category, 2, () => ({}));
  const { nextCursor } = await fetchAuctions({ category, limit: 1 });
  const path = "/auction/fetchAllAuctions?cursor=";
  for (const cursor of ["x", "%00", btoa("[]"), btoa('["newest","1","x"]'), `${nextCursor}&sort=ending`]) {
    const { fields } = await expectRefusal("invalid_input", 400, path + cursor);
    expect(fields).toHaveProperty("cursor");
  }
});

it("a search finds titles that contain the text, ignoring case", async () => {
  const category = await aCategory();
  const titles = [
    "Öl auf Leinwand",
    'A 12" vinyl, AND/OR "rare"',
    "100% wool_coat",
    "Ölgemälde, 2 Stück",
    "O'Brien's *clock*",
  ];
  const rows = await insertAuctions(category, titles.length, (index) => ({ title: titles[index] ?? "" }));
  const find = async (search: string) => {
    const foundIds = new Set(await fetchIds({ category, search }));
    return titles.filter((_, index) => foundIds.has(rows[index]?.id ?? ""));
  };
  expect(await find("LEINWAND")).toEqual([titles[0]]);
  // Two letters can appear anywhere, even in "wool", and accents don't matter.
  expect(await find("öl")).toEqual([titles[0], titles[2], titles[3]]);
  expect(await find("ÖLGEMÄLDE")).toEqual([titles[3]]);
  expect(await find('12" VINYL')).toEqual([titles[1]]);
  expect(await find('"rare"')).toEqual([titles[1]]);
  expect(await find("and/or")).toEqual([titles[1]]);
  expect(await find("% wool_")).toEqual([titles[2]]);
  expect(await find("%")).toEqual([titles[2]]);
  expect(await find("'s *c")).toEqual([titles[4]]);
  expect(await find("*")).toEqual([titles[4]]);
  expect(await find("title:clock")).toEqual([]);
  expect(await find("  ")).toHaveLength(titles.length);
});

it("a search finds words in any order, ignoring accents and plurals", async () => {
  const category = await aCategory();
  const titles = [
    "Slim dress watch in 18 ct gold",
    "Café racer, 1972",
    "Silk kimono with yūzen dyeing",
    "Diver's watch",
    "Two dictionaries of Lạc Việt",
    "Antique glass boxes",
  ];
  const rows = await insertAuctions(category, titles.length, (index) => ({ title: titles[index] ?? "" }));
  const find = async (search: string) => {
    const foundIds = new Set(await fetchIds({ category, search }));
    return titles.filter((_, index) => foundIds.has(rows[index]?.id ?? ""));
  };
  const [gold, cafe, kimono, diver, dictionaries, boxes] = titles;
  expect(await find("gold watch")).toEqual([gold]);
  expect(await find("gold 18 ct")).toEqual([gold]);
  expect(await find("gold 9 ct")).toEqual([]);
  expect(await find("watches")).toEqual([gold, diver]);
  expect(await find("cafe racers")).toEqual([cafe]);
  expect(await find("CAFÉ")).toEqual([cafe]);
  expect(await find("YUZEN")).toEqual([kimono]);
  expect(await find("diver’s")).toEqual([diver]);
  expect(await find("divers watch")).toEqual([diver]);
  expect(await find("dictionary of")).toEqual([]);
  expect(await find("dictionaries viet")).toEqual([dictionaries]);
  expect(await find("glasses box")).toEqual([boxes]);
  expect(await find("tique gla")).toEqual([boxes]);
  expect(await find("watch NOT gold")).toEqual([]);
});

it("a search lists matching titles first, then descriptions, across all pages", async () => {
  const category = await aCategory();
  const now = Date.now();
  const rows = await insertAuctions(category, 9, (index) => ({
    title: index % 3 === 0 ? "A brass sextant" : "A brass instrument",
    description: index % 3 === 1 ? "Sextants of this kind were made in London." : "Nothing more is known.",
    priceMinor: 10_000 - 100 * index,
    endsAt: now + DAY_MS - index,
    createdAt: now + index,
  }));
  const titleMatches = idsIn(rows.filter((_, index) => index % 3 === 0));
  const descriptionMatches = idsIn(rows.filter((_, index) => index % 3 === 1));
  for (const sort of ["price_asc", "ending", "newest"]) {
    const expected = [...titleMatches.toReversed(), ...descriptionMatches.toReversed()];
    expect(await fetchAllIds({ category, sort, limit: 2, search: "sextant brass" })).toEqual(expected);
  }
});

it("a search finds an edited title and description, but not the former ones", async () => {
  const category = await aCategory();
  const row = await insertAuction({ categoryId: category, title: "Before the edit", description: "A former text" });
  await insertAuction({ ...row, title: "After the change", description: "One with corrections", seq: 2 });
  for (const search of ["before", "former"]) expect(await fetchIds({ category, search })).toEqual([]);
  for (const search of ["CHANGE", "correction"]) expect(await fetchIds({ category, search })).toEqual([row.id]);
});

it("a search filters by the current price", async () => {
  const category = await aCategory();
  const rows = await insertAuctions(category, 4, (index) => ({ priceMinor: 10_000 + 50 * index }));
  const idsInPriceRange = await fetchIds({ category, minPrice: 100.5, maxPrice: "101", sort: "price_asc" });
  expect(idsInPriceRange).toEqual(idsIn(rows.slice(1, 3)));
});

it("a list's first page has the total of all pages with any filter and search", async () => {
  const category = await aCategory();
  const now = Date.now();
  const sellerId = (await someoneSignedIn()).id;
  await insertAuctions(category, 5, (index) => ({ title: `A brass clock ${index}`, priceMinor: 10_000 + 100 * index }));
  await insertAuctions(category, 2, () => ({ endsAt: now + 60_000, sellerId, description: "From a brass founder" }));
  await insertAuctions(category, 3, () => ({ startsAt: now + DAY_MS / 2 }));
  await insertAuctions(category, 2, () => ({ endsAt: now - 1, leaderId: newId() }));
  const winnerId = newId();
  const closedChange = { phase: "closed", endsAt: now - 1, closedAt: now } as const;
  await insertAuctions(category, 1, () => ({ ...closedChange, leaderId: winnerId, winnerId }));
  await insertAuctions(category, 4, () => closedChange);
  await insertAuctions(category, 1, () => ({ phase: "removed" }));
  const total = async (query: object) => (await fetchAuctions({ category, limit: 1, ...query })).total;
  expect(await total({})).toBe(7);
  expect(await total({ sort: "most_bids" })).toBe(7);
  expect(await total({ status: "all" })).toBe(17);
  expect(await total({ status: "Upcoming" })).toBe(3);
  expect(await total({ status: "Sold" })).toBe(3);
  expect(await total({ status: "Expired" })).toBe(4);
  expect(await total({ status: "Expired", sort: "most_bids" })).toBe(4);
  expect(await total({ endsWithin: "hour" })).toBe(2);
  expect(await total({ seller: sellerId })).toBe(2);
  expect(await total({ minPrice: 101, maxPrice: 103 })).toBe(3);
  expect(await total({ search: "brass" })).toBe(7);
  expect(await total({ search: "clock brass" })).toBe(5);
  expect(await total({ search: "clock brass", minPrice: 103 })).toBe(2);
  expect(await total({ search: "br" })).toBe(5);
  expect(await total({ search: "1" })).toBe(1);
  expect(await total({ search: "nothing like it" })).toBe(0);
  expect(await total({ endsWithin: "hour", status: "Sold" })).toBe(0);
  const { nextCursor } = await fetchAuctions({ category, limit: 2 });
  expect(await fetchAuctions({ category, limit: 2, cursor: nextCursor ?? "" })).not.toHaveProperty("total");
});

it.each([
  ["status=Ended", "status", "status must be one of Live, Upcoming, Sold, Expired, all"],
  ["status=live", "status", "status must be one of Live, Upcoming, Sold, Expired, all"],
  ["status=Live&status=Sold", "status", "status must be one of Live, Upcoming, Sold, Expired, all"],
  ["sort=x", "sort", "sort must be one of newest, ending, ended, price_asc, price_desc, most_bids"],
  ["endsWithin=week", "endsWithin", "endsWithin must be one of hour, day"],
  ["minPrice=1.234", "minPrice", "minPrice must be one amount such as 1234.50"],
  ["minPrice=1.234,50", "minPrice", "minPrice must be one amount such as 1234.50"],
  ["maxPrice=", "maxPrice", "maxPrice must be one amount such as 1234.50"],
  ["maxPrice=1&maxPrice=2", "maxPrice", "maxPrice must be one amount such as 1234.50"],
  ["minPrice=500&maxPrice=100", "minPrice", "minPrice must not be above maxPrice"],
  ["category=../etc", "category", "This ID has the wrong format"],
  ["category=a&category=b", "category", "category must be a single ID"],
  ["seller=a&seller=b", "seller", "seller must be a single ID"],
  ["search=a&search=b", "search", "search must be a single string"],
  ["limit=many", "limit", "limit must be a whole number from 1 to 100"],
  ["limit=0", "limit", "limit must be a whole number from 1 to 100"],
  ["limit=1.5", "limit", "limit must be a whole number from 1 to 100"],
  ["limit=101", "limit", "limit must be a whole number from 1 to 100"],
  ["cursor=a&cursor=b", "cursor", "cursor must be a nextCursor from this list"],
])("a list rejects the parameter %s and says what is allowed", async (query, name, problem) => {
  const { message, fields } = await expectRefusal("invalid_input", 400, `/auction/fetchAllAuctions?${query}`);
  expect({ message, fields }).toEqual({ message: problem, fields: { [name]: [problem] } });
});

it("a list ignores unknown parameters", async () => {
  const category = await aCategory();
  const { id } = await insertAuction({ categoryId: category });
  const path = `/auction/fetchAllAuctions?category=${category}&utm_source=x&Status=Ended&page=2`;
  expect((await requestJson(auctionsResponse, path)).auctions.map(({ _id }) => _id)).toEqual([id]);
});
