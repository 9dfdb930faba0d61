import { describe, expect, it } from "vitest";

import { isLive, isOver, keptUntil, nextWake, statusAt } from "./closing.ts";
import type { Command } from "./decide.ts";
import { anAuction, DAY_MS, factsOf, obey, refusalOf, SELLER, T0, withBids } from "./testing/auctions.ts";

const END = T0 + DAY_MS;
const LOOK: Command = { type: "close", lastHash: "abc" };
const unsold = anAuction();
const contested = withBids([
  ["ann", 100_00],
  ["bob", 150_00],
]);

describe("the status follows from the stored facts and the clock, whether or not the closing was recorded", () => {
  it.each([
    ["without a bid, just opened", unsold, T0, "Live"],
    ["without a bid, a millisecond before the end", unsold, END - 1, "Live"],
    ["without a bid, at the end", unsold, END, "Expired"],
    ["with a bid, a millisecond before the end", contested, END - 1, "Live"],
    ["with a bid, at the end", contested, END, "Sold"],
    ["with a bid, long after the end", contested, END + DAY_MS, "Sold"],
    ["closed with a bid", obey(contested, LOOK, END), END, "Sold"],
    ["closed without a bid", obey(unsold, LOOK, END), END, "Expired"],
    [
      "cancelled with bids, before its end",
      obey(contested, { type: "deleteListing", sellerId: SELLER }, T0 + 9),
      T0 + 9,
      "Expired",
    ],
    [
      "cancelled with bids, after its end",
      obey(contested, { type: "deleteListing", sellerId: SELLER }, T0 + 9),
      END,
      "Expired",
    ],
    ["removed", obey(unsold, { type: "deleteListing", sellerId: SELLER }, T0 + 9), T0 + 9, "Expired"],
  ] as const)("%s", (_title, auction, now, status) => {
    expect(statusAt(auction, now)).toBe(status);
    expect(isLive(auction, now)).toBe(status === "Live");
  });

  it("an auction is over from its end on", () => {
    expect([isOver(unsold, END - 1), isOver(unsold, END)]).toEqual([false, true]);
  });
});

describe("closing", () => {
  it("names the leader, the bid and the price, and carries the journal's last hash", () => {
    expect(factsOf(contested, LOOK, END)).toEqual([
      { type: "closed", outcome: { winnerId: "bob", bidId: "bob-15000", priceMinor: 150_00 }, lastHash: "abc" },
    ]);
    expect(obey(contested, LOOK, END)).toMatchObject({ phase: "closed", outcome: { winnerId: "bob" } });
  });

  it("without a standing bid has no outcome", () => {
    expect(factsOf(unsold, LOOK, END)).toEqual([{ type: "closed", outcome: null, lastHash: "abc" }]);
  });

  it("counts only standing bids", () => {
    const withdrawn = obey(contested, { type: "withdrawBid", bidId: "bob-15000", bidderId: "bob" }, T0 + 5_000);
    expect(factsOf(withdrawn, LOOK, END)).toMatchObject([{ outcome: { winnerId: "ann", priceMinor: 100_00 } }]);
  });

  it("a check one millisecond too early changes nothing", () => {
    expect(factsOf(contested, LOOK, END - 1)).toEqual([]);
  });

  it("happens once: a second check changes nothing", () => {
    expect(factsOf(obey(contested, LOOK, END), LOOK, END + 1)).toEqual([]);
  });

  it("a closed auction takes no bid", () => {
    const closed = obey(contested, LOOK, END);
    const late: Command = { type: "placeBid", bidId: "late", bidderId: "cem", amountMinor: 900_00 };
    expect(refusalOf(closed, late, END + 1).code).toBe("auction_ended");
    // A clock that was set back does not open it again.
    expect(refusalOf(closed, late, END - 1).code).toBe("auction_ended");
  });
});

describe("the next check is due at the end while the auction is open, and never after it", () => {
  it.each([
    ["open", unsold, END],
    ["closed", obey(unsold, LOOK, END), null],
    ["cancelled", obey(contested, { type: "deleteListing", sellerId: SELLER }, T0 + 9), null],
    ["removed", obey(unsold, { type: "deleteListing", sellerId: SELLER }, T0 + 9), null],
  ] as const)("%s", (_phase, auction, at) => {
    expect(nextWake(auction)).toBe(at);
  });

  it("an extension moves it", () => {
    const now = END - 1;
    const extended = obey(contested, { type: "placeBid", bidId: "x", bidderId: "ann", amountMinor: 200_00 }, now);
    expect(nextWake(extended)).toBe(now + 120_000);
  });
});

it("only the journal of a cancelled auction has a time limit: it is kept for 90 days after the cancellation", () => {
  const cancelled = obey(contested, { type: "deleteListing", sellerId: SELLER }, T0 + 5_000);
  expect(keptUntil(cancelled)).toBe(T0 + 5_000 + 90 * 86_400_000);
  for (const auction of [unsold, contested, obey(contested, LOOK, END)]) expect(keptUntil(auction)).toBeNull();
});
