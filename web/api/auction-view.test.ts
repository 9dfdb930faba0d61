import { describe, expect, it } from "vitest";

import type { AuctionDetails } from "../../worker/contract/auction.ts";
import type { PublicBid } from "../../worker/contract/bid.ts";
import type { Standing } from "../../worker/contract/catalogue.ts";
import type { LiveEvent } from "../../worker/contract/live.ts";
import {
  bid,
  details,
  END,
  eventsFrame as frame,
  newBidEvent as newBid,
  person,
  standing,
  view,
} from "../testing/auctions.ts";
import {
  withAcceptedBid,
  type AuctionView,
  MAX_BIDS,
  mergeViews,
  applyFrame,
  viewOf,
  withWithdrawnBid,
  withOlderBids,
} from "./auction-view.ts";

const withMaximum = (event: LiveEvent): LiveEvent => (event.type === "newBid" ? { ...event, automatic: true } : event);
const ids = ({ bids }: AuctionView) => bids.map(({ _id }) => _id);
/** The view once these events have arrived, with the standing after them. */
const after = (before: AuctionView, events: LiveEvent[], current: Standing) =>
  applyFrame(before, frame(events, current)).view;
const withdrawn = (seq: number, bidId: string, who: string, withdrawals = 1) =>
  ({ seq, type: "bidWithdrawn", bidId, bidder: person(who), withdrawals }) as const;
/** Bob leads, and Ann is outbid. */
const viewWithTwoBids = (more: Partial<AuctionDetails> = {}) => view([bid("b", 120, "bob"), bid("a", 110)], 3, more);
const ownBid = (amount = 120) => bid("mine", amount, "me");
const accepted = (own: PublicBid, auction: Standing, seq: number, leads = true) => ({ bid: own, auction, seq, leads });

