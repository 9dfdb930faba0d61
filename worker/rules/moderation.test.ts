import { describe, expect, it } from "vitest";

import { standingBids } from "./auction.ts";
import { nextWakeAt, statusAt } from "./closing.ts";
import type { Command } from "./decide.ts";
import {
  anAuction,
  block,
  CLOSE,
  DAY_MS,
  deleteListing,
  edit,
  editListing,
  factsOf,
  HIDE,
  MINUTE_MS,
  auctionAfterCommand,
  openCommand,
  sequencedFactsOf,
  place,
  refusalOf,
  SELLER,
  SHOW,
  T0,
  decisionOf,
  VOID,
  withBids,
  withdraw,
} from "./testing/auctions.ts";

const LATER = T0 + MINUTE_MS;
const END = T0 + DAY_MS;

const unblock = (personId: string, sellerId = SELLER): Command => ({
  type: "unblockBidder",
  sellerId,
  personId,
  salt: "salt",
});
const editBy = (sellerId: string) =>
  editListing({ description: "From a ship's chandler. Newly cleaned." }, { sellerId });
const contested = withBids([
  ["ann", 100_00],
  ["bob", 120_00],
]);
const blocked = auctionAfterCommand(contested, block("ann"), LATER);
const hidden = auctionAfterCommand(contested, HIDE, LATER);
const voided = auctionAfterCommand(contested, VOID, LATER);
const closed = auctionAfterCommand(contested, CLOSE, END);

describe("blocking a bidder", () => {
  it("blocking a bidder records an event without their ID in its public part", () => {
    expect(sequencedFactsOf(contested, block("ann"), LATER)).toMatchObject([
      { fact: { type: "bidderBlocked" }, secret: { personIds: ["ann"], salt: "salt" } },
    ]);
    expect(JSON.stringify(factsOf(contested, block("ann"), LATER))).not.toContain("ann");
  });

  const refused = { code: "bidder_blocked" };
  it.each<[string, Command, number, unknown]>([
    ["refuse their next bid", place("ann", 130_00), LATER, refused],
    ["refuse their bid even if it is too low", place("ann", 1_00), LATER, refused],
    ["refuse their edit of a standing bid", edit("ann-10000", { amountMinor: 130_00 }), LATER, refused],
    [
      "refuse their edit of another person's bid",
      edit("bob-12000", { amountMinor: 130_00, bidderId: "ann" }),
      LATER,
      { code: "not_your_bid" },
    ],
    [
      "refuse their bid under an alias",
      { type: "placeBid", bidId: "b", bidderId: "alias", personId: "ann", amountMinor: 130_00 },
      LATER,
      refused,
    ],
    ["refuse their edit under an alias", edit("bob-12000", { amountMinor: 130_00, personId: "ann" }), LATER, refused],
    ["accept another person's bid", place("bob", 130_00), LATER, "accepted"],
    ["accept a stranger's bid", place("cem", 121_00), LATER, "accepted"],
    ["accept their withdrawal", withdraw("ann-10000"), LATER, "accepted"],
    ["refuse their bid after the end", place("ann", 130_00), END, { code: "auction_ended", endedAt: END }],
    ["refuse a block by another person", block("cem", "bob"), LATER, { code: "not_your_auction" }],
    ["refuse an unblock by that person", unblock("ann", "ann"), LATER, { code: "not_your_auction" }],
  ])("once someone is blocked, the rules %s", (_, command, now, decision) => {
    expect(decisionOf(blocked, command, now)).toEqual(decision);
  });

  it("blocking a bidder keeps their standing bids and is recorded once", () => {
    expect(standingBids(blocked).map(({ id }) => id)).toEqual(["bob-12000", "ann-10000"]);
    expect(blocked).toMatchObject({ bidCount: 2, blocked: ["ann"] });
    expect(factsOf(blocked, block("ann"), LATER)).toEqual([]);
  });

  it("unblocking a bidder applies only to that person and is recorded once", () => {
    const bothBlocked = auctionAfterCommand(blocked, block("cem"), LATER);
    expect(bothBlocked.blocked).toEqual(["ann", "cem"]);
    expect(sequencedFactsOf(bothBlocked, unblock("ann"), LATER)).toMatchObject([
      { fact: { type: "bidderUnblocked" }, secret: { personIds: ["ann"], salt: "salt" } },
    ]);
    const unblocked = auctionAfterCommand(bothBlocked, unblock("ann"), LATER);
    expect(unblocked.blocked).toEqual(["cem"]);
    expect(decisionOf(unblocked, place("ann", 130_00), LATER)).toBe("accepted");
    expect(factsOf(unblocked, unblock("ann"), LATER)).toEqual([]);
  });

  it("blocking and unblocking aren't recorded once the auction is over", () => {
    expect(factsOf(contested, block("ann"), END)).toEqual([]);
    expect(factsOf(blocked, unblock("ann"), END)).toEqual([]);
  });

  it("a block can apply as soon as the auction opens", () => {
    const opening = { ...openCommand(), blocked: { personIds: ["ann", "bob"], salt: "s0" } };
    expect(sequencedFactsOf(null, opening, T0)).toMatchObject([{ secret: { personIds: ["ann", "bob"], salt: "s0" } }]);
    const auction = auctionAfterCommand(null, opening, T0);
    expect(refusalOf(auction, place("ann", 100_00), LATER)).toEqual(refused);
    expect(decisionOf(auction, place("cem", 100_00), LATER)).toBe("accepted");
    expect(anAuction().blocked).toEqual([]);
  });
});

