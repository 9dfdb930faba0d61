import { expect, it } from "vitest";

import type { Auction } from "./auction.ts";
import { softCloseWindowMs } from "./closing.ts";
import type { Terms } from "./facts.ts";
import {
  anAuction,
  DAY_MS,
  edit,
  factsOf,
  HOUR_MS,
  factTypesOf,
  MINUTE_MS,
  auctionAfterCommand,
  place,
  refusalOf,
  SECOND_MS,
  T0,
  withBids,
  withdraw,
} from "./testing/auctions.ts";

const END = T0 + DAY_MS;
const WINDOW_MS = 2 * MINUTE_MS;
/** Places a bid high enough above the last one to be valid. */
const bid = (auction: Auction, now: number) => {
  const step = auction.bidCount + 1;
  return auctionAfterCommand(auction, place(step % 2 ? "ann" : "bob", 100_00 + step * 100_00), now);
};

/** Bids in the last millisecond, again and again: the slowest possible series of extensions. */
function afterLastMomentBids(bidCount: number, terms: Partial<Terms> = {}): Auction {
  let auction = anAuction(terms);
  for (let count = 0; count < bidCount; count++) auction = bid(auction, auction.endsAt - 1);
  return auction;
}

it.each([
  ["a day", DAY_MS, 2 * MINUTE_MS, 2 * MINUTE_MS],
  ["exactly ten times the setting", 20 * MINUTE_MS, 2 * MINUTE_MS, 2 * MINUTE_MS],
  ["just under ten times the setting", 20 * MINUTE_MS - 10, 2 * MINUTE_MS, 2 * MINUTE_MS - 1],
  ["five minutes", 5 * MINUTE_MS, 2 * MINUTE_MS, 30 * SECOND_MS],
  ["one minute", MINUTE_MS, 2 * MINUTE_MS, 6 * SECOND_MS],
  ["a day without a soft close", DAY_MS, 0, 0],
])("the soft-close window is at most 10% of the duration: %s", (_title, durationMs, softCloseMs, expected) => {
  expect(softCloseWindowMs(anAuction({ endsAt: T0 + durationMs, softCloseMs }))).toBe(expected);
});

it.each([
  ["exactly the window left", WINDOW_MS, false],
  ["a millisecond less left", WINDOW_MS - 1, true],
  ["a millisecond left", 1, true],
])("a bid extends the auction only inside the soft-close window: with %s", (_title, leftMs, isMoved) => {
  const now = END - leftMs;
  const after = bid(anAuction(), now);
  expect([after.endsAt, after.extensions, after.scheduledEndsAt]).toEqual([
    isMoved ? now + WINDOW_MS : END,
    isMoved ? 1 : 0,
    END,
  ]);
});

it("an extension is a separate event right after the bid or its edit", () => {
  const now = END - MINUTE_MS;
  const extended = { type: "extended", endsAt: now + WINDOW_MS, extensions: 1 };
  expect(factsOf(anAuction(), place("ann", 100_00), now)).toMatchObject([{ type: "newBid" }, extended]);
  const raise = edit("ann-10000", { amountMinor: 200_00 });
  expect(factsOf(withBids([["ann", 100_00]]), raise, now)).toMatchObject([{ type: "bidEdited" }, extended]);
});

it("a withdrawal doesn't extend an auction unless its terms provide for it", () => {
  // A withdrawal inside the window is possible only without a freeze.
  const auction = auctionAfterCommand(anAuction({ freezeMs: 0 }), place("ann", 100_00, "ann-1"), END - HOUR_MS);
  expect(factTypesOf(auction, withdraw("ann-1"), END - 1)).toEqual(["bidWithdrawn"]);
});

it("a bid doesn't extend an auction without a soft close", () => {
  expect(bid(anAuction({ softCloseMs: 0 }), END - 1).endsAt).toBe(END);
});

it("a bid in the same millisecond as an extension doesn't extend the auction again", () => {
  const extendedOnce = bid(anAuction(), END - 1);
  const extendedTwice = bid(extendedOnce, END - 1);
  expect([extendedTwice.endsAt, extendedTwice.extensions]).toEqual([extendedOnce.endsAt, 1]);
});

it("an auction is never extended past its scheduled end plus ten soft-close windows", () => {
  const latest = END + 10 * WINDOW_MS;
  // Each bid extends the auction by the window minus one millisecond, so ten of them stop ten milliseconds short.
  expect([afterLastMomentBids(10).endsAt, afterLastMomentBids(10).extensions]).toEqual([latest - 10, 10]);
  expect([afterLastMomentBids(11).endsAt, afterLastMomentBids(11).extensions]).toEqual([latest, 11]);
  const after = afterLastMomentBids(12);
  expect([after.endsAt, after.extensions, after.bidCount]).toEqual([latest, 11, 12]);
  expect(factTypesOf(after, place("cem", 9_000_00), latest - 1)).toEqual(["newBid"]);
  expect(refusalOf(after, place("cem", 9_000_00), latest)).toEqual({ code: "auction_ended", endedAt: latest });
});

const WINDOW_COUNT = 5;
/** Ann leads with a low bid. Within the last hour Bob bids so high that everyone gives up. */
const aShieldedAuction = (terms: Partial<Terms> = {}) => {
  const auction = auctionAfterCommand(
    anAuction({ windowsAfterWithdrawal: WINDOW_COUNT, ...terms }),
    place("ann", 100_00),
    T0,
  );
  return auctionAfterCommand(auction, place("bob", 99_000_00, "bob-1"), END - HOUR_MS + MINUTE_MS);
};

it("T18: withdrawing a lead leaves five soft-close windows for others to bid", () => {
  const now = END - WINDOW_MS;
  expect(factsOf(aShieldedAuction(), withdraw("bob-1"), now)).toMatchObject([
    { type: "bidWithdrawn", newLeaderId: "ann" },
    { type: "extended", endsAt: now + WINDOW_COUNT * WINDOW_MS, extensions: 1 },
  ]);
});

it.each([
  ["with exactly five windows left", aShieldedAuction(), END - WINDOW_COUNT * WINDOW_MS],
  [
    "of a bid below the lead",
    auctionAfterCommand(aShieldedAuction(), place("ann", 99_500_00), END - HOUR_MS + MINUTE_MS),
    END - WINDOW_MS,
  ],
  ["without soft close", aShieldedAuction({ softCloseMs: 0 }), END - WINDOW_MS],
])("a withdrawal %s doesn't extend the auction", (_title, auction, now) => {
  expect(factTypesOf(auction, withdraw("bob-1"), now)).toEqual(["bidWithdrawn"]);
});

it("T18: a lead can't be withdrawn if the auction can't be extended far enough", () => {
  const latest = END + 10 * WINDOW_MS;
  const last = latest - WINDOW_COUNT * WINDOW_MS;
  let auction = afterLastMomentBids(5, { windowsAfterWithdrawal: WINDOW_COUNT, freezeMs: 0 });
  auction = auctionAfterCommand(auction, place("cem", 50_000_00, "cem-1"), last - 10);
  auction = auctionAfterCommand(auction, place("bob", 99_000_00, "bob-1"), last - 10);
  expect(factsOf(auction, withdraw("bob-1"), last)).toMatchObject([{}, { type: "extended", endsAt: latest }]);
  expect(refusalOf(auction, withdraw("bob-1"), last + 1)).toEqual({ code: "withdrawal_too_late" });
  expect(factTypesOf(auction, withdraw("cem-1"), last + 1)).toEqual(["bidWithdrawn"]);
});
