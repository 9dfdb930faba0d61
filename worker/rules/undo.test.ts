import { expect, it } from "vitest";

import { type Auction, leaderOf, priceOf } from "./auction.ts";
import { undoCutoffMs } from "./closing.ts";
import type { Terms } from "./facts.ts";
import {
  anAuction,
  DAY_MS,
  edit,
  factsOf,
  HOUR_MS,
  factTypesOf,
  MINUTE_MS,
  afterCommand,
  place,
  placeUpTo,
  refusalOf,
  remove,
  SECOND_MS,
  T0,
  undo,
  verdictOf,
  withdraw,
} from "./testing/auctions.ts";
import { UNDO_MS, undoableUntil } from "./withdrawal-times.ts";

const END = T0 + DAY_MS;
const WINDOW = 2 * MINUTE_MS;
const AT = T0 + HOUR_MS;
const TYPO = undo("ann-typo");

/** Bob leads with a low bid, and Ann mistypes at `at`. */
function mistyped(at: number, terms: Partial<Terms> = {}): Auction {
  return afterCommand(
    afterCommand(anAuction(terms), place("bob", 100_00), T0),
    place("ann", 250_000_00, "ann-typo"),
    at,
  );
}

it("undoing a bid restores the previous leader and price", () => {
  const auction = mistyped(AT);
  const now = AT + SECOND_MS;
  const fact = { type: "bidWithdrawn", bidId: "ann-typo", bidderId: "ann", amountMinor: 250_000_00 };
  expect(factsOf(auction, TYPO, now)).toEqual([{ ...fact, newLeaderId: "bob", reason: "mistake" }]);
  const after = afterCommand(auction, TYPO, now);
  expect([priceOf(after), leaderOf(after)?.bidderId, after.bidCount]).toEqual([100_00, "bob", 1]);
  expect(refusalOf(after, TYPO, now)).toEqual({ code: "bid_not_found" });
  expect(Object.keys(factsOf(auction, withdraw("ann-typo"), now)[0] ?? {})).not.toContain("reason");
});

it("another person's bid can't be undone", () => {
  expect(refusalOf(mistyped(AT), undo("ann-typo", { bidderId: "bob" }), AT)).toEqual({ code: "not_your_bid" });
});

it("a bid below another person's can't be undone until that one is undone", () => {
  const passed = afterCommand(mistyped(AT), place("cem", 250_100_00, "cem-1"), AT + SECOND_MS);
  expect(refusalOf(passed, TYPO, AT + 2 * SECOND_MS)).toEqual({ code: "undo_higher_bid" });
  const back = afterCommand(passed, undo("cem-1"), AT + 3 * SECOND_MS);
  expect(verdictOf(back, TYPO, AT + 4 * SECOND_MS)).toBe("accepted");
});

it("a bid raised against a later one can't be undone until that one is gone", () => {
  const first = afterCommand(anAuction(), placeUpTo("ann", 900_00, undefined, "ann-typo"), AT);
  const raised = afterCommand(first, place("bob", 300_00, "bob-1"), AT + SECOND_MS);
  expect(leaderOf(raised)).toMatchObject({ id: "ann-typo", auto: true });
  expect(refusalOf(raised, TYPO, AT + 2 * SECOND_MS)).toEqual({ code: "undo_higher_bid" });
  expect(verdictOf(afterCommand(raised, remove("bob-1"), AT + 3 * SECOND_MS), TYPO, AT + 4 * SECOND_MS)).toBe(
    "accepted",
  );
});

it("the lower of two bids by the same person can't be undone", () => {
  const twice = afterCommand(mistyped(AT), place("ann", 260_000_00), AT);
  expect(refusalOf(twice, TYPO, AT)).toEqual({ code: "undo_higher_bid" });
});

it("the minute to undo a bid starts when it is placed, not when it is raised", () => {
  const edited = afterCommand(mistyped(AT), edit("ann-typo", { amountMinor: 300_000_00 }), AT + UNDO_MS - 1);
  expect(verdictOf(edited, TYPO, AT + UNDO_MS)).toBe("accepted");
  expect(refusalOf(edited, TYPO, AT + UNDO_MS + 1).code).toBe("undo_too_late");
});

