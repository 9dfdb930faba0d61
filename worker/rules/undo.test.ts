import { describe, expect, it } from "vitest";

import { type Auction, leaderOf, priceOf } from "./auction.ts";
import { lastWindowMs } from "./closing.ts";
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
  placeUpTo,
  refusalOf,
  SECOND_MS,
  T0,
  verdictOf,
} from "./testing/auctions.ts";
import { UNDO_MS, undoableUntil } from "./withdrawal-times.ts";

const undo = (bidId: string, bidderId: string): Command => ({
  type: "withdrawBid",
  bidId,
  bidderId,
  reason: "mistake",
});
const withdraw = (bidId: string, bidderId: string): Command => ({ type: "withdrawBid", bidId, bidderId });
const END = T0 + DAY_MS;
const WINDOW = 2 * MINUTE_MS;

/** Bob leads with a low bid, and Ann slips at `at`. */
function slipped(at: number, terms: Partial<Terms> = {}): Auction {
  const auction = obey(anAuction(terms), place("bob", 100_00, "low"), T0);
  return obey(auction, place("ann", 250_000_00, "slip"), at);
}

describe("undoing a bid", () => {
  it("is a withdrawal with its reason, and gives lead and price back", () => {
    const auction = slipped(T0 + HOUR_MS);
    const now = T0 + HOUR_MS + SECOND_MS;
    const fact = { type: "bidWithdrawn", bidId: "slip", bidderId: "ann", amountMinor: 250_000_00, newLeaderId: "bob" };
    expect(factsOf(auction, undo("slip", "ann"), now)).toEqual([{ ...fact, reason: "mistake" }]);
    const after = obey(auction, undo("slip", "ann"), now);
    expect([priceOf(after), leaderOf(after)?.bidderId, after.bidCount]).toEqual([100_00, "bob", 1]);
    expect(refusalOf(after, undo("slip", "ann"), now)).toEqual({ code: "bid_not_found" });
  });

  it("leaves an ordinary withdrawal without a reason in its fact", () => {
    const [fact] = factsOf(slipped(T0 + HOUR_MS), withdraw("slip", "ann"), T0 + HOUR_MS);
    expect(Object.keys(fact ?? {})).not.toContain("reason");
  });

  it("is for its bidder alone", () => {
    expect(refusalOf(slipped(T0 + HOUR_MS), undo("slip", "bob"), T0 + HOUR_MS)).toEqual({ code: "not_your_bid" });
  });

  it("is refused after another's bid, and possible again once that one is undone in time", () => {
    const at = T0 + HOUR_MS;
    const passed = obey(slipped(at), place("cem", 250_100_00, "higher"), at + SECOND_MS);
    expect(refusalOf(passed, undo("slip", "ann"), at + 2 * SECOND_MS)).toEqual({ code: "undo_higher_bid" });
    const back = obey(passed, undo("higher", "cem"), at + 3 * SECOND_MS);
    expect(verdictOf(back, undo("slip", "ann"), at + 4 * SECOND_MS)).toBe("accepted");
  });

  it("is refused after another's bid against which the rules have raised it, and possible again without that bid", () => {
    const at = T0 + HOUR_MS;
    const first = obey(anAuction(), placeUpTo("ann", 900_00, undefined, "slip"), at);
    const raised = obey(first, place("bob", 300_00, "later"), at + SECOND_MS);
    expect(leaderOf(raised)).toMatchObject({ id: "slip", auto: true });
    expect(refusalOf(raised, undo("slip", "ann"), at + 2 * SECOND_MS)).toEqual({ code: "undo_higher_bid" });
    const removal = { type: "voidBid", bidId: "later", by: "admin", reason: "Nobody's", salt: "salt" } as const;
    const back = obey(raised, removal, at + 3 * SECOND_MS);
    expect(verdictOf(back, undo("slip", "ann"), at + 4 * SECOND_MS)).toBe("accepted");
  });

  it("is refused for a lower bid of one's own: the later one comes first", () => {
    const at = T0 + HOUR_MS;
    const twice = obey(slipped(at), place("ann", 260_000_00, "again"), at);
    expect(refusalOf(twice, undo("slip", "ann"), at)).toEqual({ code: "undo_higher_bid" });
  });

  it("counts its minute from the placing, not from a raise", () => {
    const at = T0 + HOUR_MS;
    const edit: Command = { type: "editBid", bidId: "slip", bidderId: "ann", amountMinor: 300_000_00 };
    const edited = obey(slipped(at), edit, at + UNDO_MS - 1);
    expect(verdictOf(edited, undo("slip", "ann"), at + UNDO_MS)).toBe("accepted");
    expect(refusalOf(edited, undo("slip", "ann"), at + UNDO_MS + 1).code).toBe("undo_too_late");
  });
});

