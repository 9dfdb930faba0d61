import { describe, expect, it } from "vitest";

import type { AuctionRow } from "../catalogue/schema.ts";
import { auctionsAnswer, type AuctionsQuery, featuredAnswer, ownAuctionsAnswer } from "../contract/auction.ts";
import { DAY_MS, newId } from "../testing/builders.ts";
import { aCategory, listed } from "../testing/catalogue.ts";
import { ask, refusal, someoneSignedIn } from "../testing/http.ts";

const MINUTE_MS = 60_000;

function fetchAll(query: AuctionsQuery) {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) params.set(name, String(value));
  return ask(auctionsAnswer, `/auction/fetchAllAuctions?${params}`);
}
async function idsOf(query: AuctionsQuery): Promise<string[]> {
  return (await fetchAll(query)).auctions.map((auction) => auction._id);
}
/** Every page of a list, one after the other. */
async function allPages(query: AuctionsQuery, between: (page: number) => Promise<unknown> = async () => {}) {
  const ids: string[] = [];
  let cursor: string | undefined;
  for (let page = 1; ; page += 1) {
    const { auctions, nextCursor } = await fetchAll({ ...query, ...(cursor === undefined ? {} : { cursor }) });
    ids.push(...auctions.map((auction) => auction._id));
    if (nextCursor === null) return ids;
    cursor = nextCursor;
    await between(page);
  }
}
async function several(category: string, count: number, each: (index: number) => Partial<AuctionRow>) {
  const rows: AuctionRow[] = [];
  for (let index = 0; index < count; index += 1) rows.push(await listed({ categoryId: category, ...each(index) }));
  return rows;
}
const idsIn = (rows: readonly AuctionRow[]) => rows.map((row) => row.id);

describe("an auction in a list", () => {
  it("is told whole, in major units and ISO times", async () => {
    const seller = await someoneSignedIn("Sue");
    const name = `Clocks ${newId()}`.slice(0, 40);
    const category = await aCategory(name);
    const key = `auctions/${newId()}/${"a".repeat(64)}`;
    const row = await listed({
      categoryId: category,
      sellerId: seller.id,
      imageKeys: [key],
      startingPriceMinor: 10_050,
      priceMinor: 11_750,
      minNextMinor: 11_850,
      bidCount: 3,
      leaderId: newId(),
    });
    const { auctions, nextCursor } = await fetchAll({ category });
    expect(nextCursor).toBeNull();
    expect(auctions).toEqual([
      {
        _id: row.id,
        title: row.title,
        description: row.description,
        images: { url: `/api/v1/images/${key}` },
        startingPrice: 100.5,
        currentBid: 117.5,
        minNextBid: 118.5,
        currency: "USD",
        bidCount: 3,
        extensions: 0,
        status: "Live",
        category: { _id: category, name },
        seller: { _id: seller.id, firstName: "Sue", lastName: "Doe", image: null },
        createdAt: new Date(row.createdAt).toISOString(),
        auctionEndTime: new Date(row.endsAt).toISOString(),
        scheduledEndTime: new Date(row.scheduledEndsAt).toISOString(),
      },
    ]);
  });

  it("shows a seller who has left as a deleted user", async () => {
    const category = await aCategory();
    await listed({ categoryId: category });
    const [auction] = (await fetchAll({ category })).auctions;
    expect(auction?.seller).toMatchObject({ firstName: "Deleted", lastName: "user", image: null });
  });
});

describe("the status of an auction", () => {
  it("comes from the clock, whether or not its closing has arrived", async () => {
    const category = await aCategory();
    const past = { categoryId: category, endsAt: Date.now() - 1 };
    const live = await listed({ categoryId: category });
    const sold = await listed({ ...past, leaderId: newId() });
    const expired = await listed(past);
    const won = newId();
    const closed = await listed({ ...past, phase: "closed", leaderId: won, winnerId: won, closedAt: Date.now() });
    const closedUnsold = await listed({ ...past, phase: "closed", closedAt: Date.now() });
    expect(await idsOf({ category })).toEqual([live.id]);
    expect((await idsOf({ category, status: "Sold" })).toSorted()).toEqual([sold.id, closed.id].toSorted());
    expect((await idsOf({ category, status: "Expired" })).toSorted()).toEqual([expired.id, closedUnsold.id].toSorted());
    const { auctions } = await fetchAll({ category, status: "all" });
    expect(Object.fromEntries(auctions.map((auction) => [auction._id, auction.status]))).toEqual({
      [live.id]: "Live",
      [sold.id]: "Sold",
      [expired.id]: "Expired",
      [closed.id]: "Sold",
      [closedUnsold.id]: "Expired",
    });
  });

  it("hides what is pending, cancelled or removed", async () => {
    const category = await aCategory();
    for (const phase of ["pending", "cancelled", "removed"] as const) await listed({ categoryId: category, phase });
    expect(await idsOf({ category, status: "all" })).toEqual([]);
  });
});

