import { describe, expect, it } from "vitest";

import { countAliases } from "../../api/privacy.ts";
import { bid, person, view } from "../../testing/auctions.ts";
import { countBidders, topBidders, withNames } from "./bidders.ts";

const bids = [bid("b3", 120, "bidder-2"), bid("b2", 110, "ann"), bid("b1", 100, "bidder-1")];

it("each anonymous bidder counts once, including an anonymous winner", () => {
  expect(countAliases(view(bids))).toBe(2);
  expect(countAliases(view([bid("b1", 100, "bidder-1"), bid("b2", 90, "bidder-1")]))).toBe(1);
  expect(countAliases(view([bid("b1", 100)], 1, { winner: person("bidder-9") }))).toBe(1);
  expect(countAliases(view([bid("b1", 100)]))).toBe(0);
});

it("real names replace the known aliases and change nothing else", () => {
  const auctionView = view(bids, 3, { winner: person("bidder-2") });
  const withRealNames = withNames(auctionView, [{ alias: "bidder-2", person: person("bea") }]);
  expect(withRealNames.bids.map(({ bidder }) => bidder._id)).toEqual(["bea", "ann", "bidder-1"]);
  expect(withRealNames.auction.winner).toEqual(person("bea"));
  const withdrawal = { bidId: "b4", bidder: person("bidder-2"), reason: "mistake" } as const;
  const withUndone = withNames({ ...auctionView, withdrawal }, [{ alias: "bidder-2", person: person("bea") }]);
  expect(withUndone.withdrawal?.bidder).toEqual(person("bea"));
  expect(withNames(auctionView, [])).toBe(auctionView);
});

it("the top bidders are at most three different people, highest bid first", () => {
  const highestFirst = [
    bid("5", 150, "bob"),
    bid("4", 140, "ann"),
    bid("3", 130, "bob"),
    bid("2", 120, "cleo"),
    bid("1", 110, "dan"),
  ];
  expect(topBidders(highestFirst).map(({ _id }) => _id)).toEqual(["bob", "ann", "cleo"]);
});

describe("counting bidders", () => {
  const severalBids = [bid("d", 130, "ann"), bid("c", 120, "bidder-7"), bid("b", 115, "ann"), bid("a", 110, "bob")];

  it("each bidder counts once, even under an alias", () => {
    expect(countBidders(view(severalBids))).toEqual({ count: 3, isExact: true });
    expect(countBidders(view())).toEqual({ count: 0, isExact: true });
  });

  it("the number of bidders is a lower bound until older bids are loaded", () => {
    expect(countBidders(view(severalBids, 9, { bidCount: 140 }))).toEqual({ count: 3, isExact: false });
  });
});