describe("the room's events", () => {
  it("the page applies events in numerical order, not in the order they arrive", () => {
    const events = [newBid(3, bid("b", 120)), newBid(2, bid("a", 110))];
    const { view: next, missed } = applyFrame(view(), { ...frame(events, standing(120, 2)), from: 2, to: 3 });
    expect(ids(next)).toEqual(["b", "a"]);
    expect(next).toMatchObject({ seq: 3, hasGap: false, auction: { currentBid: 120, minNextBid: 121, bidCount: 2 } });
    expect(missed).toBe(false);
    const crossed = [withdrawn(4, "c", "cem"), newBid(3, bid("c", 130, "cem"))];
    const known = view([bid("a", 110)], 2);
    expect(ids(applyFrame(known, frame(crossed, standing(110, 1), { from: 3, to: 4 })).view)).toEqual(["a"]);
  });

  it("the page ignores an event it has already seen and applies those that follow", () => {
    const before = view([bid("a", 110)], 5);
    const seen = newBid(5, bid("a", 110));
    expect(applyFrame(before, frame([seen], standing(110, 1)))).toEqual({ view: before, missed: false });
    expect(ids(after(before, [seen, newBid(6, bid("b", 120))], standing(120, 2)))).toEqual(["b", "a"]);
  });

  it("the page ignores events after a gap and requests the missing ones", () => {
    const before = view([], 2);
    const { view: next, missed } = applyFrame(before, frame([newBid(4, bid("b", 120))], standing(120, 2)));
    expect([next === before, missed]).toEqual([true, true]);
  });

  it("the price and bid count stay exact while the list lacks bids a frame omitted", () => {
    const end = "2030-11-21T10:05:00.000Z";
    const sparse = standing(220, 98, { auctionEndTime: end });
    const viewWithGap = applyFrame(view(), frame([newBid(99, bid("z", 220))], sparse, { from: 2, omitted: 97 })).view;
    const auction = { currentBid: 220, bidCount: 98, auctionEndTime: end };
    expect(viewWithGap).toMatchObject({ seq: 99, hasGap: true, auction });
    const later = after(viewWithGap, [newBid(100, bid("y", 230))], standing(230, 99));
    expect(later.hasGap).toBe(true);
    const fetched = viewOf(details([bid("y", 230), bid("z", 220), bid("x", 210)], 100));
    expect(mergeViews(later, fetched)).toMatchObject({ hasGap: false, bids: fetched.bids });
  });

  it("the page doesn't list an acknowledged bid again when its event arrives", () => {
    const before = withAcceptedBid(view(), accepted(bid("a", 110), standing(110, 1), 2));
    const next = after(before, [newBid(2, bid("a", 110)), newBid(3, bid("b", 115))], standing(115, 2));
    expect([ids(next), next.auction.currentBid]).toEqual([["b", "a"], 115]);
  });

  it("an edited bid moves to the position for its new amount", () => {
    const edited = { ...bid("a", 130), edited: true };
    const event: LiveEvent = { seq: 4, type: "bidEdited", bid: edited, previousAmount: 110 };
    expect(after(viewWithTwoBids(), [event], standing(130, 2)).bids).toEqual([edited, bid("b", 120, "bob")]);
  });

  it.each([120, 121])("an automatic bid raised to %d moves above the bid it was raised to beat", (amount) => {
    const raised = { ...bid("a", amount), auto: true };
    const events: LiveEvent[] = [
      { seq: 4, type: "maximumChanged" },
      { seq: 5, type: "bidAdjusted", bid: raised },
    ];
    const next = after(viewWithTwoBids(), events, standing(amount, 2));
    expect(next.bids).toEqual([raised, { ...bid("b", 120, "bob"), reveals: true }]);
    expect(next.auction.bidCount).toBe(2);
  });

  it("the page removes a withdrawn bid and counts the withdrawal only once", () => {
    const withdrawal = withdrawn(4, "b", "bob");
    const once = after(viewWithTwoBids(), [withdrawal], standing(110, 1));
    expect(ids(once)).toEqual(["a"]);
    expect(once.auction).toMatchObject({ currentBid: 110, bidCount: 1 });
    const twice = after(once, [withdrawal, newBid(5, bid("c", 130))], standing(130, 2));
    expect(twice.auction.withdrawals).toBe(1);
  });

  it("the page shows who undid a bid until another bid is placed or withdrawn", () => {
    const before = view([bid("c", 130, "cem"), ...viewWithTwoBids().bids], 4);
    const withdrawal = withdrawn(5, "c", "cem");
    const undone = after(before, [{ ...withdrawal, reason: "mistake" }], standing(120, 2));
    const notice = { bidId: "c", bidder: person("cem"), reason: "mistake" };
    expect(undone.withdrawal).toEqual(notice);
    expect(after(before, [withdrawal], standing(120, 2)).withdrawal).toBeNull();
    expect(after(undone, [newBid(6, bid("d", 121))], standing(121, 3)).withdrawal).toBeNull();
    expect(after(undone, [withdrawn(6, "b", "bob")], standing(110, 1)).withdrawal).toBeNull();
    // A refetched page doesn't include the withdrawal notice, so the notice stays as long as the same bid leads.
    expect(mergeViews(undone, { ...viewWithTwoBids(), seq: 5 }).withdrawal).toEqual(notice);
    expect(mergeViews(undone, view([bid("d", 121), bid("b", 120, "bob")], 6)).withdrawal).toBeNull();
  });

  it("a released bid counts as withdrawn, and the notice says why", () => {
    const before = view([bid("c", 130, "cem"), bid("b", 120, "bob"), bid("a", 110, "cem")], 4, { withdrawals: 1 });
    const next = after(before, [{ ...withdrawn(5, "c", "cem", 3), reason: "released" }], standing(120, 2));
    expect(next.auction.withdrawals).toBe(2);
    expect(next.bids).toEqual([bid("b", 120, "bob"), { ...bid("a", 110, "cem"), withdrawals: 3 }]);
    expect(next.withdrawal).toEqual({ bidId: "c", bidder: person("cem"), reason: "released" });
  });

  it("the page marks a bid whose bidder has asked to withdraw it", () => {
    const next = after(
      viewWithTwoBids(),
      [{ seq: 4, type: "releaseRequested", bidId: "a", bidder: person("ann") }],
      standing(120, 2),
    );
    expect(next.bids.map(({ releaseRequested }) => releaseRequested)).toEqual([undefined, true]);
  });

  it("a new maximum ends the leader's withdrawal request, but no other bidder's", () => {
    const requested = (id: string, amount: number, who: string) =>
      ({ ...bid(id, amount, who), releaseRequested: true }) as const;
    const before = view([requested("b", 120, "bob"), requested("a", 110, "ann")], 3);
    const next = after(before, [{ seq: 4, type: "maximumChanged" }], standing(120, 2));
    expect(next.bids).toEqual([bid("b", 120, "bob"), requested("a", 110, "ann")]);
  });

  it("a voided bid disappears and doesn't count as withdrawn", () => {
    const event = { seq: 4, type: "bidVoided", bidId: "b", bidder: person("bob"), by: "seller" } as const;
    const next = after(viewWithTwoBids(), [event], standing(110, 1));
    expect([ids(next), next.auction.withdrawals]).toEqual([["a"], undefined]);
    expect(next.withdrawal).toEqual({ bidId: "b", bidder: person("bob"), reason: "voided" });
  });

  it.each<[string, LiveEvent, true | undefined]>([
    ["is set when another bidder's automatic bid beats it", withMaximum(newBid(4, bid("b", 130, "bob"))), true],
    ["is set when a raised bid beats it", { seq: 4, type: "bidAdjusted", bid: bid("b", 130, "bob") }, true],
    ["isn't set when an exact bid beats it", newBid(4, bid("b", 130, "bob")), undefined],
    ["isn't set when the same bidder's automatic bid beats it", withMaximum(newBid(4, bid("b", 130))), undefined],
  ])("a bid's reveals flag %s", (_what, event, reveals) => {
    const next = after(view([bid("a", 120)], 3), [event], standing(130, 2));
    expect(next.bids.find(({ _id }) => _id === "a")?.reveals).toBe(reveals);
  });

  it("the view records the number of each event that may change the leader's maximum", () => {
    const before = view([bid("a", 110)], 3);
    const maximumSeqAfter = (event: LiveEvent) => after(before, [event], standing(110, 1)).maximumSeq;
    expect(maximumSeqAfter({ seq: 4, type: "maximumChanged" })).toBe(4);
    expect(maximumSeqAfter({ seq: 4, type: "bidEdited", bid: bid("a", 120), previousAmount: 110 })).toBe(4);
    expect(maximumSeqAfter({ seq: 4, type: "bidAdjusted", bid: bid("a", 120) })).toBe(3);
    expect(mergeViews(before, view([bid("a", 110)], 3)).maximumSeq).toBe(3);
    expect(mergeViews(before, view([bid("a", 110)], 9)).maximumSeq).toBe(9);
    const later = after(before, [newBid(4, bid("b", 120))], standing(120, 2));
    expect(mergeViews(later, view([bid("b", 120), bid("a", 110)], 4)).maximumSeq).toBe(3);
  });

  const end = "2030-11-22T10:00:00.000Z";
  const listing = {
    title: "Big clock",
    description: "Tocks",
    startingPrice: 90,
    images: { url: "/x" },
    pictures: [{ url: "/x" }],
    terms: { increments: "tiered", softCloseMs: 0 } as const,
  };
  const sold = view([bid("a", 110, "bob")], 2, { status: "Sold", winner: person("bob") });
  const upcoming = view([], 2, { status: "Upcoming", startsAt: "2030-11-21T09:00:00.000Z" });
  const won = { seq: 3, type: "closed", status: "Sold", winner: person("ann"), finalPrice: 110 } as const;
  it.each<[string, AuctionView, LiveEvent, Partial<Standing>, object]>([
    [
      "an extension changes the end and keeps the scheduled end",
      view([], 2),
      { seq: 3, type: "extended", auctionEndTime: end, extensions: 1 },
      { auctionEndTime: end, extensions: 1 },
      { auctionEndTime: end, extensions: 1, scheduledEndTime: END },
    ],
    [
      "an edited listing shows its new text and end",
      view([], 2),
      { seq: 3, type: "listingEdited", ...listing },
      { auctionEndTime: end, scheduledEndTime: end },
      { ...listing, auctionEndTime: end, scheduledEndTime: end },
    ],
    [
      "an edit that removes the start makes the auction live",
      upcoming,
      { seq: 3, type: "listingEdited", ...listing, startsAt: null },
      {},
      { status: "Live", startsAt: null },
    ],
    [
      "a new reserve shows right away",
      view([], 2),
      { seq: 3, type: "reserveSet", reserveMet: false },
      {},
      { reserveMet: false },
    ],
    [
      "a removed reserve disappears right away",
      view([], 2, { reserveMet: false }),
      { seq: 3, type: "reserveRemoved", reserveMet: null },
      {},
      { reserveMet: null },
    ],
    ["the closing sets the winner", view([bid("a", 110)], 2), won, { status: "Sold" }, { winner: { _id: "ann" } }],
    ["a purchase sets the bought flag", view([], 2), { ...won, bought: true }, { status: "Sold" }, { bought: true }],
    [
      "a released buyer leaves no winner",
      sold,
      { seq: 3, type: "buyerReleased" },
      { status: "Expired" },
      { status: "Expired", winner: null, buyerReleased: true },
    ],
    [
      "a voided auction has a reason and no winner",
      sold,
      { seq: 3, type: "voided", reason: "Stolen goods" },
      { status: "Voided" },
      { status: "Voided", winner: null, voided: { reason: "Stolen goods" } },
    ],
  ])("in the view, %s", (_what, before, event, more, expected) => {
    const next = after(before, [event], standing(110, 1, more));
    expect(next.auction).toMatchObject(expected);
    expect("bought" in next.auction).toBe("bought" in event);
  });

  it("a response updates the names on listed bids and keeps older bids", () => {
    const renamed = { ...bid("b", 120), bidder: { ...person("ann"), firstName: "Name", lastName: "hidden" } };
    const { bids } = mergeViews(view([bid("b", 120), bid("a", 110)], 2), view([renamed], 2));
    expect(bids.map(({ _id, bidder }) => [_id, bidder.lastName])).toEqual([
      ["b", "hidden"],
      ["a", "Test"],
    ]);
  });

  it("a hidden listing is unavailable until it's shown again", () => {
    const none = standing(100, 0);
    const hidden = after(view([], 4), [{ seq: 5, type: "hidden" }], none);
    expect(hidden.gone).toBe("hidden");
    const shown = after(hidden, [{ seq: 6, type: "shown" }], none);
    // Other events from that time may have arrived only as `hidden`, without their content.
    expect(shown).toMatchObject({ gone: null, hasGap: true, maximumSeq: 6 });
    expect(mergeViews(shown, view([], 6))).toMatchObject({ gone: null, hasGap: false });
    expect(mergeViews(hidden, view([], 5)).gone).toBe("hidden");
    expect(mergeViews(hidden, view([], 6)).gone).toBeNull();
    const events: LiveEvent[] = [
      { seq: 5, type: "hidden" },
      { seq: 6, type: "shown" },
    ];
    expect(after(view([], 4), events, none)).toMatchObject({ seq: 6, gone: null });
  });

  it("a hidden listing stays visible to users who may see it", () => {
    const page = view([], 2, { hidden: { reason: "A copy" } });
    const hidden = after(view(), [{ seq: 2, type: "hidden" }], standing(100, 0));
    expect(mergeViews(hidden, page)).toMatchObject({ gone: null, auction: { hidden: {} } });
    expect(after(page, [{ seq: 3, type: "hidden" }], standing(100, 0)).gone).toBeNull();
  });

  it.each(["cancelled", "removed"] as const)("the page says that the listing was %s", (type) => {
    expect(after(view(), [{ seq: 2, type }], standing(100, 0, { status: "Expired" })).gone).toBe(type);
  });

  it("a presence frame sets the number of watchers", () => {
    const before = view([bid("a", 110)], 2);
    const received = applyFrame(before, { type: "presence", watching: 13 });
    expect(received).toEqual({ view: { ...before, watching: 13 }, missed: false });
  });

  it("the page keeps only the newest bids in memory and loads older ones on demand", () => {
    const few = withOlderBids(view([bid("b", 120)], 3), [bid("a", 110)], "next");
    expect(after(few, [newBid(4, bid("c", 130))], standing(130, 3)).olderCursor).toBe("next");
    const many = Array.from({ length: MAX_BIDS }, (_, index) => bid(`old${index}`, MAX_BIDS - index));
    const top = newBid(6, bid("top", MAX_BIDS + 1));
    const next = after({ ...view(many, 5), olderCursor: null }, [top], standing(MAX_BIDS + 1, MAX_BIDS + 1));
    expect([next.bids.length, next.bids[0]?._id, next.olderCursor]).toEqual([MAX_BIDS, "top", undefined]);
  });

  it("a snapshot replaces the whole view", () => {
    const { bids, seq, serverTime, watching, ...auction } = details([bid("z", 300)], 700);
    const viewWithGap = { ...view([bid("a", 110)], 3), hasGap: true, olderCursor: "x" };
    const snapshot = { type: "snapshot", auction, bids, seq, serverTime, watching: watching + 4 } as const;
    expect(applyFrame(viewWithGap, snapshot)).toEqual({
      missed: false,
      view: { ...viewOf(details([bid("z", 300)], 700)), watching: 5 },
    });
  });
});

