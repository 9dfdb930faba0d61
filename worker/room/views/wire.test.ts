import { describe, expect, it } from "vitest";

import type { LiveEvent } from "../../contract/live.ts";
import type { Fact } from "../../rules/facts.ts";
import { DAY_MS, auctionAfterCommand, SECOND_MS, SELLER, T0, withBids } from "../../rules/testing/auctions.ts";
import type { Participant } from "../storage/participants.ts";
import { newestBids, toDetails } from "./cached-page.ts";
import { type AuctionWithParticipants, toListedAuction, toBid, toEvent, toPerson, toStanding } from "./wire.ts";

const MINUTE_MS = 60 * SECOND_MS;
const END = T0 + DAY_MS;
const participant = (id: string, change: Partial<Participant> = {}): Participant => ({
  id,
  firstName: id.toUpperCase(),
  lastName: "Doe",
  imageUrl: null,
  maskedEmail: `${id[0]}•••@e•••.com`,
  ...change,
});
/**
 * Ann has an image, Bob bids anonymously, and Cem is anonymous but has no number yet. Anyone else has deleted their
 * account.
 */
const participants = new Map<string, Participant>([
  [SELLER, participant(SELLER)],
  ["ann", participant("ann", { imageUrl: "/ann.webp" })],
  ["bidder-7", participant("bob", { anonymous: true, number: 7 })],
  ["cem", participant("cem", { anonymous: true })],
]);
const bidders = { countWithdrawals: () => 0 };
const SUE = { _id: SELLER, firstName: "SELLER", lastName: "Doe", image: null };
const ANN = { _id: "ann", firstName: "ANN", lastName: "Doe", image: { url: "/ann.webp" } };
const BIDDER_7 = { _id: "bidder-7", firstName: "Bidder", lastName: "7", image: null };

const anAuctionWithParticipants = (
  auction = withBids([
    ["ann", 100_00],
    ["bidder-7", 150_50],
  ]),
): AuctionWithParticipants => ({ auction, participants, bidders });
const iso = (at: number) => new Date(at).toISOString();

describe("people", () => {
  it.each([
    ["by name and image", "ann", ANN],
    ["as a number if they bid anonymously", "bidder-7", BIDDER_7],
    ["by name until they have a number", "cem", { _id: "cem", firstName: "CEM", lastName: "Doe", image: null }],
    ["as deleted once their account is", "dan", { _id: "dan", firstName: "Deleted", lastName: "user", image: null }],
  ])("a person is shown %s", (_, id, person) => {
    expect(toPerson(id, participants)).toEqual(person);
  });
});

