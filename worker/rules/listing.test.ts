import { describe, expect, it } from "vitest";

import type { Auction } from "./auction.ts";
import type { Command } from "./decide.ts";
import type { ListingChange, Terms } from "./facts.ts";
import { endOfRelisting, MAX_AUCTION_MS, MAX_LISTING_EDITS, refuseRelisting } from "./listing.ts";
import {
  auctionAfter,
  anAuction,
  block,
  CLOSE,
  DAY_MS,
  deleteListing,
  editListing,
  factsOf,
  HIDE,
  HOUR_MS,
  LIMITS,
  MINUTE_MS,
  auctionAfterCommand,
  openCommand,
  place,
  refusalOf,
  voidBid,
  SELLER,
  T0,
  decisionOf,
  VOID,
  withBids,
  withdraw,
} from "./testing/auctions.ts";

const END = T0 + DAY_MS;
const NOW = T0 + HOUR_MS;
const auctionWithoutBids = anAuction();
const auctionWithBid = withBids([["ann", 100_00]]);
const priceTooLow = { code: "starting_price_too_low", minimumMinor: 100_00 };
const notYours = { code: "not_your_auction" };
const factsOfEdit = (auction: Auction, change: ListingChange, now = NOW) => factsOf(auction, editListing(change), now);
const longerDescription = (auction: Auction) => ({ description: `${auction.terms.description} With its case.` });

describe("opening a listing", () => {
  it("opening a listing starts the journal with its terms", () => {
    const { terms } = openCommand();
    expect(factsOf(null, openCommand(), T0)).toEqual([
      { type: "opened", auctionId: "auction", sellerId: SELLER, currency: "USD", terms },
    ]);
    expect(auctionWithoutBids).toMatchObject({ seq: 1, openedAt: T0, endsAt: END, phase: "open", bidCount: 0 });
  });

  const tooSoon = { code: "end_too_soon", earliestAt: T0 + MINUTE_MS };
  it.each<[string, Partial<Terms>, unknown]>([
    ["refuse a listing with a starting price under the minimum", { startingPriceMinor: 99_99 }, priceTooLow],
    ["accept a listing with the minimum starting price", { startingPriceMinor: 100_00 }, "accepted"],
    ["refuse a listing that ends a millisecond under a minute from now", { endsAt: T0 + MINUTE_MS - 1 }, tooSoon],
    ["accept a listing that ends in a minute", { endsAt: T0 + MINUTE_MS }, "accepted"],
    ["accept a listing that ends in 365 days", { endsAt: T0 + MAX_AUCTION_MS }, "accepted"],
    [
      "refuse a listing that ends in 365 days and a millisecond",
      { endsAt: T0 + MAX_AUCTION_MS + 1 },
      { code: "end_too_late", latestAt: T0 + MAX_AUCTION_MS },
    ],
    ["refuse a listing with an end in the past", { endsAt: T0 - 1 }, tooSoon],
  ])("the rules %s", (_title, terms, decision) => {
    expect(decisionOf(null, openCommand(terms), T0)).toEqual(decision);
  });

  it("an auction can't be opened twice", () => {
    expect(refusalOf(auctionWithoutBids, openCommand(), T0 + 1)).toEqual({ code: "auction_exists" });
  });
});

