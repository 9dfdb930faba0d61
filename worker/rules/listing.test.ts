import { describe, expect, it } from "vitest";

import type { Command } from "./decide.ts";
import type { ListingChange } from "./facts.ts";
import { endOfRelisting, MAX_AUCTION_MS, MAX_LISTING_EDITS, refuseRelisting } from "./listing.ts";
import {
  anAuction,
  DAY_MS,
  factsOf,
  HOUR_MS,
  LIMITS,
  MINUTE_MS,
  obey,
  openCommand,
  place,
  refusalOf,
  SELLER,
  T0,
  verdictOf,
  withBids,
} from "./testing/auctions.ts";

const END = T0 + DAY_MS;
const NOW = T0 + HOUR_MS;
const edit = (change: ListingChange, sellerId = SELLER): Command => ({
  type: "editListing",
  sellerId,
  change,
  limits: LIMITS,
});
const remove = (sellerId = SELLER): Command => ({ type: "deleteListing", sellerId });
const bidOn = withBids([["ann", 100_00]]);

describe("opening a listing", () => {
  it("begins the journal with its terms", () => {
    const { terms } = openCommand();
    expect(factsOf(null, openCommand(), T0)).toEqual([
      { type: "opened", auctionId: "auction", sellerId: SELLER, currency: "USD", terms },
    ]);
    expect(anAuction()).toMatchObject({ seq: 1, openedAt: T0, endsAt: END, phase: "open", bidCount: 0 });
  });

  it.each([
    ["a minor unit under the minimum", 99_99, { code: "starting_price_too_low", minimumMinor: 100_00 }],
    ["exactly the minimum", 100_00, "accepted"],
  ])("with a starting price of %s", (_title, startingPriceMinor, verdict) => {
    expect(verdictOf(null, openCommand({ startingPriceMinor }), T0)).toEqual(verdict);
  });

  it.each([
    ["a millisecond under a minute", MINUTE_MS - 1, { code: "end_too_soon", earliestAt: T0 + MINUTE_MS }],
    ["exactly a minute", MINUTE_MS, "accepted"],
    ["exactly 365 days", MAX_AUCTION_MS, "accepted"],
    ["a millisecond over 365 days", MAX_AUCTION_MS + 1, { code: "end_too_late", latestAt: T0 + MAX_AUCTION_MS }],
    ["in the past", -1, { code: "end_too_soon", earliestAt: T0 + MINUTE_MS }],
  ])("with an end %s ahead", (_title, aheadMs, verdict) => {
    expect(verdictOf(null, openCommand({ endsAt: T0 + aheadMs }), T0)).toEqual(verdict);
  });

  it("happens once", () => {
    expect(refusalOf(anAuction(), openCommand(), T0 + 1)).toEqual({ code: "auction_exists" });
  });
});

describe("editing a listing without bids", () => {
  it("changes title, description, images, starting price and end", () => {
    const change = {
      title: "Brass octant",
      description: "Another.",
      imageKeys: ["auctions/a/1"],
      startingPriceMinor: 250_00,
      endsAt: END + DAY_MS,
    };
    expect(factsOf(anAuction(), edit(change), NOW)).toEqual([{ type: "listingEdited", change }]);
    const after = obey(anAuction(), edit(change), NOW);
    expect(after.terms).toMatchObject(change);
    expect([after.endsAt, after.scheduledEndsAt]).toEqual([END + DAY_MS, END + DAY_MS]);
  });

  it("records only what differs, and nothing when nothing does", () => {
    const { title, description, imageKeys, startingPriceMinor, endsAt } = anAuction().terms;
    const same = { title, description, imageKeys, startingPriceMinor, endsAt };
    expect(factsOf(anAuction(), edit(same), NOW)).toEqual([]);
    expect(factsOf(anAuction(), edit({ ...same, title: "Octant" }), NOW)).toEqual([
      { type: "listingEdited", change: { title: "Octant" } },
    ]);
  });

  it("keeps the starting price at or above the deployment's minimum", () => {
    expect(refusalOf(anAuction(), edit({ startingPriceMinor: 99_99 }), NOW)).toEqual({
      code: "starting_price_too_low",
      minimumMinor: 100_00,
    });
  });

  it.each([
    ["now", 0, { code: "end_too_soon", earliestAt: NOW + 1 }],
    ["a millisecond ahead", 1, "accepted"],
    ["365 days ahead", MAX_AUCTION_MS, "accepted"],
    ["more than 365 days ahead", MAX_AUCTION_MS + 1, { code: "end_too_late", latestAt: NOW + MAX_AUCTION_MS }],
  ])("accepts an end in the future only: %s", (_title, aheadMs, verdict) => {
    expect(verdictOf(anAuction(), edit({ endsAt: NOW + aheadMs }), NOW)).toEqual(verdict);
  });

  it("changes the increments and whether there is a soft close", () => {
    const change = { increments: "tiered", softCloseMs: 0 } as const;
    expect(factsOf(anAuction(), edit(change), NOW)).toEqual([{ type: "listingEdited", change }]);
    const after = obey(anAuction(), edit(change), NOW);
    expect(after.terms).toMatchObject(change);
    expect(factsOf(after, edit({ softCloseMs: MINUTE_MS }), NOW)).toEqual([
      { type: "listingEdited", change: { softCloseMs: MINUTE_MS } },
    ]);
  });

  it("changes the details as a whole, never looking into them", () => {
    const details = { condition: "good", anything: 7 };
    const described = obey(anAuction(), edit({ details }), NOW);
    expect(described.terms.details).toEqual(details);
    expect(factsOf(described, edit({ details: { anything: 7, condition: "good" } }), NOW)).toEqual([]);
    expect(factsOf(described, edit({ title: "Octant", details }), NOW)).toEqual([
      { type: "listingEdited", change: { title: "Octant" } },
    ]);
    const none = obey(described, edit({ details: null }), NOW);
    expect(none.terms).not.toHaveProperty("details");
    expect(factsOf(none, edit({ details: null }), NOW)).toEqual([]);
  });

  it("keeps the details of a listing with bids, which may be sent back", () => {
    const details = { condition: "good" };
    const bid = obey(anAuction({ details }), place("ann", 100_00), NOW);
    expect(factsOf(bid, edit({ details }), NOW)).toEqual([]);
    expect(refusalOf(bid, edit({ details: null }), NOW)).toEqual({ code: "terms_frozen", fields: ["details"] });
    expect(obey(bid, edit({ description: `${bid.terms.description} Brass.` }), NOW).terms.details).toEqual(details);
  });

  it("keeps the length of a soft close, even if the deployment's setting has changed since", () => {
    expect(factsOf(anAuction(), edit({ increments: "flat", softCloseMs: 5 * MINUTE_MS }), NOW)).toEqual([]);
    expect(factsOf(bidOn, edit({ increments: "flat", softCloseMs: 5 * MINUTE_MS }), NOW)).toEqual([]);
  });

  it("is allowed again once every bid was withdrawn", () => {
    const free = obey(bidOn, { type: "withdrawBid", bidId: "ann-10000", bidderId: "ann" }, NOW);
    expect(obey(free, edit({ startingPriceMinor: 300_00 }), NOW).terms.startingPriceMinor).toBe(300_00);
  });
});

