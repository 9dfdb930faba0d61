import { expect, it } from "vitest";

import { type BiddingPattern, findShillSigns } from "./shill-signs.ts";

const PLAIN_PATTERN: BiddingPattern = {
  bidsOnSeller: 4,
  bids: 20,
  withdrawn: 0,
  sameDevice: false,
  sameNetwork: false,
};

it.each<[string, Partial<BiddingPattern>, string[]]>([
  ["nothing unusual", {}, []],
  ["the seller's device", { sameDevice: true, sameNetwork: true }, ["same_device"]],
  ["the seller's network", { sameNetwork: true }, ["same_network"]],
  ["the seller's network without a bid", { sameNetwork: true, bidsOnSeller: 0, bids: 0 }, []],
  ["four bids, all on one seller", { bidsOnSeller: 4, bids: 4 }, []],
  ["five bids, all on one seller", { bidsOnSeller: 5, bids: 5 }, ["one_seller"]],
  ["six of ten on one seller", { bidsOnSeller: 6, bids: 10 }, []],
  ["seven of eleven on one seller", { bidsOnSeller: 7, bids: 11 }, ["one_seller"]],
  ["two withdrawals", { withdrawn: 2, bids: 4 }, []],
  ["three withdrawals of twelve bids", { withdrawn: 3, bids: 12 }, ["withdrawals"]],
  ["three withdrawals of thirteen bids", { withdrawn: 3, bids: 13 }, []],
  [
    "all signs together",
    { bidsOnSeller: 8, bids: 8, withdrawn: 4, sameDevice: true, sameNetwork: true },
    ["same_device", "one_seller", "withdrawals"],
  ],
])("shill signs appear only for unusual bidding: %s", (_, dealings, signs) => {
  expect(findShillSigns({ ...PLAIN_PATTERN, ...dealings })).toEqual(signs);
});