describe("your own bid", () => {
  it("your own bid appears in order of amount as soon as the room acknowledges it", () => {
    const leads = withAcceptedBid(view([bid("a", 110)], 2), accepted(ownBid(), standing(120, 2), 3));
    expect(ids(leads)).toEqual(["mine", "a"]);
    expect(leads).toMatchObject({ seq: 2, auction: { currentBid: 120, minNextBid: 121, bidCount: 2 } });
    const below = withAcceptedBid(view([bid("b", 130, "bob")], 3), accepted(ownBid(), standing(130, 2), 4, false));
    expect(ids(below)).toEqual(["b", "mine"]);
  });

  it("your own bid stays when an earlier message arrives late", () => {
    const before = withAcceptedBid(view([], 1), accepted(ownBid(), standing(120, 2), 3));
    const late = after(before, [newBid(2, bid("a", 110))], standing(110, 1));
    expect([ids(late), late.auction.currentBid]).toEqual([["mine", "a"], 120]);
    const caughtUp = after(late, [newBid(3, ownBid())], standing(120, 2));
    expect(caughtUp).toMatchObject({ seq: 3, acked: null, auction: { currentBid: 120, bidCount: 2 } });
    expect(caughtUp.bids).toHaveLength(2);
    expect(mergeViews(before, view([], 1)).auction.currentBid).toBe(120);
  });

  it("your own bid keeps the price up until you withdraw it", () => {
    const before = withAcceptedBid(view([bid("a", 110, "bob")], 2), accepted(ownBid(), standing(120, 2), 4));
    const others = after(before, [withdrawn(3, "a", "bob")], standing(100, 0));
    expect(others.auction.currentBid).toBe(120);
    const next = after(others, [newBid(4, ownBid()), withdrawn(5, "mine", "me")], standing(100, 0));
    expect(next).toMatchObject({ bids: [], acked: null, auction: { currentBid: 100, bidCount: 0 } });
  });

  it("a newer view overrides your own bid's price and end, even if the price is lower", () => {
    const extended = { auctionEndTime: "2030-11-21T10:05:00.000Z", extensions: 1 };
    const before = withAcceptedBid(view([], 1), accepted(ownBid(), standing(120, 1, extended), 2));
    const later = details([bid("a", 105)], 6, { ...extended, auctionEndTime: "2030-11-21T10:09:00.000Z" });
    const { bids, seq, serverTime, watching, ...auction } = later;
    const snapshot = { type: "snapshot", auction, bids, seq, serverTime, watching } as const;
    expect(applyFrame(before, snapshot).view).toEqual(viewOf(later));
    expect(mergeViews(before, viewOf(later))).toEqual(viewOf(later));
  });

  it("an acknowledgment changes nothing if the bid's event has arrived first", () => {
    const known = after(view([], 1), [newBid(2, ownBid()), newBid(3, bid("b", 130))], standing(130, 2));
    const answer = accepted(ownBid(), standing(120, 1), 2);
    expect(withAcceptedBid(known, answer)).toBe(known);
    const undone = after(known, [withdrawn(4, "mine", "me")], standing(130, 1));
    expect(withAcceptedBid(undone, answer)).toBe(undone);
  });

  it.each([
    ["a higher maximum", 121],
    ["an earlier maximum of the same amount", 120],
  ])("your bid is listed below %s that outbids it", (_what, price) => {
    const before = view([bid("b", 105, "bob"), bid("a", 100)], 3);
    const next = withAcceptedBid(before, accepted(ownBid(), standing(price, 3), 4, false));
    expect(next.bids.map(({ _id, amount, auto }) => [_id, amount, auto])).toEqual([
      ["b", price, true],
      ["mine", 120, false],
      ["a", 100, false],
    ]);
    const raised: LiveEvent = { seq: 5, type: "bidAdjusted", bid: { ...bid("b", price, "bob"), auto: true } };
    expect(ids(after(next, [newBid(4, ownBid()), raised], standing(price, 3)))).toEqual(["b", "mine", "a"]);
  });

  it("a bid mistaken for the leader gets its own amount back once the leader is known", () => {
    const before = view([bid("a", 100, "ann")], 3);
    const next = withAcceptedBid(before, accepted(ownBid(), standing(121, 3), 5, false));
    expect(next.bids.map(({ amount }) => amount)).toEqual([121, 120]);
    const leader = { ...bid("c", 121, "cem"), auto: true };
    const seen = after(next, [newBid(4, leader), newBid(5, ownBid())], standing(121, 3));
    expect(seen.bids.map(({ _id, amount }) => [_id, amount])).toEqual([
      ["c", 121],
      ["mine", 120],
      ["a", 100],
    ]);
  });

  it("your own edited bid shows its new amount", () => {
    const next = withAcceptedBid(
      view([bid("b", 120, "bob"), ownBid(110)], 3),
      accepted(ownBid(130), standing(130, 2), 4),
    );
    expect([next.bids.map(({ amount }) => amount), next.auction.currentBid]).toEqual([[130, 120], 130]);
  });

  it("your withdrawn bid disappears, and a repeated response changes nothing", () => {
    const next = withWithdrawnBid(view([ownBid(), bid("a", 110)], 3), "mine", standing(110, 1));
    expect([ids(next), next.auction.currentBid, next.withdrawal]).toEqual([["a"], 110, null]);
    expect(withWithdrawnBid(next, "mine", standing(90, 0))).toBe(next);
    const undone = withWithdrawnBid(view([ownBid()], 3), "mine", standing(100, 0), "mistake");
    expect(undone.withdrawal).toEqual({ bidId: "mine", bidder: person("me"), reason: "mistake" });
  });
});

describe("a REST response that arrives alongside socket frames", () => {
  it("the page uses a REST response only if it has newer events than the socket", () => {
    const newer = view([bid("b", 120), bid("a", 110)], 9);
    const older = view([bid("a", 110)], 8);
    expect(mergeViews(newer, { ...older, watching: 7 })).toEqual({ ...newer, watching: 7 });
    expect(mergeViews(older, newer)).toEqual(newer);
  });

  it("a REST response keeps the loaded older bids unless it has newer events", () => {
    const known = withOlderBids(view([bid("b", 120)], 8), [bid("b", 120), bid("a", 110)], "next");
    const same = mergeViews(known, view([bid("b", 120)], 8));
    expect([ids(same), same.olderCursor]).toEqual([["b", "a"], "next"]);
    const later = mergeViews(known, view([bid("c", 130)], 9));
    expect([ids(later), later.olderCursor]).toEqual([["c"], undefined]);
  });
});
