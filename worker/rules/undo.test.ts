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
  auctionAfterCommand,
  place,
  placeUpTo,
  refusalOf,
  voidBid,
  SECOND_MS,
  T0,
  undo,
  decisionOf,
  withdraw,
} from "./testing/auctions.ts";
import { UNDO_MS, undoableUntil } from "./withdrawal-times.ts";

const END = T0 + DAY_MS;
const WINDOW_MS = 2 * MINUTE_MS;
const PLACED_AT = T0 + HOUR_MS;
const UNDO_TYPO = undo("ann-typo");

/** Bob leads with a low bid, and Ann mistypes at `at`. */
function auctionWithTypo(at: number, terms: Partial<Terms> = {}): Auction {
  return auctionAfterCommand(
    auctionAfterCommand(anAuction(terms), place("bob", 100_00), T0),
    place("ann", 250_000_00, "ann-typo"),
    at,
  );
}

it("undoing a bid restores the previous leader and price", () => {
  const auction = auctionWithTypo(PLACED_AT);
  const now = PLACED_AT + SECOND_MS;
  const fact = { type: "bidWithdrawn", bidId: "ann-typo", bidderId: "ann", amountMinor: 250_000_00 };
  expect(factsOf(auction, UNDO_TYPO, now)).toEqual([{ ...fact, newLeaderId: "bob", reason: "mistake" }]);
  const after = auctionAfterCommand(auction, UNDO_TYPO, now);
  expect([priceOf(after), leaderOf(after)?.bidderId, after.bidCount]).toEqual([100_00, "bob", 1]);
  expect(refusalOf(after, UNDO_TYPO, now)).toEqual({ code: "bid_not_found" });
  expect(Object.keys(factsOf(auction, withdraw("ann-typo"), now)[0] ?? {})).not.toContain("reason");
});

it("another person's bid can't be undone", () => {
  expect(refusalOf(auctionWithTypo(PLACED_AT), undo("ann-typo", { bidderId: "bob" }), PLACED_AT)).toEqual({
    code: "not_your_bid",
  });
});

it("a bid below another person's can't be undone until the higher bid is undone", () => {
  const outbid = auctionAfterCommand(
    auctionWithTypo(PLACED_AT),
    place("cem", 250_100_00, "cem-1"),
    PLACED_AT + SECOND_MS,
  );
  expect(refusalOf(outbid, UNDO_TYPO, PLACED_AT + 2 * SECOND_MS)).toEqual({ code: "undo_higher_bid" });
  const leadingAgain = auctionAfterCommand(outbid, undo("cem-1"), PLACED_AT + 3 * SECOND_MS);
  expect(decisionOf(leadingAgain, UNDO_TYPO, PLACED_AT + 4 * SECOND_MS)).toBe("accepted");
});

it("a bid raised against a later one can't be undone until the later bid is gone", () => {
  const first = auctionAfterCommand(anAuction(), placeUpTo("ann", 900_00, undefined, "ann-typo"), PLACED_AT);
  const raised = auctionAfterCommand(first, place("bob", 300_00, "bob-1"), PLACED_AT + SECOND_MS);
  expect(leaderOf(raised)).toMatchObject({ id: "ann-typo", auto: true });
  expect(refusalOf(raised, UNDO_TYPO, PLACED_AT + 2 * SECOND_MS)).toEqual({ code: "undo_higher_bid" });
  expect(
    decisionOf(
      auctionAfterCommand(raised, voidBid("bob-1"), PLACED_AT + 3 * SECOND_MS),
      UNDO_TYPO,
      PLACED_AT + 4 * SECOND_MS,
    ),
  ).toBe("accepted");
});

it("the lower of two bids by the same person can't be undone", () => {
  const withTwoBids = auctionAfterCommand(auctionWithTypo(PLACED_AT), place("ann", 260_000_00), PLACED_AT);
  expect(refusalOf(withTwoBids, UNDO_TYPO, PLACED_AT)).toEqual({ code: "undo_higher_bid" });
});

it("the minute to undo a bid starts when it is placed, not when it is raised", () => {
  const edited = auctionAfterCommand(
    auctionWithTypo(PLACED_AT),
    edit("ann-typo", { amountMinor: 300_000_00 }),
    PLACED_AT + UNDO_MS - 1,
  );
  expect(decisionOf(edited, UNDO_TYPO, PLACED_AT + UNDO_MS)).toBe("accepted");
  expect(refusalOf(edited, UNDO_TYPO, PLACED_AT + UNDO_MS + 1).code).toBe("undo_too_late");
});