describe("how often a listing is edited", () => {
  const edited = (times: number) => {
    let auction = anAuction();
    for (let time = 1; time <= times; time += 1) auction = obey(auction, edit({ title: `Title ${time}` }), NOW);
    return auction;
  };

  it("is at most two hundred times, whatever is changed", () => {
    const last = edited(MAX_LISTING_EDITS);
    expect(last.terms.title).toBe("Title 200");
    expect(refusalOf(last, edit({ title: "Title 201" }), NOW)).toEqual({ code: "too_many_edits" });
    expect(refusalOf(obey(last, place("ann", 100_00), NOW), edit({ title: "X" }), NOW)).toEqual({
      code: "too_many_edits",
    });
  });

  it("counts facts: an edit that changes nothing is accepted even after the last one, and ownership is checked first", () => {
    const last = edited(MAX_LISTING_EDITS);
    expect(factsOf(last, edit({ title: "Title 200" }), NOW)).toEqual([]);
    expect(refusalOf(last, edit({ title: "Mine" }, "ann"), NOW)).toEqual({ code: "not_your_auction" });
    expect(obey(edited(MAX_LISTING_EDITS - 1), edit({ title: "The last" }), NOW).edits).toBe(MAX_LISTING_EDITS);
  });
});

describe("editing a listing with bids", () => {
  it("lets the description grow", () => {
    const description = `${bidOn.terms.description} With its case.`;
    expect(factsOf(bidOn, edit({ description }), NOW)).toEqual([{ type: "listingEdited", change: { description } }]);
  });

  it.each<[string, ListingChange]>([
    ["title", { title: "Octant" }],
    ["description", { description: "Something else." }],
    ["imageKeys", { imageKeys: ["auctions/a/1"] }],
    ["startingPriceMinor", { startingPriceMinor: 101_00 }],
    ["endsAt", { endsAt: END + 1 }],
    ["increments", { increments: "tiered" }],
    ["softCloseMs", { softCloseMs: 0 }],
    ["details", { details: { condition: "good" } }],
  ])("refuses another %s and names it", (field, change) => {
    expect(refusalOf(bidOn, edit(change), NOW)).toEqual({ code: "terms_frozen", fields: [field] });
  });

  it("refuses the whole change when only a part of it is allowed", () => {
    const description = `${bidOn.terms.description} With its case.`;
    expect(refusalOf(bidOn, edit({ title: "Octant", description }), NOW)).toEqual({
      code: "terms_frozen",
      fields: ["title"],
    });
  });

  it("accepts unchanged values, the extended end among them", () => {
    const extended = obey(bidOn, place("bob", 200_00), END - 1);
    expect(extended.endsAt).toBeGreaterThan(END);
    const { title, startingPriceMinor } = extended.terms;
    expect(factsOf(extended, edit({ title, startingPriceMinor, endsAt: extended.endsAt }), END - 1)).toEqual([]);
    expect(factsOf(extended, edit({ title, startingPriceMinor, endsAt: END }), END - 1)).toEqual([]);
  });
});