describe("when a bid may be undone: a bid that leads, within a minute, and not within the last window", () => {
  const late = (latestAt: number) => ({ code: "undo_too_late", latestAt });
  const near = (latestAt: number) => ({ code: "undo_near_end", latestAt });
  const SHORT = { endsAt: T0 + 5 * MINUTE_MS };
  const OFF = { softCloseMs: 0 };
  it.each<[string, Partial<Terms>, number, number, unknown]>([
    // terms, placed at, undone at
    ["at once", {}, T0 + HOUR_MS, T0 + HOUR_MS, "accepted"],
    ["after exactly a minute", {}, T0 + HOUR_MS, T0 + HOUR_MS + UNDO_MS, "accepted"],
    ["a moment later", {}, T0 + HOUR_MS, T0 + HOUR_MS + UNDO_MS + 1, late(T0 + HOUR_MS + UNDO_MS)],
    ["with exactly the window left", {}, END - WINDOW - SECOND_MS, END - WINDOW, "accepted"],
    ["within the window", {}, END - WINDOW - SECOND_MS, END - WINDOW + 1, near(END - WINDOW)],
    ["of a short auction, whose window is a tenth", SHORT, T0 + 4 * MINUTE_MS, T0 + 4.5 * MINUTE_MS, "accepted"],
    ["within that window", SHORT, T0 + 4 * MINUTE_MS, T0 + 4.5 * MINUTE_MS + 1, near(T0 + 4.5 * MINUTE_MS)],
    ["without soft close, before the freeze", OFF, END - WINDOW - SECOND_MS, END - WINDOW, "accepted"],
    ["without soft close, in the freeze", OFF, END - WINDOW - SECOND_MS, END - WINDOW + 1, near(END - WINDOW)],
    ["with neither, to the last moment", { ...OFF, freezeMs: 0 }, END - 2, END - 1, "accepted"],
    ["at the end", { ...OFF, freezeMs: 0 }, END - 2, END, { code: "auction_ended", endedAt: END }],
  ])("%s", (_when, terms, placedAt, now, verdict) => {
    const auction = slipped(placedAt, terms);
    expect(verdictOf(auction, undo("slip", "ann"), now)).toEqual(verdict);
    // What the browser counts down to.
    const until = undoableUntil(placedAt, auction.endsAt, lastWindowMs(auction));
    expect(now <= until && now < auction.endsAt).toBe(verdict === "accepted");
  });

  it("also where an ordinary withdrawal is too late", () => {
    const auction = slipped(T0 + 3 * MINUTE_MS, SHORT);
    const now = T0 + 3 * MINUTE_MS + 30 * SECOND_MS;
    expect(refusalOf(auction, withdraw("slip", "ann"), now)).toEqual({ code: "withdrawal_too_late" });
    expect(verdictOf(auction, undo("slip", "ann"), now)).toBe("accepted");
  });
});

describe("T18: a bid that was undone leaves time to return, as a withdrawn one does", () => {
  const terms = { windowsAfterWithdrawal: 5 };

  it("five windows are left", () => {
    const now = END - 3 * WINDOW;
    expect(factsOf(slipped(now - SECOND_MS, terms), undo("slip", "ann"), now)).toMatchObject([
      { type: "bidWithdrawn", newLeaderId: "bob" },
      { type: "extended", endsAt: now + 5 * WINDOW },
    ]);
  });

  it("where the end cannot move so far it moves as far as it can, and where it cannot move at all it stays", () => {
    const latest = END + 10 * WINDOW;
    // Bids in the last moment of the auction again and again.
    let auction = obey(anAuction(terms), place("bob", 100_00), END - 1);
    for (let step = 2; auction.endsAt <= latest - 4 * WINDOW; step += 1) {
      auction = obey(auction, place(step % 2 ? "bob" : "cem", step * 100_00), auction.endsAt - 1);
    }
    // With exactly the window left it can still be undone.
    const now = auction.endsAt - WINDOW;
    auction = obey(auction, place("ann", 250_000_00, "slip"), now);
    expect(refusalOf(auction, withdraw("slip", "ann"), now)).toEqual({ code: "withdrawal_too_late" });
    const [, extended] = factsOf(auction, undo("slip", "ann"), now);
    expect(extended).toEqual({ type: "extended", endsAt: latest, extensions: auction.extensions + 1 });
    const after = obey(obey(auction, undo("slip", "ann"), now), place("ann", 260_000_00, "again"), latest - WINDOW);
    expect(factsOf(after, undo("again", "ann"), latest - WINDOW).map(({ type }) => type)).toEqual(["bidWithdrawn"]);
  });
});