const undoTooLate = (latestAt: number) => ({ code: "undo_too_late", latestAt });
const undoNearEnd = (latestAt: number) => ({ code: "undo_near_end", latestAt });
const SHORT_TERMS = { endsAt: T0 + 5 * MINUTE_MS };
const NO_SOFT_CLOSE = { softCloseMs: 0 };
it.each<[string, Partial<Terms>, number, number, unknown]>([
  // terms, placed at, undone at
  ["can be undone right away", {}, PLACED_AT, PLACED_AT, "accepted"],
  ["can be undone after exactly a minute", {}, PLACED_AT, PLACED_AT + UNDO_MS, "accepted"],
  ["can't be undone once a minute is over", {}, PLACED_AT, PLACED_AT + UNDO_MS + 1, undoTooLate(PLACED_AT + UNDO_MS)],
  ["can be undone with exactly the window left", {}, END - WINDOW_MS - SECOND_MS, END - WINDOW_MS, "accepted"],
  [
    "can't be undone within the window",
    {},
    END - WINDOW_MS - SECOND_MS,
    END - WINDOW_MS + 1,
    undoNearEnd(END - WINDOW_MS),
  ],
  [
    "can be undone with exactly a short auction's window of 10% left",
    SHORT_TERMS,
    T0 + 4 * MINUTE_MS,
    T0 + 4.5 * MINUTE_MS,
    "accepted",
  ],
  [
    "can't be undone within a short auction's window",
    SHORT_TERMS,
    T0 + 4 * MINUTE_MS,
    T0 + 4.5 * MINUTE_MS + 1,
    undoNearEnd(T0 + 4.5 * MINUTE_MS),
  ],
  [
    "can be undone without soft close, before the freeze",
    NO_SOFT_CLOSE,
    END - WINDOW_MS - SECOND_MS,
    END - WINDOW_MS,
    "accepted",
  ],
  [
    "can't be undone without soft close, in the freeze",
    NO_SOFT_CLOSE,
    END - WINDOW_MS - SECOND_MS,
    END - WINDOW_MS + 1,
    undoNearEnd(END - WINDOW_MS),
  ],
  [
    "can be undone without soft close or freeze, at the last moment",
    { ...NO_SOFT_CLOSE, freezeMs: 0 },
    END - 2,
    END - 1,
    "accepted",
  ],
  [
    "can't be undone at the end",
    { ...NO_SOFT_CLOSE, freezeMs: 0 },
    END - 2,
    END,
    { code: "auction_ended", endedAt: END },
  ],
])("a bid %s", (_when, terms, placedAt, now, decision) => {
  const auction = auctionWithTypo(placedAt, terms);
  expect(decisionOf(auction, UNDO_TYPO, now)).toEqual(decision);
  // What the browser counts down to.
  const until = undoableUntil(placedAt, auction.endsAt, undoCutoffMs(auction));
  expect(now <= until && now < auction.endsAt).toBe(decision === "accepted");
});

it("a bid can be undone even when an ordinary withdrawal is too late", () => {
  const auction = auctionWithTypo(T0 + 3 * MINUTE_MS, SHORT_TERMS);
  const now = T0 + 3 * MINUTE_MS + 30 * SECOND_MS;
  expect(refusalOf(auction, withdraw("ann-typo"), now)).toEqual({ code: "withdrawal_too_late" });
  expect(decisionOf(auction, UNDO_TYPO, now)).toBe("accepted");
});

const FIVE_WINDOWS = { windowsAfterWithdrawal: 5 };

it("T18: undoing a bid leaves five soft-close windows for others to bid", () => {
  const now = END - 3 * WINDOW_MS;
  expect(factsOf(auctionWithTypo(now - SECOND_MS, FIVE_WINDOWS), UNDO_TYPO, now)).toMatchObject([
    { type: "bidWithdrawn", newLeaderId: "bob" },
    { type: "extended", endsAt: now + 5 * WINDOW_MS },
  ]);
});

it("T18: undoing a bid never extends the auction past its latest possible end", () => {
  const latest = END + 10 * WINDOW_MS;
  // Bids in the auction's last moment, again and again.
  let auction = auctionAfterCommand(anAuction(FIVE_WINDOWS), place("bob", 100_00), END - 1);
  for (let step = 2; auction.endsAt <= latest - 4 * WINDOW_MS; step += 1) {
    auction = auctionAfterCommand(auction, place(step % 2 ? "bob" : "cem", step * 100_00), auction.endsAt - 1);
  }
  // With exactly the window left, it can still be undone.
  const now = auction.endsAt - WINDOW_MS;
  auction = auctionAfterCommand(auction, place("ann", 250_000_00, "ann-typo"), now);
  expect(refusalOf(auction, withdraw("ann-typo"), now)).toEqual({ code: "withdrawal_too_late" });
  const [, extended] = factsOf(auction, UNDO_TYPO, now);
  expect(extended).toEqual({ type: "extended", endsAt: latest, extensions: auction.extensions + 1 });
  const after = auctionAfterCommand(
    auctionAfterCommand(auction, UNDO_TYPO, now),
    place("ann", 260_000_00, "ann-again"),
    latest - WINDOW_MS,
  );
  expect(factTypesOf(after, undo("ann-again"), latest - WINDOW_MS)).toEqual(["bidWithdrawn"]);
});
