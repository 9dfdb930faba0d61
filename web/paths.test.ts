import { expect, it } from "vitest";

import { paths } from "./paths.ts";

it("the address of a page about one thing has its id, encoded", () => {
  expect(paths.auction("one")).toBe("/auction/one");
  expect(paths.editAuction("a/$&")).toBe("/dashboard/edit-auction/a%2F%24%26");
  expect(paths.myBids).toBe("/dashboard/my-bids");
});