describe("hiding a listing", () => {
  it("hiding a listing is recorded once, with its reason in the secret part", () => {
    expect(sequencedFactsOf(contested, HIDE, LATER)).toMatchObject([
      { fact: { type: "hidden" }, secret: { reason: "A copy", salt: "salt" } },
    ]);
    expect(hidden.hidden).toEqual({ reason: "A copy" });
    expect(factsOf(hidden, { ...HIDE, reason: "Another" } as Command, LATER)).toEqual([]);
  });

  it.each<[string, Command, number, unknown]>([
    ["refuse a bid", place("cem", 130_00), LATER, { code: "auction_not_found" }],
    ["refuse a bid after the end", place("cem", 130_00), END, { code: "auction_not_found" }],
    ["refuse an edit of a bid", edit("ann-10000", { amountMinor: 130_00 }), LATER, { code: "auction_not_found" }],
    ["accept a withdrawal", withdraw("ann-10000"), LATER, "accepted"],
    ["refuse its deletion by the seller", deleteListing(), LATER, { code: "listing_hidden" }],
    ["refuse its deletion by another person", deleteListing("ann"), LATER, { code: "not_your_auction" }],
    ["refuse an edit by the seller", editBy(SELLER), LATER, { code: "listing_hidden" }],
    ["refuse an edit by another person", editBy("ann"), LATER, { code: "not_your_auction" }],
  ])("once a listing is hidden, the rules %s", (_, command, now, decision) => {
    expect(decisionOf(hidden, command, now)).toEqual(decision);
  });

  it("a hidden listing can't be deleted, even without bids or after its end", () => {
    const emptied = auctionAfterCommand(
      auctionAfterCommand(withBids([["ann", 100_00]]), HIDE, LATER),
      withdraw("ann-10000"),
      LATER,
    );
    expect(emptied.top).toBeNull();
    expect(refusalOf(emptied, deleteListing(), LATER)).toEqual({ code: "listing_hidden" });
    expect(refusalOf(auctionAfterCommand(emptied, CLOSE, END), deleteListing(), END)).toEqual({
      code: "listing_hidden",
    });
    expect(decisionOf(auctionAfterCommand(emptied, SHOW, LATER), deleteListing(), LATER)).toBe("accepted");
  });

  it("a listing that is shown again accepts bids and has lost nothing", () => {
    const shown = auctionAfterCommand(hidden, SHOW, LATER);
    expect(shown).toMatchObject({ hidden: null, bidCount: 2 });
    expect(decisionOf(shown, place("cem", 130_00), LATER)).toBe("accepted");
    expect(factsOf(shown, SHOW, LATER)).toEqual([]);
  });

  it("hiding a listing doesn't stop its clock, and is possible after the end", () => {
    expect(auctionAfterCommand(hidden, CLOSE, END)).toMatchObject({
      phase: "closed",
      closedAt: END,
      outcome: { winnerId: "bob" },
    });
    expect(factsOf(contested, HIDE, END)).toEqual([]);
    expect(factsOf(hidden, SHOW, END)).toEqual([]);
    expect(auctionAfterCommand(closed, HIDE, END + DAY_MS)).toMatchObject({
      phase: "closed",
      closedAt: END,
      hidden: { reason: "A copy" },
    });
  });

  it("an end while hidden is announced once, when the listing is shown again", () => {
    const unannounced = auctionAfterCommand(hidden, CLOSE, END);
    expect(factsOf(hidden, CLOSE, END)).toMatchObject([{ type: "closed", whileHidden: true }]);
    expect(factsOf(contested, CLOSE, END)).not.toMatchObject([{ whileHidden: true }]);
    const outcome = { winnerId: "bob", bidId: "bob-12000", priceMinor: 120_00 };
    expect(factsOf(unannounced, SHOW, END)).toEqual([{ type: "shown", closing: { outcome } }]);
    const unsold = auctionAfterCommand(auctionAfterCommand(anAuction(), HIDE, LATER), CLOSE, END);
    expect(factsOf(unsold, SHOW, END)).toEqual([{ type: "shown", closing: { outcome: null } }]);
    for (const auction of [
      hidden,
      auctionAfterCommand(closed, HIDE, END),
      auctionAfterCommand(auctionAfterCommand(unannounced, SHOW, END), HIDE, END),
      auctionAfterCommand(unannounced, VOID, END),
    ]) {
      expect(factsOf(auction, SHOW, auction.at)).toEqual([{ type: "shown" }]);
    }
  });

  it.each([
    ["hide", HIDE],
    ["show", SHOW],
    ["void", VOID],
    ["block someone in", block("ann")],
    ["unblock someone in", unblock("ann")],
  ])("an admin or seller can't %s a deleted listing", (_what, command) => {
    const deletedAuction = auctionAfterCommand(anAuction(), deleteListing(), LATER);
    expect(refusalOf(deletedAuction, command, LATER)).toEqual({ code: "auction_not_found" });
  });
});