describe("paging", () => {
  it.each(["newest", "ending", "price_asc", "price_desc", "most_bids"] as const)(
    "by %s shows each auction once, in order, over both phases",
    async (sort) => {
      const category = await aCategory();
      const now = Date.now();
      // Equal values in pairs: the id decides among them.
      const rows = await several(category, 11, (index) => ({
        phase: index % 3 === 0 ? "closed" : "open",
        createdAt: now - Math.floor(index / 2),
        endsAt: now + DAY_MS + Math.floor(index / 2),
        priceMinor: 10_000 + Math.floor(index / 2),
        bidCount: Math.floor(index / 2),
      }));
      const keys = {
        newest: "createdAt",
        ending: "endsAt",
        price_asc: "priceMinor",
        price_desc: "priceMinor",
      } as const;
      const key = sort === "most_bids" ? "bidCount" : keys[sort];
      const sign = sort === "ending" || sort === "price_asc" ? 1 : -1;
      const order = rows.toSorted((a, b) => sign * (a[key] - b[key] || (a.id < b.id ? -1 : 1)));
      expect(await allPages({ category, status: "all", sort, limit: 3 })).toEqual(idsIn(order));
    },
  );

  it("neither skips nor repeats while auctions come and go", async () => {
    const category = await aCategory();
    const now = Date.now();
    const rows = await several(category, 9, (index) => ({ createdAt: now - 1_000 * index }));
    const ids = await allPages({ category, limit: 2 }, async (page) => {
      await listed({ categoryId: category, createdAt: now + page });
      const seen = rows[page - 1];
      if (seen) await listed({ ...seen, phase: "removed", seq: 2 });
    });
    expect(ids).toEqual(idsIn(rows));
  });

  it("takes only cursors of its own list", async () => {
    const category = await aCategory();
    await several(category, 2, () => ({}));
    const { nextCursor } = await fetchAll({ category, limit: 1 });
    const path = "/auction/fetchAllAuctions?cursor=";
    for (const cursor of ["x", "%00", btoa("[]"), btoa('["newest","1","x"]'), `${nextCursor}&sort=ending`]) {
      const { fields } = await refusal("invalid_input", 400, path + cursor);
      expect(fields).toHaveProperty("cursor");
    }
  });

  it("is at most a hundred a page", async () => {
    for (const limit of ["0", "101", "-1", "1.5", "x"]) {
      const { fields } = await refusal("invalid_input", 400, `/auction/fetchAllAuctions?limit=${limit}`);
      expect(fields).toHaveProperty("limit");
    }
  });
});

describe("finding", () => {
  it("by title: contains, whatever the case, and nothing in it is an operator", async () => {
    const category = await aCategory();
    const titles = [
      "Öl auf Leinwand",
      'A 12" vinyl, AND/OR "rare"',
      "100% wool_coat",
      "Ölgemälde, 2 Stück",
      "O'Brien's *clock*",
    ];
    const rows = await several(category, titles.length, (index) => ({ title: titles[index] ?? "" }));
    const find = async (search: string) => {
      const found = new Set(await idsOf({ category, search }));
      return titles.filter((_, index) => found.has(rows[index]?.id ?? ""));
    };
    expect(await find("LEINWAND")).toEqual([titles[0]]);
    expect(await find("öl")).toEqual([titles[0], titles[3]]);
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

  it("by a title that was edited", async () => {
    const category = await aCategory();
    const row = await listed({ categoryId: category, title: "Before the edit" });
    await listed({ ...row, title: "After the change", seq: 2 });
    expect(await idsOf({ category, search: "before" })).toEqual([]);
    expect(await idsOf({ category, search: "CHANGE" })).toEqual([row.id]);
  });

  it("by the price that stands", async () => {
    const category = await aCategory();
    const rows = await several(category, 4, (index) => ({ priceMinor: 10_000 + 50 * index }));
    const between = await idsOf({ category, minPrice: 100.5, maxPrice: "101", sort: "price_asc" });
    expect(between).toEqual(idsIn(rows.slice(1, 3)));
    const { fields } = await refusal("invalid_input", 400, "/auction/fetchAllAuctions?minPrice=1.234");
    expect(fields).toEqual({ minPrice: ["Not an amount"] });
  });
});

describe("a person's own auctions", () => {
  it("are all of theirs and nobody else's, the newest first", async () => {
    const { id: sellerId, cookie } = await someoneSignedIn();
    const older = await listed({ sellerId, phase: "closed", createdAt: Date.now() - 2 * DAY_MS });
    const newer = await listed({ sellerId });
    await listed({ sellerId, phase: "removed" });
    await listed();
    const { auctions } = await ask(ownAuctionsAnswer, "/auction/getAuctions", { cookie });
    expect(auctions.map((auction) => auction._id)).toEqual([newer.id, older.id]);
    await refusal("not_signed_in", 401, "/auction/getAuctions");
  });
});

describe("the featured auctions", () => {
  it("are live ones, with the most bids first, then the soonest end", async () => {
    const endsAt = Date.now() + 10 * MINUTE_MS;
    // More bids than any other test gives.
    const later = await listed({ bidCount: 9_000, endsAt: endsAt + 1 });
    const sooner = await listed({ bidCount: 9_000, endsAt });
    const most = await listed({ bidCount: 9_001 });
    await listed({ bidCount: 9_999, endsAt: Date.now() - 1 });
    const { featured } = await ask(featuredAnswer, "/auction/featured");
    expect(featured.slice(0, 3).map((auction) => auction._id)).toEqual([most.id, sooner.id, later.id]);
    expect(featured.length).toBeLessThanOrEqual(9);
  });
});