describe("editing a listing", () => {
  it("an edit can change every term while no one has bid", () => {
    const change = {
      title: "Brass octant",
      description: "Another.",
      imageKeys: ["auctions/a/1"],
      startingPriceMinor: 250_00,
      endsAt: END + DAY_MS,
      increments: "tiered",
      softCloseMs: 0,
    } as const;
    expect(factsOfEdit(auctionWithoutBids, change)).toEqual([{ type: "listingEdited", change }]);
    const changed = auctionAfterCommand(auctionWithoutBids, editListing(change), NOW);
    expect(changed.terms).toMatchObject(change);
    expect([changed.endsAt, changed.scheduledEndsAt]).toEqual([END + DAY_MS, END + DAY_MS]);
    expect(factsOfEdit(changed, { softCloseMs: MINUTE_MS })).toEqual([
      { type: "listingEdited", change: { softCloseMs: MINUTE_MS } },
    ]);
  });

  it("an edit records only what differs, and nothing if nothing does", () => {
    const { title, description, imageKeys, startingPriceMinor, endsAt } = auctionWithoutBids.terms;
    const same = { title, description, imageKeys, startingPriceMinor, endsAt };
    expect(factsOfEdit(auctionWithoutBids, same)).toEqual([]);
    expect(factsOfEdit(auctionWithoutBids, { ...same, title: "Octant" })).toEqual([
      { type: "listingEdited", change: { title: "Octant" } },
    ]);
  });

  it.each<[string, ListingChange, unknown]>([
    ["refuse an edit to a starting price under the minimum", { startingPriceMinor: 99_99 }, priceTooLow],
    ["refuse an edit that ends the auction now", { endsAt: NOW }, { code: "end_too_soon", earliestAt: NOW + 1 }],
    ["accept an edit that ends the auction in a millisecond", { endsAt: NOW + 1 }, "accepted"],
    ["accept an edit that ends the auction in 365 days", { endsAt: NOW + MAX_AUCTION_MS }, "accepted"],
    [
      "refuse an edit that ends the auction in over 365 days",
      { endsAt: NOW + MAX_AUCTION_MS + 1 },
      { code: "end_too_late", latestAt: NOW + MAX_AUCTION_MS },
    ],
  ])("the rules %s", (_title, change, decision) => {
    expect(decisionOf(auctionWithoutBids, editListing(change), NOW)).toEqual(decision);
  });

  it("an edit replaces the details as a whole, whatever they contain", () => {
    const details = { condition: "good", anything: 7 };
    const withDetails = auctionAfterCommand(auctionWithoutBids, editListing({ details }), NOW);
    expect(withDetails.terms.details).toEqual(details);
    expect(factsOfEdit(withDetails, { details: { anything: 7, condition: "good" } })).toEqual([]);
    expect(factsOfEdit(withDetails, { title: "Octant", details })).toEqual([
      { type: "listingEdited", change: { title: "Octant" } },
    ]);
    const withoutDetails = auctionAfterCommand(withDetails, editListing({ details: null }), NOW);
    expect(withoutDetails.terms).not.toHaveProperty("details");
    expect(factsOfEdit(withoutDetails, { details: null })).toEqual([]);
  });

  it("an edit of a listing with bids can send back the same details", () => {
    const details = { condition: "good" };
    const auctionWithDetails = auctionAfterCommand(anAuction({ details }), place("ann", 100_00), NOW);
    expect(factsOfEdit(auctionWithDetails, { details })).toEqual([]);
    expect(refusalOf(auctionWithDetails, editListing({ details: null }), NOW)).toEqual({
      code: "terms_frozen",
      fields: ["details"],
    });
    expect(
      auctionAfterCommand(auctionWithDetails, editListing(longerDescription(auctionWithDetails)), NOW).terms.details,
    ).toEqual(details);
  });

  it("an edit keeps a soft close's length even if the setting has changed since", () => {
    for (const auction of [auctionWithoutBids, auctionWithBid]) {
      expect(factsOfEdit(auction, { increments: "flat", softCloseMs: 5 * MINUTE_MS })).toEqual([]);
    }
  });

  it("an edit can only extend the description once someone has bid", () => {
    expect(factsOfEdit(auctionWithBid, longerDescription(auctionWithBid))).toEqual([
      { type: "listingEdited", change: longerDescription(auctionWithBid) },
    ]);
    expect(
      refusalOf(auctionWithBid, editListing({ title: "Octant", ...longerDescription(auctionWithBid) }), NOW),
    ).toEqual({
      code: "terms_frozen",
      fields: ["title"],
    });
    const withoutBids = auctionAfterCommand(auctionWithBid, withdraw("ann-10000"), NOW);
    expect(
      auctionAfterCommand(withoutBids, editListing({ startingPriceMinor: 300_00 }), NOW).terms.startingPriceMinor,
    ).toBe(300_00);
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
  ])("an edit can't change %s once someone has bid", (field, change) => {
    expect(refusalOf(auctionWithBid, editListing(change), NOW)).toEqual({ code: "terms_frozen", fields: [field] });
  });

  it("an edit of a listing with bids can repeat old values, even the extended end", () => {
    const extended = auctionAfterCommand(auctionWithBid, place("bob", 200_00), END - 1);
    expect(extended.endsAt).toBeGreaterThan(END);
    const { title, startingPriceMinor } = extended.terms;
    for (const endsAt of [extended.endsAt, END]) {
      expect(factsOfEdit(extended, { title, startingPriceMinor, endsAt }, END - 1)).toEqual([]);
    }
  });

  it("the 201st edit is refused unless it changes nothing", () => {
    const fullyEdited = auctionAfter(
      Array.from({ length: MAX_LISTING_EDITS }, (_, index) => editListing({ title: `Title ${index + 1}` })),
    );
    expect([fullyEdited.terms.title, fullyEdited.edits]).toEqual(["Title 200", MAX_LISTING_EDITS]);
    expect(refusalOf(fullyEdited, editListing({ title: "Title 201" }), NOW)).toEqual({ code: "too_many_edits" });
    expect(
      refusalOf(auctionAfterCommand(fullyEdited, place("ann", 100_00), NOW), editListing({ title: "X" }), NOW),
    ).toEqual({
      code: "too_many_edits",
    });
    expect(factsOfEdit(fullyEdited, { title: "Title 200" })).toEqual([]);
    expect(refusalOf(fullyEdited, editListing({ title: "Mine" }, { sellerId: "ann" }), NOW)).toEqual(notYours);
  });

  it.each([
    ["another person's listing", auctionWithoutBids, editListing({}, { sellerId: "ann" }), NOW, notYours],
    [
      "another person's listing after its end",
      auctionWithBid,
      editListing({ title: "Mine" }, { sellerId: "ann" }),
      END,
      notYours,
    ],
    [
      "after the end",
      auctionWithoutBids,
      editListing({ title: "Octant" }),
      END,
      { code: "auction_ended", endedAt: END },
    ],
  ])("an edit of a listing is refused: %s", (_what, auction, command, now, refusal) => {
    expect(refusalOf(auction, command, now)).toEqual(refusal);
  });
});

