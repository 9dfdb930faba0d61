import { describe, expect, it } from "vitest";

import type { Auction } from "./auction.ts";
import { windowMs } from "./closing.ts";
import type { Command } from "./decide.ts";
import type { Terms } from "./facts.ts";
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
} from "./testing/auctions.ts";

const END = T0 + DAY_MS;
const WINDOW = 2 * MINUTE_MS;
/** Far enough apart to be valid one after the other. */
const bid = (auction: Auction, now: number) => {
  const step = auction.bidCount + 1;
  return obey(auction, place(step % 2 ? "ann" : "bob", 100_00 + step * 100_00), now);
};

/** Bids in the last millisecond again and again: the slowest possible sequence of extensions. */
function fought(bids: number, terms: Partial<Terms> = {}): Auction {
  let auction = anAuction(terms);
  for (let at = 0; at < bids; at++) auction = bid(auction, auction.endsAt - 1);
  return auction;
}

describe("the window is the shorter of the setting and a tenth of the scheduled duration", () => {
  it.each([
    ["a day", DAY_MS, 2 * MINUTE_MS, 2 * MINUTE_MS],
    ["exactly ten settings", 20 * MINUTE_MS, 2 * MINUTE_MS, 2 * MINUTE_MS],
    ["a little less than ten settings", 20 * MINUTE_MS - 10, 2 * MINUTE_MS, 2 * MINUTE_MS - 1],
    ["five minutes", 5 * MINUTE_MS, 2 * MINUTE_MS, 30 * SECOND_MS],
    ["one minute", MINUTE_MS, 2 * MINUTE_MS, 6 * SECOND_MS],
    ["a day without a soft close", DAY_MS, 0, 0],
  ])("%s", (_title, durationMs, softCloseMs, expected) => {
    expect(windowMs(anAuction({ endsAt: T0 + durationMs, softCloseMs }))).toBe(expected);
  });
});

describe("a bid that changes the price with less than the window left moves the end to now plus the window", () => {
  it.each([
    ["exactly the window left", WINDOW, false],
    ["a millisecond less than the window left", WINDOW - 1, true],
    ["a millisecond left", 1, true],
  ])("with %s", (_title, leftMs, extends_) => {
    const now = END - leftMs;
    const after = bid(anAuction(), now);
    expect(after.endsAt).toBe(extends_ ? now + WINDOW : END);
    expect(after.extensions).toBe(extends_ ? 1 : 0);
    expect(after.scheduledEndsAt).toBe(END);
  });

  it("and the extension is a separate fact right after the bid", () => {
    const now = END - MINUTE_MS;
    expect(factsOf(anAuction(), place("ann", 100_00), now)).toMatchObject([
      { type: "newBid" },
      { type: "extended", endsAt: now + WINDOW, extensions: 1 },
    ]);
  });

  it("an edit of a bid extends like a bid", () => {
    const auction = obey(anAuction(), place("ann", 100_00, "b"), T0);
    const now = END - 1;
    const after = obey(auction, { type: "editBid", bidId: "b", bidderId: "ann", amountMinor: 200_00 }, now);
    expect(after.endsAt).toBe(now + WINDOW);
  });

  it("a refused bid does not extend", () => {
    const auction = bid(anAuction(), T0);
    expect(refusalOf(auction, place("bob", 100_00), END - 1).code).toBe("bid_too_low");
    expect(auction.endsAt).toBe(END);
  });

  it("a withdrawal does not extend an auction without that term", () => {
    // Only without a freeze is a withdrawal inside the window possible.
    const auction = obey(anAuction({ freezeMs: 0 }), place("ann", 100_00, "b"), END - HOUR_MS);
    const facts = factsOf(auction, { type: "withdrawBid", bidId: "b", bidderId: "ann" }, END - 1);
    expect(facts.map(({ type }) => type)).toEqual(["bidWithdrawn"]);
  });

  it("without a soft close the end stays", () => {
    expect(bid(anAuction({ softCloseMs: 0 }), END - 1).endsAt).toBe(END);
  });

  it("a bid in the same millisecond as an extension does not extend again", () => {
    const once = bid(anAuction(), END - 1);
    const twice = bid(once, END - 1);
    expect([twice.endsAt, twice.extensions]).toEqual([once.endsAt, 1]);
  });
});

describe("the end never passes the scheduled end plus ten windows", () => {
  const latest = END + 10 * WINDOW;
  it("each extension counts, and the last is cut at the latest end", () => {
    // Each bid moves the end by the window less one millisecond: ten of them stop ten milliseconds short.
    expect([fought(10).endsAt, fought(10).extensions]).toEqual([latest - 10, 10]);
    expect([fought(11).endsAt, fought(11).extensions]).toEqual([latest, 11]);
  });

  it("from then on a bid is accepted but does not move the end", () => {
    const after = fought(12);
    expect([after.endsAt, after.extensions, after.bidCount]).toEqual([latest, 11, 12]);
    expect(factsOf(after, place("cem", 9_000_00), latest - 1).map(({ type }) => type)).toEqual(["newBid"]);
    expect(refusalOf(after, place("cem", 9_000_00), latest)).toEqual({ code: "auction_ended", endedAt: latest });
  });
});

describe("T18: a withdrawn lead leaves five windows, so that people who gave up at its price may return", () => {
  const WINDOWS = 5;
  const withdraw = (bidId: string, bidderId: string): Command => ({ type: "withdrawBid", bidId, bidderId });
  /** Ann leads with a low bid; within the last hour Bob bids so high that everyone gives up. */
  const shielded = (terms: Partial<Terms> = {}) => {
    const auction = obey(anAuction({ windowsAfterWithdrawal: WINDOWS, ...terms }), place("ann", 100_00, "low"), T0);
    return obey(auction, place("bob", 99_000_00, "high"), END - HOUR_MS + MINUTE_MS);
  };

  it("with less left the end moves, by a fact of its own after the withdrawal", () => {
    const now = END - WINDOW;
    expect(factsOf(shielded(), withdraw("high", "bob"), now)).toMatchObject([
      { type: "bidWithdrawn", newLeaderId: "ann" },
      { type: "extended", endsAt: now + WINDOWS * WINDOW, extensions: 1 },
    ]);
  });

  it.each([
    ["with exactly five windows left", shielded(), "high", END - WINDOWS * WINDOW],
    [
      "of a bid that does not lead",
      obey(shielded(), place("ann", 99_500_00), END - HOUR_MS + MINUTE_MS),
      "high",
      END - WINDOW,
    ],
    ["without soft close", shielded({ softCloseMs: 0 }), "high", END - WINDOW],
  ])("a withdrawal %s moves nothing", (_title, auction, bidId, now) => {
    expect(factsOf(auction, withdraw(bidId, "bob"), now).map(({ type }) => type)).toEqual(["bidWithdrawn"]);
  });

  it("where the end can no longer move so far, the lead may not be withdrawn, but other bids may", () => {
    const latest = END + 10 * WINDOW;
    const last = latest - WINDOWS * WINDOW;
    let auction = fought(5, { windowsAfterWithdrawal: WINDOWS, freezeMs: 0 });
    auction = obey(auction, place("cem", 50_000_00, "second"), last - 10);
    auction = obey(auction, place("bob", 99_000_00, "high"), last - 10);
    expect(factsOf(auction, withdraw("high", "bob"), last)).toMatchObject([{}, { type: "extended", endsAt: latest }]);
    expect(refusalOf(auction, withdraw("high", "bob"), last + 1)).toEqual({ code: "withdrawal_too_late" });
    expect(factsOf(auction, withdraw("second", "cem"), last + 1)).toHaveLength(1);
  });
});
