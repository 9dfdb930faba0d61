import { expect, it } from "vitest";

import type { Auction } from "./auction.ts";
import { statusAt, statusUntil, softCloseWindowMs } from "./closing.ts";
import type { Terms } from "./facts.ts";
import { MAX_AUCTION_MS, type RequestedChange } from "./listing.ts";
import {
  anAuction,
  block,
  DAY_MS,
  deleteListing,
  editListing,
  factsOf,
  HOUR_MS,
  MINUTE_MS,
  auctionAfterCommand,
  openCommand,
  place,
  refusalOf,
  SELLER,
  T0,
  decisionOf,
  VOID,
} from "./testing/auctions.ts";

const START = T0 + HOUR_MS;
const END = T0 + DAY_MS;
const NOW = T0 + MINUTE_MS;
const anUpcomingAuction = (terms: Partial<Terms> = {}) => anAuction({ startsAt: START, ...terms });
const factsOfEdit = (auction: Auction, change: RequestedChange, now: number) =>
  factsOf(auction, editListing(change), now);
const NOT_STARTED = { code: "auction_not_started", startsAt: START };

const TOO_LATE = T0 + MAX_AUCTION_MS + 1;
it.each([
  ["accept a listing that starts now", T0, "accepted"],
  ["refuse a listing that started a millisecond ago", T0 - 1, { code: "start_too_soon", earliestAt: T0 }],
  ["accept a listing that starts in 365 days", T0 + MAX_AUCTION_MS, "accepted"],
  [
    "refuse a listing that starts in 365 days and a millisecond",
    TOO_LATE,
    { code: "start_too_late", latestAt: T0 + MAX_AUCTION_MS },
  ],
])("the rules %s", (_title, startsAt, decision) => {
  expect(decisionOf(null, openCommand({ startsAt, endsAt: startsAt + DAY_MS }), T0)).toEqual(decision);
});

const tooSoon = { code: "end_too_soon", earliestAt: START + MINUTE_MS };
it.each([
  ["refuse an end before the start", -1, tooSoon],
  ["refuse an end a millisecond under a minute after the start", MINUTE_MS - 1, tooSoon],
  ["accept an end a minute after the start", MINUTE_MS, "accepted"],
  ["accept an end 365 days after the start", MAX_AUCTION_MS, "accepted"],
  [
    "refuse an end over 365 days after the start",
    MAX_AUCTION_MS + 1,
    { code: "end_too_late", latestAt: START + MAX_AUCTION_MS },
  ],
])("the rules %s", (_title, afterMs, decision) => {
  expect(decisionOf(null, openCommand({ startsAt: START, endsAt: START + afterMs }), T0)).toEqual(decision);
});

it.each([
  ["upcoming before its start", START - 1, "Upcoming", START],
  ["live once it has started", START, "Live", END],
  ["expired once it has ended", END, "Expired", Infinity],
])("a scheduled auction without bids is %s", (_when, now, status, until) => {
  expect([statusAt(anUpcomingAuction(), now), statusUntil(anUpcomingAuction(), now)]).toEqual([status, until]);
});

it("an auction without a start is live once opened, even if the clock is set back", () => {
  expect(statusAt(anAuction(), T0 - 1)).toBe("Live");
});

it("a bid before the start is refused as too early, even if it's otherwise invalid", () => {
  for (const command of [place("ann", 100_00), place(SELLER, 100_00), place("ann", 1)]) {
    expect(refusalOf(anUpcomingAuction(), command, START - 1)).toEqual(NOT_STARTED);
  }
  expect(decisionOf(anUpcomingAuction(), place("ann", 100_00), START)).toBe("accepted");
});

it("an upcoming auction's seller can delete it, edit it and block people", () => {
  const now = START - 1;
  expect(factsOf(anUpcomingAuction(), deleteListing(), now)).toEqual([{ type: "removed" }]);
  expect(factsOf(anUpcomingAuction(), block("ann"), now)).toEqual([{ type: "bidderBlocked" }]);
  expect(factsOfEdit(anUpcomingAuction(), { title: "Octant" }, now)).toEqual([
    { type: "listingEdited", change: { title: "Octant" } },
  ]);
});

it("an upcoming auction can be voided", () => {
  const voided = auctionAfterCommand(anUpcomingAuction(), VOID, START - 1);
  expect(statusAt(voided, START - 1)).toBe("Voided");
  expect(refusalOf(voided, place("ann", 100_00), START)).toEqual({ code: "auction_voided" });
});

