import { describe, expect, it } from "vitest";

import { leaderOf, minNextBid, priceOf, standingBids } from "./auction.ts";
import {
  anAuction,
  DAY_MS,
  edit,
  factsOf,
  HOUR_MS,
  MINUTE_MS,
  auctionAfterCommand,
  place,
  refusalOf,
  SECOND_MS,
  T0,
  decisionOf,
  withBids,
  withdraw,
} from "./testing/auctions.ts";
import { withdrawableUntil } from "./withdrawal-times.ts";
import { canWithdraw } from "./withdrawing.ts";

const contested = withBids([
  ["ann", 100_00],
  ["bob", 120_00],
  ["ann", 150_00],
]);
const SOON = T0 + MINUTE_MS;

it("withdrawing the leading bid returns the price and the lead to the next bid", () => {
  expect(factsOf(contested, withdraw("ann-15000"), SOON)).toEqual([
    { type: "bidWithdrawn", bidId: "ann-15000", bidderId: "ann", amountMinor: 150_00, newLeaderId: "bob" },
  ]);
  const after = auctionAfterCommand(contested, withdraw("ann-15000"), SOON);
  expect([leaderOf(after)?.id, priceOf(after), minNextBid(after), after.bidCount]).toEqual([
    "bob-12000",
    120_00,
    121_00,
    2,
  ]);
  expect(refusalOf(after, withdraw("ann-15000"), SOON)).toEqual({ code: "bid_not_found" });
});

it("withdrawing a bid below the lead changes neither price nor leader", () => {
  for (const bidId of ["bob-12000", "ann-10000"]) {
    expect(factsOf(contested, withdraw(bidId), SOON)).toMatchObject([{ newLeaderId: null }]);
  }
  const after = auctionAfterCommand(contested, withdraw("bob-12000"), SOON);
  expect(standingBids(after).map(({ id }) => id)).toEqual(["ann-15000", "ann-10000"]);
});

it("a leader who withdraws still leads with their next bid", () => {
  const auction = withBids([
    ["ann", 100_00],
    ["ann", 150_00],
  ]);
  expect(factsOf(auction, withdraw("ann-15000"), SOON)).toMatchObject([{ newLeaderId: null }]);
});

it("withdrawing the last bid restores the starting price", () => {
  const after = auctionAfterCommand(withBids([["ann", 170_00]]), withdraw("ann-17000"), SOON);
  expect([priceOf(after), minNextBid(after), leaderOf(after), after.bidCount]).toEqual([null, 100_00, null, 0]);
});

it("another person's bid can't be withdrawn", () => {
  expect(refusalOf(contested, withdraw("ann-15000", { bidderId: "bob" }), SOON)).toEqual({ code: "not_your_bid" });
});

describe("T18: the time limits for withdrawals", () => {
  // A day-long auction with a freeze of two minutes.
  const end = T0 + DAY_MS;
  const tooLate = { code: "withdrawal_too_late" };
  const ended = { code: "auction_ended", endedAt: end };
  const FREEZE_MS = 2 * MINUTE_MS;
  it.each<[string, number, number, number, unknown]>([
    // freeze, placed before the end, now before the end
    [
      "can be withdrawn with over 12 hours left, even if it is old",
      FREEZE_MS,
      24 * HOUR_MS,
      12 * HOUR_MS + 1,
      "accepted",
    ],
    ["can't be withdrawn with exactly 12 hours left, if it is old", FREEZE_MS, 24 * HOUR_MS, 12 * HOUR_MS, tooLate],
    ["can be withdrawn later, exactly an hour after it was placed", FREEZE_MS, 3 * HOUR_MS, 2 * HOUR_MS, "accepted"],
    ["can't be withdrawn later, over an hour after it was placed", FREEZE_MS, 3 * HOUR_MS, 2 * HOUR_MS - 1, tooLate],
    ["can be withdrawn later, if it was just placed", FREEZE_MS, HOUR_MS, HOUR_MS - 1, "accepted"],
    ["can be withdrawn with exactly the freeze left", FREEZE_MS, 10 * MINUTE_MS, FREEZE_MS, "accepted"],
    ["can't be withdrawn in the freeze, even if it was just placed", FREEZE_MS, FREEZE_MS, FREEZE_MS - 1, tooLate],
    ["can't be withdrawn in the last millisecond", FREEZE_MS, FREEZE_MS, 1, tooLate],
    ["can be withdrawn in the last millisecond, without a freeze", 0, 2, 1, "accepted"],
    ["can't be withdrawn at the end", FREEZE_MS, HOUR_MS, 0, ended],
    ["can't be withdrawn at the end, without a freeze", 0, 2, 0, ended],
    ["can't be withdrawn after the end", FREEZE_MS, HOUR_MS, -1, ended],
  ])("T18: a bid %s", (_when, freezeMs, placedBeforeMs, nowBeforeMs, decision) => {
    // Without a soft close, so that the bid itself extends nothing.
    const auction = auctionAfterCommand(
      anAuction({ softCloseMs: 0, freezeMs }),
      place("ann", 100_00, "ann-1"),
      end - placedBeforeMs,
    );
    const now = end - nowBeforeMs;
    expect(decisionOf(auction, withdraw("ann-1"), now)).toEqual(decision);
    expect(canWithdraw(auction, end - placedBeforeMs, now)).toBe(decision === "accepted");
  });

  it.each([0, FREEZE_MS])("the browser offers a withdrawal until the rules refuse it (freeze: %d ms)", (freezeMs) => {
    const endsAt = T0 + 3 * DAY_MS;
    const auction = { ...anAuction({ softCloseMs: 0, freezeMs }), endsAt };
    for (const placedBeforeMs of [2 * DAY_MS, 13 * HOUR_MS, 12.5 * HOUR_MS, 2 * HOUR_MS, 30 * MINUTE_MS]) {
      const until = withdrawableUntil(endsAt - placedBeforeMs, endsAt, auction.terms.freezeMs);
      expect(canWithdraw(auction, endsAt - placedBeforeMs, until - 1)).toBe(true);
      expect(canWithdraw(auction, endsAt - placedBeforeMs, until + 1)).toBe(false);
    }
  });

  it("T18: editing a bid doesn't restart the hour in which it can be withdrawn", () => {
    const placedAt = end - 6 * HOUR_MS;
    const placed = auctionAfterCommand(anAuction(), place("ann", 100_00, "ann-1"), placedAt);
    const edited = auctionAfterCommand(placed, edit("ann-1", { amountMinor: 200_00 }), placedAt + HOUR_MS - SECOND_MS);
    expect(decisionOf(edited, withdraw("ann-1"), placedAt + HOUR_MS)).toBe("accepted");
    expect(refusalOf(edited, withdraw("ann-1"), placedAt + HOUR_MS + 1)).toEqual(tooLate);
  });
});
