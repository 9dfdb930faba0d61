import { expect, it } from "vitest";

import { paths } from "./paths.ts";

it("the URL of a page about one thing contains its encoded ID", () => {
  expect(paths.auction("one")).toBe("/auction/one");
  expect(paths.editAuction("a/$&")).toBe("/dashboard/edit-auction/a%2F%24%26");
  expect(paths.myBids).toBe("/dashboard/my-bids");
});
