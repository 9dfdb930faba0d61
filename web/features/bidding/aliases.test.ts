import { expect, it } from "vitest";

import { bid, person, view } from "../../testing/auctions.ts";
import { countAliases, withNames } from "./aliases.ts";

const bids = [bid("b3", 120, "bidder-2"), bid("b2", 110, "ann"), bid("b1", 100, "bidder-1")];

it("counts each number once, the winner's too", () => {
  expect(countAliases(view(bids))).toBe(2);
  expect(countAliases(view([bid("b1", 100, "bidder-1"), bid("b2", 90, "bidder-1")]))).toBe(1);
  expect(countAliases(view([bid("b1", 100)], 1, { winner: person("bidder-9") }))).toBe(1);
  expect(countAliases(view([bid("b1", 100)]))).toBe(0);
});

it("puts names where they are known, and leaves everything else as it is", () => {
  const shown = view(bids, 3, { winner: person("bidder-2") });
  const named = withNames(shown, [{ alias: "bidder-2", person: person("bea") }]);
  expect(named.bids.map(({ bidder }) => bidder._id)).toEqual(["bea", "ann", "bidder-1"]);
  expect(named.auction.winner).toEqual(person("bea"));
  expect(withNames(shown, [])).toBe(shown);
});
