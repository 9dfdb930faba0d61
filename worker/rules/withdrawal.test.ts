import { describe, expect, it } from "vitest";

import { leaderOf, minNextBid, priceOf, standingBids } from "./auction.ts";
import type { Command } from "./decide.ts";
import {
  anAuction,
  DAY_MS,
  factsOf,
  HOUR_MS,
  MINUTE_MS,
  obey,
  place,
  refusalOf,
  SECOND_MS,
  T0,
  verdictOf,
  withBids,
} from "./testing/auctions.ts";
import { withdrawableUntil } from "./withdrawal-times.ts";
import { mayWithdraw } from "./withdrawing.ts";

const withdraw = (bidId: string, bidderId: string): Command => ({ type: "withdrawBid", bidId, bidderId });
const contested = withBids([
  ["ann", 100_00],
  ["bob", 120_00],
  ["ann", 150_00],
]);
const SOON = T0 + MINUTE_MS;

describe("withdrawing a bid recomputes price and leader from the standing bids", () => {
  it("the leader's withdrawal gives the lead and the price back to the next bid", () => {
    expect(factsOf(contested, withdraw("ann-15000", "ann"), SOON)).toEqual([
      { type: "bidWithdrawn", bidId: "ann-15000", bidderId: "ann", amountMinor: 150_00, newLeaderId: "bob" },
    ]);
    const after = obey(contested, withdraw("ann-15000", "ann"), SOON);
    expect(leaderOf(after)?.id).toBe("bob-12000");
    expect([priceOf(after), minNextBid(after), after.bidCount]).toEqual([120_00, 121_00, 2]);
  });

  it("withdrawing a bid below the lead changes neither price nor leader", () => {
    expect(factsOf(contested, withdraw("bob-12000", "bob"), SOON)).toMatchObject([{ newLeaderId: null }]);
    expect(factsOf(contested, withdraw("ann-10000", "ann"), SOON)).toMatchObject([{ newLeaderId: null }]);
    const after = obey(contested, withdraw("bob-12000", "bob"), SOON);
    expect(standingBids(after).map(({ id }) => id)).toEqual(["ann-15000", "ann-10000"]);
  });

  it("a bidder with the two highest bids still leads with the other, and no new leader is named", () => {
    const auction = withBids([
      ["ann", 100_00],
      ["ann", 150_00],
    ]);
    expect(factsOf(auction, withdraw("ann-15000", "ann"), SOON)).toMatchObject([{ newLeaderId: null }]);
  });

  it("the last bid's withdrawal leaves the starting price", () => {
    const after = obey(withBids([["ann", 170_00]]), withdraw("ann-17000", "ann"), SOON);
    expect([priceOf(after), minNextBid(after), leaderOf(after), after.bidCount]).toEqual([null, 100_00, null, 0]);
  });

  it("a withdrawn bid is gone: it cannot be withdrawn or edited again", () => {
    const after = obey(contested, withdraw("ann-15000", "ann"), SOON);
    expect(refusalOf(after, withdraw("ann-15000", "ann"), SOON)).toEqual({ code: "bid_not_found" });
  });

  it("is for its bidder alone", () => {
    expect(refusalOf(contested, withdraw("ann-15000", "bob"), SOON)).toEqual({ code: "not_your_bid" });
  });
});

describe("T18: when a bid may be withdrawn", () => {
  // A day-long auction with a freeze of two minutes.
  const end = T0 + DAY_MS;
  const tooLate = { code: "withdrawal_too_late" };
  const ended = { code: "auction_ended", endedAt: end };
  it.each([
    ["with more than twelve hours left, however old", 24 * HOUR_MS, 12 * HOUR_MS + 1, "accepted"],
    ["with exactly twelve hours left, an old one", 24 * HOUR_MS, 12 * HOUR_MS, tooLate],
    ["later, exactly one hour after it was placed", 3 * HOUR_MS, 2 * HOUR_MS, "accepted"],
    ["later, a moment more than one hour after it was placed", 3 * HOUR_MS, 2 * HOUR_MS - 1, tooLate],
    ["later, just placed", HOUR_MS, HOUR_MS - 1, "accepted"],
    ["with exactly the freeze left", 10 * MINUTE_MS, 2 * MINUTE_MS, "accepted"],
    ["inside the freeze, although just placed", 2 * MINUTE_MS, 2 * MINUTE_MS - 1, tooLate],
    ["in the last millisecond", 2 * MINUTE_MS, 1, tooLate],
    ["at the end", HOUR_MS, 0, ended],
    ["after the end", HOUR_MS, -1, ended],
  ])("%s: placed %d ms and now %d ms before the end", (_when, placedBeforeMs, nowBeforeMs, verdict) => {
    // Without a soft close, so that the bid itself moves no end.
    const auction = obey(anAuction({ softCloseMs: 0 }), place("ann", 100_00, "b"), end - placedBeforeMs);
    const now = end - nowBeforeMs;
    expect(verdictOf(auction, withdraw("b", "ann"), now)).toEqual(verdict);
    expect(mayWithdraw(auction, end - placedBeforeMs, now)).toBe(verdict === "accepted");
  });

  it.each([0, 2 * MINUTE_MS])("a browser offers it until the rules refuse it, with a freeze of %d ms", (freezeMs) => {
    const endsAt = T0 + 3 * DAY_MS;
    const auction = { ...anAuction({ softCloseMs: 0, freezeMs }), endsAt };
    for (const placedBeforeMs of [2 * DAY_MS, 13 * HOUR_MS, 12.5 * HOUR_MS, 2 * HOUR_MS, 30 * MINUTE_MS]) {
      const until = withdrawableUntil(endsAt - placedBeforeMs, endsAt, auction.terms.freezeMs);
      expect(mayWithdraw(auction, endsAt - placedBeforeMs, until - 1)).toBe(true);
      expect(mayWithdraw(auction, endsAt - placedBeforeMs, until + 1)).toBe(false);
    }
  });

  it("without a freeze it is refused only from the end on", () => {
    const auction = obey(anAuction({ softCloseMs: 0, freezeMs: 0 }), place("ann", 100_00, "b"), end - 2);
    expect(mayWithdraw(auction, end - 2, end - 1)).toBe(true);
    expect(mayWithdraw(auction, end - 2, end)).toBe(false);
  });

  it("T18: editing a bid does not restart its hour", () => {
    const placedAt = end - 6 * HOUR_MS;
    const placed = obey(anAuction(), place("ann", 100_00, "b"), placedAt);
    const editedAt = placedAt + HOUR_MS - SECOND_MS;
    const edited = obey(placed, { type: "editBid", bidId: "b", bidderId: "ann", amountMinor: 200_00 }, editedAt);
    expect(factsOf(edited, withdraw("b", "ann"), placedAt + HOUR_MS)).toHaveLength(1);
    expect(refusalOf(edited, withdraw("b", "ann"), placedAt + HOUR_MS + 1).code).toBe("withdrawal_too_late");
  });
});
