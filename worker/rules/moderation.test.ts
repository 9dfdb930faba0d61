import { describe, expect, it } from "vitest";

import { evolve, standingBids } from "./auction.ts";
import type { Command } from "./decide.ts";
import { decide } from "./decide.ts";
import {
  anAuction,
  DAY_MS,
  factsOf,
  MINUTE_MS,
  obey,
  openCommand,
  outcomeOf,
  place,
  refusalOf,
  SELLER,
  T0,
  verdictOf,
  withBids,
} from "./testing/auctions.ts";

const LATER = T0 + MINUTE_MS;
const END = T0 + DAY_MS;

function block(personId: string, sellerId = SELLER): Command {
  return { type: "blockBidder", sellerId, personId, salt: "s1" };
}
function unblock(personId: string, sellerId = SELLER): Command {
  return { type: "unblockBidder", sellerId, personId, salt: "s2" };
}
const hide: Command = { type: "hideListing", reason: "A copy of another listing", salt: "s3" };
const show: Command = { type: "showListing" };
const edit = (bidderId: string, bidId: string, amountMinor: number): Command => ({
  type: "editBid",
  bidId,
  bidderId,
  amountMinor,
});
const ALL = [
  ["ann", 100_00],
  ["bob", 120_00],
] as const;

describe("blocking a bidder", () => {
  const blocked = obey(withBids(ALL), block("ann"), LATER);

  it("is a fact whose public part names nobody", () => {
    expect(outcomeOf(withBids(ALL), block("ann"), LATER)).toMatchObject([
      { fact: { type: "bidderBlocked" }, secret: { personIds: ["ann"], salt: "s1" } },
    ]);
    expect(JSON.stringify(factsOf(withBids(ALL), block("ann"), LATER))).not.toContain("ann");
  });

  it.each<[string, Command, unknown]>([
    ["their next bid", place("ann", 130_00), { code: "bidder_blocked" }],
    ["a bid that is too low anyway", place("ann", 1_00), { code: "bidder_blocked" }],
    ["the edit of a standing bid", edit("ann", "ann-10000", 130_00), { code: "bidder_blocked" }],
    ["the edit of another's bid", edit("ann", "bob-12000", 130_00), { code: "not_your_bid" }],
    [
      "their bid under the id that this auction knows them by",
      { type: "placeBid", bidId: "b", bidderId: "alias", personId: "ann", amountMinor: 130_00 },
      { code: "bidder_blocked" },
    ],
    [
      "their edit under that id",
      { type: "editBid", bidId: "bob-12000", bidderId: "bob", personId: "ann", amountMinor: 130_00 },
      { code: "bidder_blocked" },
    ],
    ["another's bid", place("bob", 130_00), "accepted"],
    ["a stranger's bid", place("cem", 121_00), "accepted"],
    ["the withdrawal of their bid", { type: "withdrawBid", bidId: "ann-10000", bidderId: "ann" }, "accepted"],
  ])("decides about %s", (_, command, verdict) => {
    expect(verdictOf(blocked, command, LATER)).toEqual(verdict);
  });

  it("leaves standing bids", () => {
    expect(standingBids(blocked).map(({ id }) => id)).toEqual(["bob-12000", "ann-10000"]);
    expect(blocked).toMatchObject({ bidCount: 2, blocked: ["ann"] });
  });

  it("is the seller's alone", () => {
    expect(refusalOf(withBids(ALL), block("ann", "bob"), LATER)).toEqual({ code: "not_your_auction" });
    expect(refusalOf(blocked, unblock("ann", "ann"), LATER)).toEqual({ code: "not_your_auction" });
  });

  it("a second time changes nothing", () => {
    expect(factsOf(blocked, block("ann"), LATER)).toEqual([]);
    expect(obey(blocked, block("cem"), LATER).blocked).toEqual(["ann", "cem"]);
  });

  it("is undone for that person alone, and recorded once", () => {
    const both = obey(blocked, block("cem"), LATER);
    expect(outcomeOf(both, unblock("ann"), LATER)).toMatchObject([
      { fact: { type: "bidderUnblocked" }, secret: { personIds: ["ann"], salt: "s2" } },
    ]);
    const after = obey(both, unblock("ann"), LATER);
    expect(after.blocked).toEqual(["cem"]);
    expect(verdictOf(after, place("ann", 130_00), LATER)).toBe("accepted");
    expect(factsOf(after, unblock("ann"), LATER)).toEqual([]);
  });

  it("records nothing once the auction is over", () => {
    expect(factsOf(withBids(ALL), block("ann"), END)).toEqual([]);
    expect(factsOf(blocked, unblock("ann"), END)).toEqual([]);
  });

  it("after the end a blocked person's bid is refused because the auction has ended", () => {
    expect(refusalOf(blocked, place("ann", 130_00), END).code).toBe("auction_ended");
  });

  it("may apply from the opening on", () => {
    const opening = { ...openCommand(), blocked: { personIds: ["ann", "bob"], salt: "s0" } };
    expect(outcomeOf(null, opening, T0)).toMatchObject([{ secret: { personIds: ["ann", "bob"], salt: "s0" } }]);
    const auction = obey(null, opening, T0);
    expect(refusalOf(auction, place("ann", 100_00), LATER)).toEqual({ code: "bidder_blocked" });
    expect(verdictOf(auction, place("cem", 100_00), LATER)).toBe("accepted");
    expect(anAuction().blocked).toEqual([]);
  });
});

