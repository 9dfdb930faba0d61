import { expect, it } from "vitest";

import { isLive, isOver, keptUntil, nextWakeAt, statusAt } from "./closing.ts";
import {
  auctionAfter,
  anAuction,
  CLOSE,
  DAY_MS,
  deleteListing,
  factsOf,
  MINUTE_MS,
  auctionAfterCommand,
  place,
  refusalOf,
  T0,
  withBids,
  withdraw,
} from "./testing/auctions.ts";

const END = T0 + DAY_MS;
const unsold = anAuction();
const contested = withBids([
  ["ann", 100_00],
  ["bob", 150_00],
]);
const cancelled = auctionAfterCommand(contested, deleteListing(), T0 + MINUTE_MS);
const removed = auctionAfterCommand(unsold, deleteListing(), T0 + 9);
const sold = auctionAfterCommand(contested, CLOSE, END);
const expired = auctionAfterCommand(unsold, CLOSE, END);

it.each([
  ["without a bid is live when it opens", unsold, T0, "Live"],
  ["without a bid is live a millisecond before the end", unsold, END - 1, "Live"],
  ["without a bid is expired at the end", unsold, END, "Expired"],
  ["with a bid is live a millisecond before the end", contested, END - 1, "Live"],
  ["with a bid is sold at the end", contested, END, "Sold"],
  ["with a bid is sold long after the end", contested, END + DAY_MS, "Sold"],
  ["closed with a bid is sold", sold, END, "Sold"],
  ["closed without a bid is expired", expired, END, "Expired"],
  ["canceled with bids is expired before its end", cancelled, T0 + MINUTE_MS, "Expired"],
  ["canceled with bids is expired after its end", cancelled, END, "Expired"],
  ["that is removed is expired", removed, T0 + 9, "Expired"],
] as const)("an auction %s", (_title, auction, now, status) => {
  expect(statusAt(auction, now)).toBe(status);
  expect(isLive(auction, now)).toBe(status === "Live");
});

it("an auction is over as soon as its end time arrives", () => {
  expect([isOver(unsold, END - 1), isOver(unsold, END)]).toEqual([false, true]);
});

it("closing records the leader, the bid, the price and the journal's last hash", () => {
  expect(factsOf(contested, CLOSE, END)).toEqual([
    { type: "closed", outcome: { winnerId: "bob", bidId: "bob-15000", priceMinor: 150_00 }, lastHash: "0" },
  ]);
  expect(sold).toMatchObject({ phase: "closed", outcome: { winnerId: "bob" } });
  expect(factsOf(unsold, CLOSE, END)).toEqual([{ type: "closed", outcome: null, lastHash: "0" }]);
});

it("closing counts only standing bids", () => {
  const withdrawn = auctionAfter([place("ann", 100_00), place("bob", 150_00), withdraw("bob-15000")]);
  expect(factsOf(withdrawn, CLOSE, END)).toMatchObject([{ outcome: { winnerId: "ann", priceMinor: 100_00 } }]);
});

it.each([
  ["a millisecond too early", contested, END - 1],
  ["a second time", sold, END + 1],
])("checking the end changes nothing %s", (_when, auction, now) => {
  expect(factsOf(auction, CLOSE, now)).toEqual([]);
});

it.each([
  ["after", END + 1],
  ["before", END - 1],
])("a closed auction refuses bids with the clock %s its end", (_when, now) => {
  expect(refusalOf(sold, place("cem", 900_00), now).code).toBe("auction_ended");
});

it.each([
  ["open", unsold, END],
  ["extended", auctionAfterCommand(contested, place("ann", 200_00), END - 1), END - 1 + 2 * MINUTE_MS],
  ["closed", expired, null],
  ["cancelled", cancelled, null],
  ["removed", removed, null],
] as const)("an auction's next check is due at its end if it is still open: %s", (_phase, auction, at) => {
  expect(nextWakeAt(auction)).toBe(at);
});

it("a canceled auction's journal is kept for 90 days, and others forever", () => {
  expect(keptUntil(cancelled)).toBe(T0 + MINUTE_MS + 90 * DAY_MS);
  for (const auction of [unsold, contested, sold]) expect(keptUntil(auction)).toBeNull();
});