const late = (latestAt: number) => ({ code: "undo_too_late", latestAt });
const near = (latestAt: number) => ({ code: "undo_near_end", latestAt });
const SHORT = { endsAt: T0 + 5 * MINUTE_MS };
const OFF = { softCloseMs: 0 };
it.each<[string, Partial<Terms>, number, number, unknown]>([
  // terms, placed at, undone at
  ["can be undone right away", {}, AT, AT, "accepted"],
  ["can be undone after exactly a minute", {}, AT, AT + UNDO_MS, "accepted"],
  ["can't be undone after over a minute", {}, AT, AT + UNDO_MS + 1, late(AT + UNDO_MS)],
  ["can be undone with exactly the window left", {}, END - WINDOW - SECOND_MS, END - WINDOW, "accepted"],
  ["can't be undone within the window", {}, END - WINDOW - SECOND_MS, END - WINDOW + 1, near(END - WINDOW)],
  [
    "can be undone with exactly a short auction's window of 10% left",
    SHORT,
    T0 + 4 * MINUTE_MS,
    T0 + 4.5 * MINUTE_MS,
    "accepted",
  ],
  [
    "can't be undone within a short auction's window",
    SHORT,
    T0 + 4 * MINUTE_MS,
    T0 + 4.5 * MINUTE_MS + 1,
    near(T0 + 4.5 * MINUTE_MS),
  ],
  ["can be undone without soft close, before the freeze", OFF, END - WINDOW - SECOND_MS, END - WINDOW, "accepted"],
  [
    "can't be undone without soft close, in the freeze",
    OFF,
    END - WINDOW - SECOND_MS,
    END - WINDOW + 1,
    near(END - WINDOW),
  ],
  [
    "can be undone without soft close or freeze, at the last moment",
    { ...OFF, freezeMs: 0 },
    END - 2,
    END - 1,
    "accepted",
  ],
  ["can't be undone at the end", { ...OFF, freezeMs: 0 }, END - 2, END, { code: "auction_ended", endedAt: END }],
])("a bid %s", (_when, terms, placedAt, now, verdict) => {
  const auction = mistyped(placedAt, terms);
  expect(verdictOf(auction, TYPO, now)).toEqual(verdict);
  // What the browser counts down to.
  const until = undoableUntil(placedAt, auction.endsAt, undoCutoffMs(auction));
  expect(now <= until && now < auction.endsAt).toBe(verdict === "accepted");
});

it("a bid can be undone even when an ordinary withdrawal is too late", () => {
  const auction = mistyped(T0 + 3 * MINUTE_MS, SHORT);
  const now = T0 + 3 * MINUTE_MS + 30 * SECOND_MS;
  expect(refusalOf(auction, withdraw("ann-typo"), now)).toEqual({ code: "withdrawal_too_late" });
  expect(verdictOf(auction, TYPO, now)).toBe("accepted");
});

const FIVE = { windowsAfterWithdrawal: 5 };

it("T18: undoing a bid leaves five windows for others to return", () => {
  const now = END - 3 * WINDOW;
  expect(factsOf(mistyped(now - SECOND_MS, FIVE), TYPO, now)).toMatchObject([
    { type: "bidWithdrawn", newLeaderId: "bob" },
    { type: "extended", endsAt: now + 5 * WINDOW },
  ]);
});

it("T18: undoing a bid never extends the auction past its latest possible end", () => {
  const latest = END + 10 * WINDOW;
  // Bids in the auction's last moment, again and again.
  let auction = afterCommand(anAuction(FIVE), place("bob", 100_00), END - 1);
  for (let step = 2; auction.endsAt <= latest - 4 * WINDOW; step += 1) {
    auction = afterCommand(auction, place(step % 2 ? "bob" : "cem", step * 100_00), auction.endsAt - 1);
  }
  // With exactly the window left, it can still be undone.
  const now = auction.endsAt - WINDOW;
  auction = afterCommand(auction, place("ann", 250_000_00, "ann-typo"), now);
  expect(refusalOf(auction, withdraw("ann-typo"), now)).toEqual({ code: "withdrawal_too_late" });
  const [, extended] = factsOf(auction, TYPO, now);
  expect(extended).toEqual({ type: "extended", endsAt: latest, extensions: auction.extensions + 1 });
  const after = afterCommand(afterCommand(auction, TYPO, now), place("ann", 260_000_00, "ann-again"), latest - WINDOW);
  expect(factTypesOf(after, undo("ann-again"), latest - WINDOW)).toEqual(["bidWithdrawn"]);
});