describe("voiding an auction", () => {
  it("voiding an auction records a public reason and leaves no winner", () => {
    expect(sequencedFactsOf(closed, VOID, END)).toMatchObject([{ fact: { type: "voided", reason: "Stolen goods" } }]);
    expect(auctionAfterCommand(closed, VOID, END)).toMatchObject({
      phase: "voided",
      outcome: null,
      closedAt: END,
      voided: { reason: "Stolen goods" },
    });
    expect(standingBids(voided).map(({ bidderId }) => bidderId)).toEqual(["bob", "ann"]);
    expect([statusAt(voided, LATER), statusAt(auctionAfterCommand(closed, VOID, END), END)]).toEqual([
      "Voided",
      "Voided",
    ]);
  });

  const refused = { code: "auction_voided" };
  it.each<[string, Command, unknown]>([
    ["refuse a bid", place("cem", 130_00), refused],
    ["refuse an edit of a bid", edit("bob-12000", { amountMinor: 130_00 }), refused],
    ["refuse a withdrawal", withdraw("ann-10000"), refused],
    ["refuse an edit by the seller", editBy(SELLER), refused],
    ["refuse its deletion by the seller", deleteListing(), refused],
    ["accept hiding it", HIDE, "accepted"],
  ])("once an auction is voided, the rules %s", (_, command, decision) => {
    expect(decisionOf(voided, command, LATER)).toEqual(decision);
  });

  it("voiding an auction is recorded once and ends it, even if it is hidden", () => {
    expect(factsOf(voided, { ...VOID, reason: "Another" } as Command, LATER)).toEqual([]);
    expect(factsOf(voided, CLOSE, END)).toEqual([]);
    expect(factsOf(contested, VOID, END)).toEqual([]);
    expect(nextWakeAt(voided)).toBeNull();
    const hiddenAndVoided = auctionAfterCommand(auctionAfterCommand(hidden, CLOSE, END), VOID, END);
    expect(hiddenAndVoided).toMatchObject({ phase: "voided", outcome: null, hidden: { reason: "A copy" } });
  });
});