it("the soft-close window is at most 10% of the time from start to end", () => {
  const shortTerms = { startsAt: START, endsAt: START + 10 * MINUTE_MS };
  expect(softCloseWindowMs(anUpcomingAuction(shortTerms))).toBe(MINUTE_MS);
  expect(auctionAfterCommand(anUpcomingAuction(shortTerms), place("ann", 100_00), shortTerms.endsAt - 1).endsAt).toBe(
    shortTerms.endsAt - 1 + MINUTE_MS,
  );
});

it.each<[string, RequestedChange, number, unknown]>([
  ["accept an edit of the start to now", { startsAt: NOW }, NOW, "accepted"],
  [
    "refuse an edit of the start to a millisecond ago",
    { startsAt: NOW - 1 },
    NOW,
    { code: "start_too_soon", earliestAt: NOW },
  ],
  ["accept an edit that leaves the start a minute before the end", { startsAt: END - MINUTE_MS }, NOW, "accepted"],
  [
    "refuse an edit that leaves the start under a minute before the end",
    { startsAt: END - MINUTE_MS + 1 },
    NOW,
    { code: "end_too_soon", earliestAt: END + 1 },
  ],
  [
    "refuse an edit of the start to over 365 days ahead",
    { startsAt: NOW + MAX_AUCTION_MS + 1 },
    NOW,
    { code: "start_too_late", latestAt: NOW + MAX_AUCTION_MS },
  ],
  [
    "refuse an edit that leaves the start under a minute before a new end",
    { endsAt: START + MINUTE_MS - 1 },
    NOW,
    tooSoon,
  ],
  ["accept an edit that leaves the start a minute before a new end", { endsAt: START + MINUTE_MS }, NOW, "accepted"],
  ["accept an edit of the end to just after a start in the past", { endsAt: START + 2 }, START + 1, "accepted"],
])("the rules %s", (_title, change, now, decision) => {
  expect(decisionOf(anUpcomingAuction(), editListing(change), now)).toEqual(decision);
});

it("an edit of both start and end is checked with both new times", () => {
  const change = { startsAt: END + DAY_MS, endsAt: END + 2 * DAY_MS };
  expect(factsOfEdit(anUpcomingAuction(), change, NOW)).toEqual([{ type: "listingEdited", change }]);
  expect(auctionAfterCommand(anUpcomingAuction(), editListing(change), NOW)).toMatchObject({
    endsAt: change.endsAt,
    terms: change,
  });
});

it("starting right away records the current time, never one before the last event", () => {
  const immediateStart = { startsAt: null };
  expect(factsOfEdit(anUpcomingAuction(), immediateStart, NOW)).toEqual([
    { type: "listingEdited", change: { startsAt: NOW } },
  ]);
  expect(
    decisionOf(auctionAfterCommand(anUpcomingAuction(), editListing(immediateStart), NOW), place("ann", 100_00), NOW),
  ).toBe("accepted");
  // After a clock was set back.
  const at = NOW + HOUR_MS / 2;
  const auction = auctionAfterCommand(anUpcomingAuction(), editListing({ title: "Octant" }), at);
  expect(factsOfEdit(auction, immediateStart, NOW)).toEqual([{ type: "listingEdited", change: { startsAt: at } }]);
  expect(refusalOf(auction, editListing({ startsAt: at - 1 }), NOW)).toEqual({
    code: "start_too_soon",
    earliestAt: at,
  });
});

it.each([
  ["the same start", anUpcomingAuction(), START, NOW],
  ["the same start, once it has passed", anUpcomingAuction(), START, START + 1],
  ["right away, after it has started", anUpcomingAuction(), null, START],
  ["right away, without a start", anAuction(), null, NOW],
  [
    "right away, after someone has bid",
    auctionAfterCommand(anUpcomingAuction(), place("ann", 100_00), START),
    null,
    START,
  ],
])("an edit of the start changes nothing: %s", (_title, auction, startsAt, now) => {
  expect(factsOfEdit(auction, { startsAt }, now)).toEqual([]);
});

it("a later start makes a running auction without bids upcoming", () => {
  const rescheduled = auctionAfterCommand(anAuction(), editListing({ startsAt: START }), NOW);
  expect(statusAt(rescheduled, NOW)).toBe("Upcoming");
  expect(refusalOf(rescheduled, place("ann", 100_00), START - 1)).toEqual(NOT_STARTED);
});

it("the start can't be changed once someone has bid", () => {
  const auctionWithBid = auctionAfterCommand(anUpcomingAuction(), place("ann", 100_00), START);
  for (const startsAt of [START + HOUR_MS, START + 1]) {
    expect(refusalOf(auctionWithBid, editListing({ startsAt }), START)).toEqual({
      code: "terms_frozen",
      fields: ["startsAt"],
    });
  }
});
