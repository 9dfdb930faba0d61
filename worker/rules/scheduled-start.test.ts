import { describe, expect, it } from "vitest";

import type { Auction } from "./auction.ts";
import { statusAt, statusUntil, windowMs } from "./closing.ts";
import type { Command } from "./decide.ts";
import type { Terms } from "./facts.ts";
import { MAX_AUCTION_MS, type RequestedChange } from "./listing.ts";
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
} from "./testing/auctions.ts";

const START = T0 + HOUR_MS;
const END = T0 + DAY_MS;
const later = (terms: Partial<Terms> = {}) => anAuction({ startsAt: START, ...terms });
const edit = (change: RequestedChange): Command => ({ type: "editListing", sellerId: SELLER, change, limits: LIMITS });
const edited = (auction: Auction, change: RequestedChange, now: number) => factsOf(auction, edit(change), now);
const NOT_STARTED = { code: "auction_not_started", startsAt: START };

describe("opening a listing that starts later", () => {
  it.each([
    ["now", T0, "accepted"],
    ["a millisecond ago", T0 - 1, { code: "start_too_soon", earliestAt: T0 }],
    ["in 365 days", T0 + MAX_AUCTION_MS, "accepted"],
    [
      "in 365 days and a millisecond",
      T0 + MAX_AUCTION_MS + 1,
      { code: "start_too_late", latestAt: T0 + MAX_AUCTION_MS },
    ],
  ])("with a start %s", (_title, startsAt, verdict) => {
    expect(verdictOf(null, openCommand({ startsAt, endsAt: startsAt + DAY_MS }), T0)).toEqual(verdict);
  });

  it.each([
    ["before the start", -1, { code: "end_too_soon", earliestAt: START + MINUTE_MS }],
    [
      "a millisecond under a minute after the start",
      MINUTE_MS - 1,
      { code: "end_too_soon", earliestAt: START + MINUTE_MS },
    ],
    ["a minute after the start", MINUTE_MS, "accepted"],
    ["365 days after the start", MAX_AUCTION_MS, "accepted"],
    ["a millisecond over that", MAX_AUCTION_MS + 1, { code: "end_too_late", latestAt: START + MAX_AUCTION_MS }],
  ])("with an end %s", (_title, afterMs, verdict) => {
    expect(verdictOf(null, openCommand({ startsAt: START, endsAt: START + afterMs }), T0)).toEqual(verdict);
  });
});

describe("before its start an auction is upcoming", () => {
  it.each([
    [START - 1, "Upcoming", START],
    [START, "Live", END],
    [END, "Expired", Infinity],
  ])("at %i it is %s", (now, status, until) => {
    expect(statusAt(later(), now)).toBe(status);
    expect(statusUntil(later(), now)).toBe(until);
  });

  it("without a start it is live from its opening, also for a clock that was set back", () => {
    expect(statusAt(anAuction(), T0 - 1)).toBe("Live");
  });

  it("bids are refused to the millisecond, whatever else is wrong with them", () => {
    for (const command of [place("ann", 100_00), place(SELLER, 100_00), place("ann", 1)]) {
      expect(refusalOf(later(), command, START - 1)).toEqual(NOT_STARTED);
    }
    expect(verdictOf(later(), place("ann", 100_00), START)).toBe("accepted");
  });

  it("its seller deletes it, blocks people and edits it as one without bids", () => {
    const now = START - 1;
    const block: Command = { type: "blockBidder", sellerId: SELLER, personId: "ann", salt: "s" };
    expect(factsOf(later(), { type: "deleteListing", sellerId: SELLER }, now)).toEqual([{ type: "removed" }]);
    expect(factsOf(later(), block, now)).toEqual([{ type: "bidderBlocked" }]);
    expect(edited(later(), { title: "Octant" }, now)).toEqual([{ type: "listingEdited", change: { title: "Octant" } }]);
  });

  it("an upcoming auction may be voided", () => {
    const voided = obey(later(), { type: "voidAuction", reason: "A copy" }, START - 1);
    expect(statusAt(voided, START - 1)).toBe("Voided");
    expect(refusalOf(voided, place("ann", 100_00), START)).toEqual({ code: "auction_voided" });
  });
});