describe("auctions", () => {
  const { auction } = anAuctionWithParticipants();
  const standing = {
    currentBid: 150.5,
    minNextBid: 151.5,
    bidCount: 2,
    auctionEndTime: iso(END),
    scheduledEndTime: iso(END),
    status: "Live",
    extensions: 0,
  };

  it("an auction is shown in major units and ISO times, with its current status", () => {
    expect(toStanding(auction, END - 1)).toEqual(standing);
    expect(toStanding(auction, END)).toEqual({ ...standing, status: "Sold" });
    expect(toStanding(withBids([]), T0)).toMatchObject({ currentBid: 100, minNextBid: 100, bidCount: 0 });
  });

  it("an auction is shown with its listing, and the first image is the cover", () => {
    const { auction: illustrated } = anAuctionWithParticipants(
      withBids([["ann", 100_00]], { imageKeys: ["a/1", "a/2"] }),
    );
    expect(toListedAuction({ auction: illustrated, participants, bidders }, T0)).toEqual({
      _id: "auction",
      title: "Brass sextant",
      description: "From a ship's chandler.",
      images: { url: "/api/v1/images/a/1" },
      pictures: [{ url: "/api/v1/images/a/1" }, { url: "/api/v1/images/a/2" }],
      startingPrice: 100,
      currency: "USD",
      createdAt: iso(T0),
      category: { _id: "antiques", name: "Antiques" },
      seller: SUE,
      ...standing,
      currentBid: 100,
      minNextBid: 101,
      bidCount: 1,
    });
    expect(toListedAuction(anAuctionWithParticipants(), T0)).toMatchObject({ images: null, pictures: [] });
  });

  it("an auction with a start time shows it, and is upcoming until then", () => {
    const upcoming = { auction: withBids([], { startsAt: T0 + MINUTE_MS }), participants, bidders };
    expect(toListedAuction(upcoming, T0 + MINUTE_MS - 1)).toMatchObject({
      startsAt: iso(T0 + MINUTE_MS),
      status: "Upcoming",
    });
    expect(toListedAuction(upcoming, T0 + MINUTE_MS)).toMatchObject({ status: "Live" });
    expect(toListedAuction(anAuctionWithParticipants(), T0)).not.toHaveProperty("startsAt");
  });

  it("an auction page shows the newest bids first", () => {
    const first = { _id: "ann-10000", amount: 100, bidder: ANN, createdAt: iso(T0), auto: false, edited: false };
    const second = { ...first, _id: "bidder-7-15050", amount: 150.5, bidder: BIDDER_7, createdAt: iso(T0 + SECOND_MS) };
    expect(toDetails(anAuctionWithParticipants(), 3, T0 + MINUTE_MS)).toEqual({
      ...toListedAuction(anAuctionWithParticipants(), T0 + MINUTE_MS),
      terms: { increments: "flat", softCloseMs: 2 * MINUTE_MS },
      freezeMs: 2 * MINUTE_MS,
      bids: [second, first],
      seq: 3,
      serverTime: T0 + MINUTE_MS,
      watching: 3,
      winner: null,
    });
    const raised = auctionAfterCommand(
      auction,
      { type: "editBid", bidId: "ann-10000", bidderId: "ann", amountMinor: 200_00 },
      T0,
    );
    expect(newestBids({ auction: raised, participants, bidders })[0]).toEqual({ ...first, amount: 200, edited: true });
  });

  it("a closed auction is shown with its winner", () => {
    const closed = auctionAfterCommand(auction, { type: "close", lastHash: "" }, END);
    expect(toDetails({ auction: closed, participants, bidders }, 0, END)).toMatchObject({
      winner: BIDDER_7,
      status: "Sold",
    });
  });

  it("a voided auction is shown with its reason and without a winner", () => {
    const closed = auctionAfterCommand(auction, { type: "close", lastHash: "" }, END);
    const voided = auctionAfterCommand(closed, { type: "voidAuction", reason: "Stolen goods" }, END);
    expect(toDetails({ auction: voided, participants, bidders }, 0, END)).toMatchObject({
      winner: null,
      status: "Voided",
      voided: { reason: "Stolen goods" },
    });
    expect(toDetails({ auction: closed, participants, bidders }, 0, END)).not.toHaveProperty("voided");
  });

  it("an auction is shown with at most 100 bids", () => {
    const auctionWith101Bids = withBids(
      Array.from({ length: 101 }, (_, index) => ["ann", (100 + index) * 100] as const),
    );
    const bids = newestBids({ auction: auctionWith101Bids, participants, bidders });
    expect(bids.map(({ amount }) => amount)).toEqual(Array.from({ length: 100 }, (_, index) => 200 - index));
    const [top] = bids;
    expect(auctionWith101Bids.top && toBid(auctionWith101Bids.top.bid, { participants, bidders })).toEqual(top);
  });
});

const bid = { bidId: "auction-2", bidderId: "ann", amountMinor: 125_50 };
const wireBid = { _id: "auction-2", amount: 125.5, bidder: ANN, createdAt: iso(T0), auto: false, edited: false };
const { title, description, terms } = {
  ...anAuctionWithParticipants().auction.terms,
  terms: anAuctionWithParticipants().auction.terms,
};

