// @ts-nocheck
import { expect, it } from "vitest";

import { bid } from "../../testing/auctions.ts";
import { topBidders } from "./top-bidders.ts";

it("names each person once, the highest first, at most three", () => {
  const bids = [
    bid("5", 150, "bob"),
    bid("4", 140, "ann"),
    bid("3", 130, "bob"),
    bid("2", 120, "cleo"),
    bid("1", 110, "dan"),
  ];
  expect(topBidders(bids).map(({ _id }) => _id)).toEqual(["bob", "ann", "cleo"]);
});
