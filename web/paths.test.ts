import { expect, it } from "vitest";

import { isPage, PAGES } from "../worker/contract/pages.ts";
import { paths } from "./paths.ts";

it("the Worker serves exactly the addresses that the pages have", () => {
  const own = Object.entries(paths).map(([name, path]) =>
    typeof path === "string" ? path : decodeURIComponent(path(name === "seller" ? ":sellerId" : ":auctionId")),
  );
  expect(own.toSorted()).toEqual([...PAGES].toSorted());
});

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
])("%s is a page: %s", (path, expected) => {
  expect(isPage(path)).toBe(expected);
});
