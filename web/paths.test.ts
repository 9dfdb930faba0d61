import { expect, it } from "vitest";

import { isPage, PAGES } from "../worker/contract/pages.ts";
import { paths } from "./paths.ts";

it("the Worker serves exactly the addresses that the pages have", () => {
  const own = Object.values(paths).map((path) =>
    typeof path === "string" ? path : decodeURIComponent(path(":auctionId")),
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
  ["/assets/index.js", false],
])("%s is a page: %s", (path, expected) => {
  expect(isPage(path)).toBe(expected);
});
