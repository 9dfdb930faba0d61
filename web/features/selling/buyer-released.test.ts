import { expect, it } from "vitest";

import type { OwnAuction } from "../../../worker/contract/auction.ts";
import { ownAuction } from "../../testing/auctions.ts";
import { isBuyerReleased } from "./buyer-released.ts";

it.each<[string, Partial<OwnAuction>, boolean]>([
  ["after a release", { reserveMet: false }, true],
  ["after a release above the reserve", { reserveMet: false, reservePrice: 200 }, true],
  ["below the reserve", { reserveMet: false, reservePrice: 300 }, false],
  ["without a bid", { bidCount: 0 }, false],
  ["after a sale", { status: "Sold" }, false],
])("the buyer counts as released only after a release: %s", (_what, more, expected) => {
  const ended = ownAuction("vase", { status: "Expired", currentBid: 250, bidCount: 2 });
  expect(isBuyerReleased({ ...ended, ...more })).toBe(expected);
});