describe("a listing belongs to its seller alone", () => {
  it("nobody else edits it, and ownership is checked before anything else", () => {
    expect(refusalOf(anAuction(), edit({}, "ann"), NOW)).toEqual({ code: "not_your_auction" });
    expect(refusalOf(bidOn, edit({ title: "Mine" }, "ann"), END)).toEqual({ code: "not_your_auction" });
  });

  it("nobody else deletes it", () => {
    expect(refusalOf(anAuction(), remove("ann"), NOW)).toEqual({ code: "not_your_auction" });
    expect(refusalOf(bidOn, remove("ann"), END)).toEqual({ code: "not_your_auction" });
  });

  it("nobody edits it after the end", () => {
    expect(refusalOf(anAuction(), edit({ title: "Octant" }), END)).toEqual({ code: "auction_ended", endedAt: END });
  });
});

describe("deleting a listing", () => {
  it("without a standing bid it is removed, live or expired", () => {
    expect(factsOf(anAuction(), remove(), NOW)).toEqual([{ type: "removed" }]);
    expect(factsOf(anAuction(), remove(), END + 1)).toEqual([{ type: "removed" }]);
  });

  it("with bids it is cancelled", () => {
    expect(factsOf(bidOn, remove(), NOW)).toEqual([{ type: "cancelled" }]);
  });

  it.each([
    ["more than twelve hours left that is allowed", 12 * HOUR_MS + 1, "accepted"],
    ["exactly twelve hours left it is refused", 12 * HOUR_MS, { code: "cancel_too_late" }],
    ["a millisecond left it is refused", 1, { code: "cancel_too_late" }],
    ["nothing left it is sold, and a sold one is never deleted", 0, { code: "auction_sold" }],
  ])("with bids and %s", (_title, leftMs, verdict) => {
    expect(verdictOf(bidOn, remove(), END - leftMs)).toEqual(verdict);
  });

  it("T26: a closed sale is never deleted", () => {
    const sold = obey(bidOn, { type: "close", lastHash: "h" }, END);
    expect(refusalOf(sold, remove(), END + 1)).toEqual({ code: "auction_sold" });
  });

  it.each([
    ["cancelled", obey(bidOn, remove(), NOW)],
    ["removed", obey(anAuction(), remove(), NOW)],
  ])("a listing that was %s is not found by any command", (_phase, gone) => {
    expect(refusalOf(gone, remove(), NOW)).toEqual({ code: "auction_not_found" });
    expect(refusalOf(gone, edit({ title: "Octant" }), NOW)).toEqual({ code: "auction_not_found" });
    expect(refusalOf(gone, place("bob", 500_00), NOW)).toEqual({ code: "auction_not_found" });
    expect(refusalOf(gone, { type: "close", lastHash: "h" }, END)).toEqual({ code: "auction_not_found" });
  });
});

describe("listing an auction again", () => {
  const expired = obey(anAuction(), { type: "close", lastHash: "h" }, END);

  it("is for its seller, once it has ended without a bid, whether or not the end is recorded", () => {
    expect(refuseRelisting(expired, SELLER, END + 1)).toBeNull();
    expect(refuseRelisting(anAuction(), SELLER, END)).toBeNull();
    expect(refuseRelisting(expired, "ann", END + 1)).toEqual({ code: "not_your_auction" });
  });

  it.each([
    ["live", anAuction(), END - 1, "not_expired"],
    ["sold", bidOn, END, "not_expired"],
    ["hidden", obey(anAuction(), { type: "hideListing", reason: "A copy", salt: "s" }, NOW), END, "listing_hidden"],
    ["voided", obey(anAuction(), { type: "voidAuction", reason: "A copy" }, NOW), END, "auction_voided"],
  ])("is refused while it is %s", (_state, auction, now, code) => {
    expect(refuseRelisting(auction, SELLER, now)).toEqual({ code });
  });
});

describe("an auction that lists itself again ends", () => {
  it.each([
    ["after the same duration", 3 * DAY_MS, 3 * DAY_MS],
    ["later, if an edit has made it shorter than a new auction may be", 1, LIMITS.minAuctionMs + MINUTE_MS],
    ["sooner, if an edit has made it longer", MAX_AUCTION_MS + DAY_MS, MAX_AUCTION_MS - MINUTE_MS],
  ])("%s", (_, before, after) => {
    expect(endOfRelisting(before, LIMITS, NOW)).toBe(NOW + after);
  });

  it("so that its room opens it, by a clock that differs by less than a minute", () => {
    for (const duration of [1, LIMITS.minAuctionMs, 3 * DAY_MS, 2 * MAX_AUCTION_MS]) {
      const { terms } = openCommand();
      const command = { ...openCommand(), terms: { ...terms, endsAt: endOfRelisting(duration, LIMITS, NOW) } };
      for (const now of [NOW - MINUTE_MS, NOW, NOW + MINUTE_MS]) expect(verdictOf(null, command, now)).toBe("accepted");
    }
  });
});