describe("deleting a listing", () => {
  const LAST_DELETION_AT = END - 12 * HOUR_MS;
  const sold = auctionAfterCommand(auctionWithBid, CLOSE, END);
  /** The seller blocks the only bidder, and has the bid voided. */
  const emptied = auctionAfter([
    place("bob", 200_00, "bob-1"),
    block("bob"),
    { type: "voidBid", bidId: "bob-1", by: "seller", personId: "bob" },
  ]);
  const buyerReleased = auctionAfterCommand(sold, { type: "releaseBuyer", sellerId: SELLER }, END);

  it.each([
    ["removed without a bid", auctionWithoutBids, NOW, "removed"],
    ["removed without a bid after its end", auctionWithoutBids, END + 1, "removed"],
    ["canceled with bids", auctionWithBid, NOW, "cancelled"],
    ["canceled with bids and over twelve hours left", auctionWithBid, LAST_DELETION_AT - 1, "cancelled"],
    ["canceled once every bidder was blocked", emptied, LAST_DELETION_AT - 1, "cancelled"],
    ["removed once every bidder was blocked and it has ended", emptied, END, "removed"],
    [
      "removed late if an admin has voided every bid",
      auctionAfter([place("bob", 200_00), voidBid("bob-20000")]),
      LAST_DELETION_AT,
      "removed",
    ],
  ])("a deleted listing is %s", (_title, auction, now, type) => {
    expect(factsOf(auction, deleteListing(), now)).toEqual([{ type }]);
  });

  it.each([
    ["with bids and twelve hours left", auctionWithBid, LAST_DELETION_AT, "cancel_too_late"],
    ["with bids and a millisecond left", auctionWithBid, END - 1, "cancel_too_late"],
    ["late, even if every bidder was blocked", emptied, LAST_DELETION_AT, "cancel_too_late"],
    ["once it is sold", auctionWithBid, END, "auction_sold"],
    ["once its sale is closed (T26)", sold, END + 1, "auction_sold"],
    ["once its buyer was released", buyerReleased, END + 1, "auction_sold"],
  ])("deleting a listing is refused %s", (_title, auction, now, code) => {
    expect(refusalOf(auction, deleteListing(), now)).toEqual({ code });
  });

  it("deleting another person's listing is refused", () => {
    expect(refusalOf(auctionWithoutBids, deleteListing("ann"), NOW)).toEqual(notYours);
    expect(refusalOf(auctionWithBid, deleteListing("ann"), END)).toEqual(notYours);
  });

  it.each([
    ["cancelled", auctionAfterCommand(auctionWithBid, deleteListing(), NOW)],
    ["removed", auctionAfterCommand(auctionWithoutBids, deleteListing(), NOW)],
  ])("no command finds a listing that was %s", (_phase, endedAuction) => {
    const commands: Command[] = [deleteListing(), editListing({ title: "Octant" }), place("bob", 500_00), CLOSE];
    for (const command of commands)
      expect(refusalOf(endedAuction, command, END)).toEqual({ code: "auction_not_found" });
  });
});

describe("relisting an auction", () => {
  const expired = auctionAfterCommand(auctionWithoutBids, CLOSE, END);

  it("the seller can relist an ended auction without bids, even if not yet closed", () => {
    expect(refuseRelisting(expired, SELLER, END + 1)).toBeNull();
    expect(refuseRelisting(auctionWithoutBids, SELLER, END)).toBeNull();
    expect(refuseRelisting(expired, "ann", END + 1)).toEqual(notYours);
  });

  it.each([
    ["live", auctionWithoutBids, END - 1, "not_expired"],
    ["sold", auctionWithBid, END, "not_expired"],
    ["hidden", auctionAfterCommand(auctionWithoutBids, HIDE, NOW), END, "listing_hidden"],
    ["voided", auctionAfterCommand(auctionWithoutBids, VOID, NOW), END, "auction_voided"],
  ])("an auction can't be relisted while it is %s", (_state, auction, now, code) => {
    expect(refuseRelisting(auction, SELLER, now)).toEqual({ code });
  });

  it.each([
    ["after the same duration", 3 * DAY_MS, 3 * DAY_MS],
    ["later, if the old duration is too short", 1, LIMITS.minAuctionMs + MINUTE_MS],
    ["sooner, if the old duration is too long", MAX_AUCTION_MS + DAY_MS, MAX_AUCTION_MS - MINUTE_MS],
  ])("an automatically relisted auction ends %s", (_, before, durationMs) => {
    const endsAt = endOfRelisting(before, LIMITS, NOW);
    expect(endsAt).toBe(NOW + durationMs);
    // Its room opens it even if the room's clock is off by a minute.
    for (const now of [NOW - MINUTE_MS, NOW, NOW + MINUTE_MS]) {
      expect(decisionOf(null, openCommand({ endsAt }), now)).toBe("accepted");
    }
  });
});