describe("hiding a listing", () => {
  const hidden = obey(withBids(ALL), hide, LATER);

  it("is a fact whose reason is in its secret part", () => {
    expect(outcomeOf(withBids(ALL), hide, LATER)).toMatchObject([
      { fact: { type: "hidden" }, secret: { reason: "A copy of another listing", salt: "s3" } },
    ]);
    expect(hidden.hidden).toEqual({ reason: "A copy of another listing" });
  });

  it.each<[string, Command, unknown]>([
    ["a bid", place("cem", 130_00), { code: "auction_not_found" }],
    ["an edit", edit("ann", "ann-10000", 130_00), { code: "auction_not_found" }],
    ["a withdrawal", { type: "withdrawBid", bidId: "ann-10000", bidderId: "ann" }, "accepted"],
    ["its deletion by the seller", { type: "deleteListing", sellerId: SELLER }, "accepted"],
  ])("decides about %s", (_, command, verdict) => {
    expect(verdictOf(hidden, command, LATER)).toEqual(verdict);
  });

  it("again changes nothing, not even the reason", () => {
    expect(factsOf(hidden, { ...hide, reason: "Another" }, LATER)).toEqual([]);
  });

  it("is undone by showing it: bids are accepted again, and nothing is lost", () => {
    const shown = obey(hidden, show, LATER);
    expect(shown.hidden).toBeNull();
    expect(shown.bidCount).toBe(2);
    expect(verdictOf(shown, place("cem", 130_00), LATER)).toBe("accepted");
    expect(factsOf(shown, show, LATER)).toEqual([]);
  });

  it("does not stop the clock: it is closed at its end, and may be hidden after it", () => {
    const close: Command = { type: "close", lastHash: "0" };
    const closed = obey(hidden, close, END);
    expect(closed).toMatchObject({ phase: "closed", closedAt: END, outcome: { winnerId: "bob" } });
    expect(factsOf(withBids(ALL), hide, END)).toEqual([]);
    expect(factsOf(hidden, show, END)).toEqual([]);
    expect(factsOf(closed, show, END)).toEqual([{ type: "shown" }]);
    const hiddenLate = obey(obey(withBids(ALL), close, END), hide, END + DAY_MS);
    expect(hiddenLate).toMatchObject({
      phase: "closed",
      closedAt: END,
      hidden: { reason: "A copy of another listing" },
    });
  });

  it("is refused for a deleted listing", () => {
    const gone = obey(anAuction(), { type: "deleteListing", sellerId: SELLER }, LATER);
    for (const command of [hide, show, block("ann"), unblock("ann")]) {
      expect(decide(gone, command, LATER)).toEqual({ ok: false, refusal: { code: "auction_not_found" } });
    }
  });
});

it("a replay of the public facts alone works, without names and reasons", () => {
  const commands = [block("ann"), unblock("ann"), block("bob"), hide];
  let [auction, reader] = [withBids(ALL), withBids(ALL)];
  for (const command of commands) {
    const records = outcomeOf(auction, command, LATER);
    auction = records.reduce(evolve, auction);
    reader = records.map(({ fact, seq, at }) => ({ fact, seq, at })).reduce(evolve, reader);
  }
  expect(reader).toEqual({ ...auction, blocked: [], hidden: { reason: "" } });
});