/** Each fact, and the event that watchers get, without its number. */
const EVENTS: readonly [string, Fact, Record<string, unknown>][] = [
  [
    "a bid by name, with the masked email address",
    { type: "newBid", ...bid, auto: true, outbidId: null },
    {
      productId: "auction",
      bidAmount: 125.5,
      bid: { ...wireBid, auto: true },
      user: "ANN Doe",
      userId: "ann",
      bidderEmail: "a•••@e•••.com",
      auto: true,
    },
  ],
  [
    "an anonymous bid, without any email address",
    { type: "newBid", ...bid, bidderId: "bidder-7", auto: false, outbidId: null },
    {
      productId: "auction",
      bidAmount: 125.5,
      bid: { ...wireBid, bidder: BIDDER_7 },
      user: "Bidder 7",
      userId: "bidder-7",
      bidderEmail: "",
      auto: false,
    },
  ],
  [
    "a bid from a deleted account",
    { type: "newBid", ...bid, bidderId: "dan", auto: false, outbidId: null },
    {
      productId: "auction",
      bidAmount: 125.5,
      bid: { ...wireBid, bidder: toPerson("dan", participants) },
      user: "Deleted user",
      userId: "dan",
      bidderEmail: "",
      auto: false,
    },
  ],
  [
    "a raised bid, with its original time",
    { type: "bidEdited", ...bid, previousMinor: 100_00, outbidId: null },
    { previousAmount: 100, bid: { ...wireBid, createdAt: iso(T0 - 2), edited: true } },
  ],
  [
    "a raised automatic bid, with its original time",
    { type: "bidAdjusted", ...bid },
    { bid: { ...wireBid, createdAt: iso(T0 - 2), auto: true, edited: true } },
  ],
  ["the leader's new maximum, without its amount", { type: "maximumChanged", bidId: "auction-2", bidderId: "ann" }, {}],
  [
    "a withdrawal",
    { type: "bidWithdrawn", ...bid, newLeaderId: null },
    { bidId: "auction-2", bidder: ANN, withdrawals: 0 },
  ],
  [
    "a bid that was undone, with its reason",
    { type: "bidWithdrawn", ...bid, newLeaderId: null, reason: "mistake" },
    { bidId: "auction-2", bidder: ANN, reason: "mistake", withdrawals: 0 },
  ],
  [
    "an edited listing, as it is now",
    { type: "listingEdited", change: { title: "Another title" } },
    {
      title,
      description,
      startingPrice: 100,
      images: null,
      pictures: [],
      terms: { increments: "flat", softCloseMs: 2 * MINUTE_MS },
      startsAt: null,
      buyNowPrice: null,
    },
  ],
  ["a reserve that is set", { type: "reserveSet" }, { reserveMet: false }],
  ["a reserve that is removed", { type: "reserveRemoved" }, { reserveMet: null }],
  [
    "an extension",
    { type: "extended", endsAt: END + 1, extensions: 1 },
    { auctionEndTime: iso(END + 1), extensions: 1 },
  ],
  [
    "a sale",
    { type: "closed", outcome: { winnerId: "ann", bidId: "auction-2", priceMinor: 125_50 }, lastHash: "" },
    { status: "Sold", winner: ANN, finalPrice: 125.5 },
  ],
  [
    "an end without a bid",
    { type: "closed", outcome: null, lastHash: "" },
    { status: "Expired", winner: null, finalPrice: null },
  ],
  ["an opening", { type: "opened", auctionId: "auction", sellerId: SELLER, currency: "USD", terms }, {}],
  ["a cancellation", { type: "cancelled" }, {}],
  ["a removal", { type: "removed" }, {}],
  ["a blocked bidder, without their identity", { type: "bidderBlocked" }, {}],
  ["an unblocked bidder", { type: "bidderUnblocked" }, {}],
  ["a hidden listing, once it is shown again", { type: "hidden" }, {}],
  ["a listing shown again", { type: "shown" }, {}],
  ["a listing shown again after its end", { type: "shown", closing: { outcome: null } }, {}],
  ["a voided auction, with its reason", { type: "voided", reason: "Stolen goods" }, { reason: "Stolen goods" }],
];

describe("events", () => {
  const event = (fact: Fact, auctionWithParticipants = anAuctionWithParticipants()): LiveEvent =>
    toEvent({ fact, seq: 9, at: T0 }, auctionWithParticipants, () => ({
      placedAt: T0 - 2,
      edited: true,
      reveals: false,
      releaseRequested: false,
    }));

  it.each(EVENTS)("a fact becomes a live event: %s", (_, fact, expected) => {
    expect(event(fact)).toEqual({ seq: 9, type: fact.type, ...expected });
  });

  it.each(EVENTS)("a live event about a hidden listing reveals nothing: %s", (_, fact) => {
    const hidden = auctionAfterCommand(
      anAuctionWithParticipants().auction,
      { type: "hideListing", reason: "fake", salt: "salt" },
      T0 + MINUTE_MS,
    );
    expect(event(fact, anAuctionWithParticipants(hidden))).toEqual({ seq: 9, type: "hidden" });
  });
});
