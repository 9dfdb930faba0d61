import { expect, it } from "vitest";

import { isPage, type SitePage, PAGES, pageTextAt, pagePatternOf } from "./pages.ts";

it.each([
  ["/", true],
  ["/auctions", true],
  ["/auctions/", true],
  ["/dashboard/edit-auction/1", true],
  ["/dashboard/edit-auction/1/2", false],
  ["/auctionsx", false],
  ["/seller/1", true],
  ["/seller", false],
  ["/assets/index.js", false],
])('isPage("%s") returns %s', (path, expected) => {
  expect(isPage(path)).toBe(expected);
});

it("a URL's page pattern has a parameter in place of its ID", () => {
  expect(["/auction/1", "/auctions/", "/nowhere"].map(pagePatternOf)).toEqual([
    "/auction/:auctionId",
    "/auctions",
    null,
  ]);
});

it("only pages that everyone can see have a description for search engines", () => {
  expect(pageTextAt("/help")).toEqual({ title: "Help", description: expect.stringContaining("bidding") });
  expect([pageTextAt("/forgot-password"), pageTextAt("/nowhere")]).toEqual([null, null]);
  const privatePages = Object.values<SitePage>(PAGES).filter(
    (page) => page.audience === "members" || page.audience === "admins",
  );
  expect(privatePages.filter(({ path }) => pageTextAt(path) !== null)).toEqual([]);
});

it("every page's parent has a menu entry", () => {
  const pages: Readonly<Record<string, SitePage>> = PAGES;
  const parents = Object.values(pages).flatMap(({ parent }) => parent ?? []);
  expect(parents).not.toHaveLength(0);
  expect(parents.filter((name) => pages[name]?.menuLabel === undefined)).toEqual([]);
});