it("the tenth of its duration that a soft-close window may take counts from the start", () => {
  const short = { startsAt: START, endsAt: START + 10 * MINUTE_MS };
  expect(windowMs(later(short))).toBe(MINUTE_MS);
  expect(obey(later(short), place("ann", 100_00), short.endsAt - 1).endsAt).toBe(short.endsAt - 1 + MINUTE_MS);
});

describe("editing the start", () => {
  const NOW = T0 + MINUTE_MS;

  it.each([
    ["now", NOW, "accepted"],
    ["a millisecond ago", NOW - 1, { code: "start_too_soon", earliestAt: NOW }],
    ["a minute before the end", END - MINUTE_MS, "accepted"],
    ["less than a minute before the end", END - MINUTE_MS + 1, { code: "end_too_soon", earliestAt: END + 1 }],
    ["too far ahead", NOW + MAX_AUCTION_MS + 1, { code: "start_too_late", latestAt: NOW + MAX_AUCTION_MS }],
  ])("to %s", (_title, startsAt, verdict) => {
    expect(verdictOf(later(), edit({ startsAt }), NOW)).toEqual(verdict);
  });

  it("together with the end is judged as both will be", () => {
    const change = { startsAt: END + DAY_MS, endsAt: END + 2 * DAY_MS };
    expect(edited(later(), change, NOW)).toEqual([{ type: "listingEdited", change }]);
    expect(obey(later(), edit(change), NOW)).toMatchObject({ endsAt: change.endsAt, terms: change });
  });

  it("the end alone stays at least a minute after a start that is still to come", () => {
    const earliestAt = START + MINUTE_MS;
    expect(refusalOf(later(), edit({ endsAt: earliestAt - 1 }), NOW)).toEqual({ code: "end_too_soon", earliestAt });
    expect(verdictOf(later(), edit({ endsAt: earliestAt }), NOW)).toBe("accepted");
    expect(verdictOf(later(), edit({ endsAt: START + 2 }), START + 1)).toBe("accepted");
  });

  it("to at once records the time at which it was asked for", () => {
    expect(edited(later(), { startsAt: null }, NOW)).toEqual([{ type: "listingEdited", change: { startsAt: NOW } }]);
    expect(verdictOf(obey(later(), edit({ startsAt: null }), NOW), place("ann", 100_00), NOW)).toBe("accepted");
  });

  it("to at once, after a clock was set back, is the time of the last fact", () => {
    const at = NOW + HOUR_MS / 2;
    const auction = obey(later(), edit({ title: "Octant" }), at);
    expect(edited(auction, { startsAt: null }, NOW)).toEqual([{ type: "listingEdited", change: { startsAt: at } }]);
    expect(refusalOf(auction, edit({ startsAt: at - 1 }), NOW)).toEqual({ code: "start_too_soon", earliestAt: at });
  });

  it("to the same start, or to at once when it has started, changes nothing", () => {
    expect(edited(later(), { startsAt: START }, NOW)).toEqual([]);
    expect(edited(later(), { startsAt: START }, START + 1)).toEqual([]);
    expect(edited(later(), { startsAt: null }, START)).toEqual([]);
    expect(edited(anAuction(), { startsAt: null }, NOW)).toEqual([]);
  });

  it("of a running auction without bids makes it upcoming", () => {
    const put = obey(anAuction(), edit({ startsAt: START }), NOW);
    expect(statusAt(put, NOW)).toBe("Upcoming");
    expect(refusalOf(put, place("ann", 100_00), START - 1)).toEqual(NOT_STARTED);
  });

  it("is refused once someone has bid", () => {
    const bidOn = obey(later(), place("ann", 100_00), START);
    for (const startsAt of [START + HOUR_MS, START + 1]) {
      expect(refusalOf(bidOn, edit({ startsAt }), START)).toEqual({ code: "terms_frozen", fields: ["startsAt"] });
    }
    expect(edited(bidOn, { startsAt: null }, START)).toEqual([]);
  });
});
