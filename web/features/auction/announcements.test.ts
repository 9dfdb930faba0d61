import { describe, expect, it } from "vitest";

import { bid, person, view } from "../../testing/auctions.ts";
import { announcementOf, countAnnouncedTimes, timeLeftText } from "./announcements.ts";

const before = view([bid("a", 110, "ann")]);
/** Bob has bid more. */
const after = view([bid("b", 120, "bob"), bid("a", 110, "ann")]);

describe("the announcement of a change", () => {
  it("the page announces a higher bid with its price and bidder", () => {
    expect(announcementOf(before, after, "ann")).toBe("New current bid: $120 by bob Test.");
    expect(announcementOf(before, after, "bob")).toBe("New current bid: $120 by you.");
  });

  it("the page announces that a bid meets the reserve", () => {
    const met = view([bid("b", 120, "bob")], 2, { reserveMet: true });
    expect(announcementOf(view([bid("a", 110)], 1, { reserveMet: false }), met, "ann")).toMatch(
      /The reserve is met\.$/,
    );
  });

  it("the page announces a withdrawal with the lower price", () => {
    expect(announcementOf(after, before, "ann")).toBe("The current bid is now $110.");
    expect(announcementOf(before, view(), "ann")).toBe("There are no bids now.");
  });

  it("the page announces an undone bid with its bidder and the lower price", () => {
    const undone = { ...before, withdrawal: { bidId: "b", bidder: person("bob"), reason: "mistake" } } as const;
    const price = "The current bid is now $110.";
    expect(announcementOf(after, undone, "ann")).toBe(`bob Test undid a bid. ${price}`);
    expect(announcementOf(after, undone, "bob")).toBe(`You undid a bid. ${price}`);
    // A change in the number of watchers isn't announced.
    expect(announcementOf(undone, { ...undone, watching: 40 }, "ann")).toBeNull();
  });

  it.each([
    ["released", "A bid by bob Test was released by the seller.", "Your bid was released by the seller."],
    ["voided", "A bid by bob Test was voided.", "Your bid was voided."],
  ] as const)("the page announces that a bid was %s", (reason, toOthers, toBidder) => {
    const gone = { ...before, withdrawal: { bidId: "b", bidder: person("bob"), reason } };
    const price = "The current bid is now $110.";
    expect(announcementOf(after, gone, "ann")).toBe(`${toOthers} ${price}`);
    expect(announcementOf(after, gone, "bob")).toBe(`${toBidder} ${price}`);
  });

  it("the page announces a request to withdraw a bid once, and only to the seller", () => {
    const withRequest = view([{ ...bid("a", 110, "ann"), releaseRequested: true }]);
    expect(announcementOf(before, withRequest, "sue")).toBe("ann Test asked to withdraw a bid of $110.");
    expect(announcementOf(withRequest, { ...withRequest, watching: 40 }, "sue")).toBeNull();
    expect(announcementOf(before, withRequest, "bob")).toBeNull();
  });

  it("the page announces the new end of an extended auction", () => {
    const extended = view([bid("a", 110, "ann")], 1, { auctionEndTime: "2030-11-21T10:02:00.000Z" });
    expect(announcementOf(before, extended, "ann")).toMatch(/^The auction now ends Nov 21, 2030, /);
  });
});

const END = 1_800_000_000_000;

describe("the announced times", () => {
  it("the page announces the time left at 5 minutes, 1 minute, 20 and 10 seconds", () => {
    const leftMsValues = [300_001, 300_000, 60_001, 60_000, 20_001, 20_000, 10_001, 10_000, 1, 0];
    expect(leftMsValues.map((leftMs) => countAnnouncedTimes(END, END - leftMs))).toEqual([
      0, 1, 1, 2, 2, 3, 3, 4, 4, 0,
    ]);
  });

  it.each([
    ["with a bid", view([bid("a", 110)]), "Going once: 20 seconds left", "Going twice: 10 seconds left"],
    ["without a bid", view(), "Last seconds: 20 seconds left", "Last seconds: 10 seconds left"],
  ])("the last two calls say “Going” only if someone has bid: auction %s", (_what, shown, firstCall, secondCall) => {
    const announcements = [0, 1, 2, 3, 4].map((count) => timeLeftText(count, shown));
    expect(announcements).toEqual(["", "5 minutes left", "1 minute left", firstCall, secondCall]);
  });
});
