import { expect, it } from "vitest";

import { paths } from "./paths.ts";

it("an auction page's URL contains the auction's encoded ID", () => {
  expect(paths.auction("one")).toBe("/auction/one");
  expect(paths.editAuction("a/$&")).toBe("/dashboard/edit-auction/a%2F%24%26");
  expect(paths.myBids).toBe("/dashboard/my-bids");
});
