import { describe, expect, it } from "vitest";

import { evolve, standingBids } from "./auction.ts";
import { nextWake, statusAt } from "./closing.ts";
import type { Command } from "./decide.ts";
import { decide } from "./decide.ts";
import {
  anAuction,
  DAY_MS,
  factsOf,
  LIMITS,
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
const annul: Command = { type: "voidAuction", reason: "Stolen goods" };
const close: Command = { type: "close", lastHash: "0" };
const editedBy = (sellerId: string): Command => ({
  type: "editListing",
  sellerId,
  change: { description: "From a ship's chandler. Newly cleaned." },
  limits: LIMITS,
});
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
      "their bid under their id in this auction",
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

  it("is for the seller alone", () => {
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
    ["its deletion by the seller", { type: "deleteListing", sellerId: SELLER }, { code: "listing_hidden" }],
    ["its deletion by another", { type: "deleteListing", sellerId: "ann" }, { code: "not_your_auction" }],
    ["an edit by the seller", editedBy(SELLER), { code: "listing_hidden" }],
    ["an edit by another", editedBy("ann"), { code: "not_your_auction" }],
  ])("decides about %s", (_, command, verdict) => {
    expect(verdictOf(hidden, command, LATER)).toEqual(verdict);
  });

  it("keeps a listing from being deleted also when the last bid is withdrawn, and after its end", () => {
    const remove: Command = { type: "deleteListing", sellerId: SELLER };
    const withdraw: Command = { type: "withdrawBid", bidId: "ann-10000", bidderId: "ann" };
    const emptied = obey(obey(withBids([["ann", 100_00]]), hide, LATER), withdraw, LATER);
    expect(emptied.top).toBeNull();
    expect(refusalOf(emptied, remove, LATER)).toEqual({ code: "listing_hidden" });
    expect(refusalOf(obey(emptied, close, END), remove, END)).toEqual({ code: "listing_hidden" });
    expect(verdictOf(obey(emptied, show, LATER), remove, LATER)).toBe("accepted");
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
    const closed = obey(hidden, close, END);
    expect(closed).toMatchObject({ phase: "closed", closedAt: END, outcome: { winnerId: "bob" } });
    expect(factsOf(withBids(ALL), hide, END)).toEqual([]);
    expect(factsOf(hidden, show, END)).toEqual([]);
    const hiddenLate = obey(obey(withBids(ALL), close, END), hide, END + DAY_MS);
    expect(hiddenLate).toMatchObject({
      phase: "closed",
      closedAt: END,
      hidden: { reason: "A copy of another listing" },
    });
  });

  it("announces no end by showing it again where none came while it was hidden", () => {
    expect(factsOf(hidden, show, LATER)).toEqual([{ type: "shown" }]);
    const announced = obey(obey(withBids(ALL), close, END), hide, END + DAY_MS);
    expect(factsOf(announced, show, END + DAY_MS)).toEqual([{ type: "shown" }]);
  });

  it("leaves an end unannounced until the listing is shown again, once", () => {
    const closed = obey(hidden, close, END);
    expect(factsOf(hidden, close, END)).toMatchObject([{ type: "closed", whileHidden: true }]);
    expect(factsOf(withBids(ALL), close, END)).not.toMatchObject([{ whileHidden: true }]);
    const outcome = { winnerId: "bob", bidId: "bob-12000", priceMinor: 120_00 };
    expect(factsOf(closed, show, END)).toEqual([{ type: "shown", closing: { outcome } }]);
    const again = obey(obey(closed, show, END), hide, END);
    expect(factsOf(again, show, END)).toEqual([{ type: "shown" }]);
    const unsold = obey(obey(anAuction(), hide, LATER), close, END);
    expect(factsOf(unsold, show, END)).toEqual([{ type: "shown", closing: { outcome: null } }]);
  });

  it("is refused for a deleted listing", () => {
    const gone = obey(anAuction(), { type: "deleteListing", sellerId: SELLER }, LATER);
    for (const command of [hide, show, annul, block("ann"), unblock("ann")]) {
      expect(decide(gone, command, LATER)).toEqual({ ok: false, refusal: { code: "auction_not_found" } });
    }
  });
});

describe("voiding an auction", () => {
  const voided = obey(withBids(ALL), annul, LATER);
  const sold = obey(withBids(ALL), close, END);

  it("is a fact whose reason is public, and leaves no winner", () => {
    expect(outcomeOf(sold, annul, END)).toMatchObject([{ fact: { type: "voided", reason: "Stolen goods" } }]);
    expect(obey(sold, annul, END)).toMatchObject({
      phase: "voided",
      outcome: null,
      closedAt: END,
      voided: { reason: "Stolen goods" },
    });
    expect(standingBids(voided).map(({ bidderId }) => bidderId)).toEqual(["bob", "ann"]);
    expect(statusAt(voided, LATER)).toBe("Voided");
    expect(statusAt(obey(sold, annul, END), END)).toBe("Voided");
  });

  it.each<[string, Command, unknown]>([
    ["a bid", place("cem", 130_00), { code: "auction_voided" }],
    ["an edit of a bid", edit("bob", "bob-12000", 130_00), { code: "auction_voided" }],
    ["a withdrawal", { type: "withdrawBid", bidId: "ann-10000", bidderId: "ann" }, { code: "auction_voided" }],
    ["an edit by the seller", editedBy(SELLER), { code: "auction_voided" }],
    ["its deletion by the seller", { type: "deleteListing", sellerId: SELLER }, { code: "auction_voided" }],
    ["hiding it", hide, "accepted"],
  ])("decides about %s", (_, command, verdict) => {
    expect(verdictOf(voided, command, LATER)).toEqual(verdict);
  });

  it("again changes nothing, and neither does its scheduled end", () => {
    expect(factsOf(voided, { ...annul, reason: "Another" }, LATER)).toEqual([]);
    expect(factsOf(voided, close, END)).toEqual([]);
    expect(factsOf(withBids(ALL), annul, END)).toEqual([]);
    expect(nextWake(voided)).toBeNull();
  });

  it("is possible while it is hidden, whose end then stays unannounced", () => {
    const closed = obey(obey(withBids(ALL), hide, LATER), close, END);
    const both = obey(closed, annul, END);
    expect(both).toMatchObject({ phase: "voided", outcome: null, hidden: { reason: "A copy of another listing" } });
    expect(factsOf(both, show, END)).toEqual([{ type: "shown" }]);
  });
});

it("a replay of the public facts alone works, without names and reasons", () => {
  const commands = [block("ann"), unblock("ann"), block("bob"), hide, annul];
  let [auction, reader] = [withBids(ALL), withBids(ALL)];
  for (const command of commands) {
    const records = outcomeOf(auction, command, LATER);
    auction = records.reduce(evolve, auction);
    reader = records.map(({ fact, seq, at }) => ({ fact, seq, at })).reduce(evolve, reader);
  }
  expect(reader).toEqual({ ...auction, blocked: [], hidden: { reason: "" } });
});
