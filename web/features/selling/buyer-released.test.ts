import { expect, it } from "vitest";

import type { OwnAuction } from "../../../worker/contract/auction.ts";
import { ownAuction } from "../../testing/auctions.ts";
import { isBuyerReleased } from "./buyer-released.ts";

it.each<[string, Partial<OwnAuction>, boolean]>([
  ["whose buyer was released", { reserveMet: false }, true],
  ["whose buyer was released, above its reserve", { reserveMet: false, reservePrice: 200 }, true],
  ["below its reserve", { reserveMet: false, reservePrice: 300 }, false],
  ["without a bid", { bidCount: 0 }, false],
  ["that sold", { status: "Sold" }, false],
])("the page recognizes a released buyer, if there is one: an auction %s", (_what, more, expected) => {
  const ended = ownAuction("vase", { status: "Expired", currentBid: 250, bidCount: 2 });
  expect(isBuyerReleased({ ...ended, ...more })).toBe(expected);
});
