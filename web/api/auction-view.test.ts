import { describe, expect, it } from "vitest";

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
  acceptedBid,
  type AuctionView,
  MAX_BIDS,
  latest,
  receive,
  viewOf,
  withdrawnBid,
  withOlderBids,
} from "./auction-view.ts";

const withMaximum = (event: LiveEvent): LiveEvent => (event.type === "newBid" ? { ...event, automatic: true } : event);
const ids = ({ bids }: AuctionView) => bids.map(({ _id }) => _id);

describe("events of the room", () => {
  it("events are applied in the order of their numbers, in whichever order they arrive", () => {
    const events = [newBid(3, bid("b", 120)), newBid(2, bid("a", 110))];
    const { view: next, missed } = receive(view(), { ...frame(events, standing(120, 2)), from: 2, to: 3 });
    expect(ids(next)).toEqual(["b", "a"]);
    expect(next).toMatchObject({ seq: 3, hole: false, auction: { currentBid: 120, minNextBid: 121, bidCount: 2 } });
    expect(missed).toBe(false);
    const gone: LiveEvent = { seq: 4, type: "bidWithdrawn", bidId: "c", bidder: person("cem") };
    const crossed = frame([gone, newBid(3, bid("c", 130, "cem"))], standing(110, 1), { from: 3, to: 4 });
    expect(ids(receive(view([bid("a", 110)], 2), crossed).view)).toEqual(["a"]);
  });

  it("a listing that was hidden and shown again while this page was away is not taken down", () => {
    const { view: next } = receive(
      view([], 4),
      frame(
        [
          { seq: 5, type: "hidden" },
          { seq: 6, type: "shown" },
        ],
        standing(100, 0),
      ),
    );
    expect(next).toMatchObject({ seq: 6, gone: null });
    const { view: hidden } = receive(view([], 4), frame([{ seq: 5, type: "hidden" }], standing(100, 0)));
    expect(hidden.gone).toBe("hidden");
    expect(receive(hidden, frame([{ seq: 6, type: "shown" }], standing(100, 0))).view.gone).toBeNull();
  });

  it("events that were seen before change nothing", () => {
    const before = view([bid("a", 110)], 5);
    const { view: after, missed } = receive(before, frame([newBid(5, bid("a", 110))], standing(110, 1)));
    expect(after).toBe(before);
    expect(missed).toBe(false);
  });

  it("events that overlap the known ones are applied from the first unknown one", () => {
    const before = view([bid("a", 110)], 2);
    const both = frame([newBid(2, bid("a", 110)), newBid(3, bid("b", 120))], standing(120, 2));
    expect(ids(receive(before, both).view)).toEqual(["b", "a"]);
  });

  it("a bid that was taken back is counted once, also where its event arrives twice", () => {
    const gone: LiveEvent = { seq: 4, type: "bidWithdrawn", bidId: "b", bidder: person("bob") };
    const once = receive(view([bid("b", 120, "bob"), bid("a", 110)], 3), frame([gone], standing(110, 1))).view;
    const twice = receive(once, frame([gone, newBid(5, bid("c", 130))], standing(130, 2))).view;
    expect(twice.auction.takenBack).toBe(1);
  });

  it("the place where older bids begin stays while few bids are in memory", () => {
    const before = withOlderBids(view([bid("b", 120)], 3), [bid("a", 110)], "next");
    const after = receive(before, frame([newBid(4, bid("c", 130))], standing(130, 3))).view;
    expect(after.olderCursor).toBe("next");
  });

  it.each<[string, LiveEvent, false | null]>([
    ["sets", { seq: 2, type: "reserveSet", reserveMet: false }, false],
    ["removes", { seq: 2, type: "reserveRemoved", reserveMet: null }, null],
  ])("a reserve that the seller %s shows at once", (_what, event, reserveMet) => {
    const before = view([], 1, { reserveMet: event.type === "reserveSet" ? null : false });
    expect(receive(before, frame([event], standing(100, 0))).view.auction.reserveMet).toBe(reserveMet);
  });

  it("events after a gap are not applied, and the missed ones are requested", () => {
    const before = view([], 2);
    const { view: next, missed } = receive(before, frame([newBid(4, bid("b", 120))], standing(120, 2)));
    expect(missed).toBe(true);
    expect(next).toBe(before);
  });

  it("omitted bids leave price, count and end exact and mark the list as having a hole", () => {
    const end = "2030-11-21T10:05:00.000Z";
    const sparse = frame([newBid(99, bid("z", 220))], standing(220, 98, { auctionEndTime: end }), {
      from: 2,
      omitted: 97,
    });
    const { view: next } = receive(view(), sparse);
    expect(next).toMatchObject({
      seq: 99,
      hole: true,
      auction: { currentBid: 220, bidCount: 98, auctionEndTime: end },
    });
  });

  it("a hole stays until a fetched list closes it", () => {
    const holed = receive(view(), frame([newBid(9, bid("z", 220))], standing(220, 8), { from: 2, omitted: 7 })).view;
    const after = receive(holed, frame([newBid(10, bid("y", 230))], standing(230, 9))).view;
    expect(after.hole).toBe(true);
    const fetched = viewOf(details([bid("y", 230), bid("z", 220), bid("x", 210)], 10));
    expect(latest(after, fetched)).toMatchObject({ hole: false, bids: fetched.bids });
  });

  it("a known bid is not listed twice, and the price is the room's", () => {
    const before = acceptedBid(view(), bid("a", 110), standing(110, 1), true);
    const after = receive(before, frame([newBid(2, bid("a", 110)), newBid(3, bid("b", 115))], standing(115, 2))).view;
    expect(ids(after)).toEqual(["b", "a"]);
    expect(after.auction.currentBid).toBe(115);
  });

  it("an edited bid moves to the position of its new amount", () => {
    const before = view([bid("b", 120, "bob"), bid("a", 110)], 3);
    const edited = { ...bid("a", 130), edited: true };
    const event: LiveEvent = { seq: 4, type: "bidEdited", bid: edited, previousAmount: 110 };
    expect(receive(before, frame([event], standing(130, 2))).view.bids).toEqual([edited, bid("b", 120, "bob")]);
  });

  it("an automatic bid that the rules have raised moves above the bid that it was raised against, also at the same amount", () => {
    const before = view([bid("b", 120, "bob"), bid("a", 110)], 3);
    for (const amount of [120, 121]) {
      const raised = { ...bid("a", amount), auto: true };
      const events: LiveEvent[] = [
        { seq: 4, type: "maximumChanged" },
        { seq: 5, type: "bidAdjusted", bid: raised },
      ];
      const after = receive(before, frame(events, standing(amount, 2))).view;
      expect(after.bids).toEqual([raised, { ...bid("b", 120, "bob"), reveals: true }]);
      expect(after.auction.bidCount).toBe(2);
    }
  });

  it("a withdrawn bid leaves the list, and price and count are the room's", () => {
    const before = view([bid("b", 120, "bob"), bid("a", 110)], 3);
    const event: LiveEvent = { seq: 4, type: "bidWithdrawn", bidId: "b", bidder: person("bob") };
    const after = receive(before, frame([event], standing(110, 1))).view;
    expect(ids(after)).toEqual(["a"]);
    expect(after.auction).toMatchObject({ currentBid: 110, bidCount: 1 });
  });

  it("a bid that was undone names its bidder, until another bid is placed or withdrawn", () => {
    const before = view([bid("c", 130, "cem"), bid("b", 120, "bob"), bid("a", 110)], 4);
    const withdrawn = { seq: 5, type: "bidWithdrawn", bidId: "c", bidder: person("cem") } as const;
    const undone = receive(before, frame([{ ...withdrawn, reason: "mistake" }], standing(120, 2))).view;
    expect(undone.withdrawal).toEqual({ bidder: person("cem"), reason: "mistake" });
    expect(receive(before, frame([withdrawn], standing(120, 2))).view.withdrawal).toBeNull();
    const next = receive(undone, frame([newBid(6, bid("d", 121))], standing(121, 3))).view;
    expect(next.withdrawal).toBeNull();
    const other = { seq: 6, type: "bidWithdrawn", bidId: "b", bidder: person("bob") } as const;
    expect(receive(undone, frame([other], standing(110, 1))).view.withdrawal).toBeNull();
    // A page that is fetched again does not know of it: the notice stays as long as the same bid leads.
    expect(latest(undone, view([bid("b", 120, "bob"), bid("a", 110)], 5)).withdrawal).toEqual({
      bidder: person("cem"),
      reason: "mistake",
    });
    expect(latest(undone, view([bid("d", 121), bid("b", 120, "bob")], 6)).withdrawal).toBeNull();
  });

  it("counts a bid that was taken back for the auction and its bidder, and says why it is gone", () => {
    const before = view([bid("c", 130, "cem"), bid("b", 120, "bob"), bid("a", 110, "cem")], 4, { takenBack: 1 });
    const event = { seq: 5, type: "bidWithdrawn", bidId: "c", bidder: person("cem"), reason: "released" } as const;
    const after = receive(before, frame([event], standing(120, 2))).view;
    expect(after.auction.takenBack).toBe(2);
    expect(after.bids).toEqual([bid("b", 120, "bob"), { ...bid("a", 110, "cem"), takenBack: 1 }]);
    expect(after.withdrawal).toEqual({ bidder: person("cem"), reason: "released" });
  });

  it("marks the bid whose bidder asks to take it back", () => {
    const before = view([bid("b", 120, "bob"), bid("a", 110)], 3);
    const event = { seq: 4, type: "releaseAsked", bidId: "a", bidder: person("ann") } as const;
    const after = receive(before, frame([event], standing(120, 2))).view;
    expect(after.bids.map(({ releaseAsked }) => releaseAsked)).toEqual([undefined, true]);
  });

  it("drops a bid that was removed without counting it as taken back", () => {
    const before = view([bid("b", 120, "bob"), bid("a", 110)], 3);
    const event = { seq: 4, type: "bidVoided", bidId: "b", bidder: person("bob"), by: "seller" } as const;
    const after = receive(before, frame([event], standing(110, 1))).view;
    expect(ids(after)).toEqual(["a"]);
    expect(after.auction.takenBack).toBeUndefined();
    expect(after.withdrawal).toEqual({ bidder: person("bob"), reason: "removed" });
  });

  it("leaves no winner when the buyer was released", () => {
    const before = view([bid("b", 120, "bob")], 3, { status: "Sold", winner: person("bob") });
    const after = receive(before, frame([{ seq: 4, type: "buyerReleased" }], standing(120, 1, { status: "Expired" })));
    expect(after.view.auction).toMatchObject({ status: "Expired", winner: null, buyerReleased: true });
  });

  it.each<[string, LiveEvent, true | undefined]>([
    ["an automatic bid over it", withMaximum(newBid(4, bid("b", 130, "bob"))), true],
    ["a raise against it", { seq: 4, type: "bidAdjusted", bid: bid("b", 130, "bob") }, true],
    ["an exact bid over it", newBid(4, bid("b", 130, "bob")), undefined],
    ["an automatic bid of the same person", withMaximum(newBid(4, bid("b", 130))), undefined],
  ])("knows whether the bid that led reveals something after %s", (_what, event, reveals) => {
    const after = receive(view([bid("a", 120)], 3), frame([event], standing(130, 2))).view;
    expect(after.bids.find(({ _id }) => _id === "a")?.reveals).toBe(reveals);
  });

  it("an extension moves the end and keeps the scheduled end", () => {
    const end = "2030-11-21T10:02:00.000Z";
    const event: LiveEvent = { seq: 2, type: "extended", auctionEndTime: end, extensions: 1 };
    const after = receive(view(), frame([event], standing(110, 1, { auctionEndTime: end, extensions: 1 }))).view;
    expect(after.auction).toMatchObject({
      auctionEndTime: end,
      extensions: 1,
      scheduledEndTime: END,
    });
  });

  it("an edited listing shows its new text and end", () => {
    const end = "2030-11-22T10:00:00.000Z";
    const listing = {
      title: "Big clock",
      description: "Tocks",
      startingPrice: 90,
      images: { url: "/x" },
      pictures: [{ url: "/x" }],
      terms: { increments: "tiered", softCloseMs: 0 } as const,
    };
    const event: LiveEvent = { seq: 2, type: "listingEdited", ...listing };
    const after = receive(view(), frame([event], standing(90, 0, { auctionEndTime: end }))).view;
    expect(after.auction).toMatchObject({ ...listing, auctionEndTime: end, scheduledEndTime: end });
  });

  it("an edit that removes the start removes it here", () => {
    const { title, description, startingPrice, images, pictures, terms } = view().auction;
    const listing = { title, description, startingPrice, images, pictures, terms };
    const event: LiveEvent = { seq: 2, type: "listingEdited", ...listing, startsAt: null };
    const upcoming = view([], 1, { status: "Upcoming", startsAt: "2030-11-21T09:00:00.000Z" });
    const after = receive(upcoming, frame([event], standing(90, 0))).view;
    expect(after.auction).toMatchObject({ status: "Live", startsAt: null });
  });

  it("the closing event sets the winner", () => {
    const event: LiveEvent = { seq: 3, type: "closed", status: "Sold", winner: person("ann"), finalPrice: 110 };
    const sold = receive(view([bid("a", 110)], 2), frame([event], standing(110, 1, { status: "Sold" }))).view;
    expect(sold.auction).toMatchObject({ status: "Sold", winner: { _id: "ann" } });
    expect(sold.auction).not.toHaveProperty("bought");
    const bought = receive(view([], 2), frame([{ ...event, bought: true }], standing(110, 1, { status: "Sold" }))).view;
    expect(bought.auction).toMatchObject({ status: "Sold", bought: true });
  });

  it("a voided auction has no winner any more, and says why", () => {
    const event: LiveEvent = { seq: 3, type: "voided", reason: "Stolen goods" };
    const sold = view([bid("a", 110)], 2, { status: "Sold", winner: person("ann") });
    const { auction } = receive(sold, frame([event], standing(110, 1, { status: "Voided" }))).view;
    expect(auction).toMatchObject({ status: "Voided", winner: null, voided: { reason: "Stolen goods" } });
  });

  it("the same bids are shown under the names of the newest response, and older ones are kept", () => {
    const known = view([bid("b", 120), bid("a", 110)], 2);
    const renamed = { ...bid("b", 120), bidder: { ...person("ann"), firstName: "Name", lastName: "hidden" } };
    const { bids } = latest(known, view([renamed], 2));
    expect(bids.map(({ _id, bidder }) => [_id, bidder.lastName])).toEqual([
      ["b", "hidden"],
      ["a", "Test"],
    ]);
  });

  it("a hidden listing stays on the page of people who may see it, whichever arrives first", () => {
    const page = view([], 2, { hidden: { reason: "A copy" } });
    const event = frame([{ seq: 2, type: "hidden" }], standing(100, 0));
    expect(latest(receive(view(), event).view, page)).toMatchObject({ gone: null, auction: { hidden: {} } });
    expect(receive(page, frame([{ seq: 3, type: "hidden" }], standing(100, 0))).view.gone).toBeNull();
  });

  it("a hidden listing that an admin shows again is available again", () => {
    const hidden = receive(view(), frame([{ seq: 2, type: "hidden" }], standing(100, 0))).view;
    expect(hidden.gone).toBe("hidden");
    expect(latest(hidden, view([], 2)).gone).toBe("hidden");
    expect(latest(hidden, view([], 3)).gone).toBeNull();
  });

  it.each(["cancelled", "removed"] as const)("a listing that is %s while it is on screen says so", (type) => {
    const after = receive(view(), frame([{ seq: 2, type }], standing(100, 0, { status: "Expired" }))).view;
    expect(after.gone).toBe(type);
  });

  it("a presence frame sets the number of watchers", () => {
    const before = view([bid("a", 110)], 2);
    const received = receive(before, { type: "presence", watching: 13 });
    expect(received).toEqual({ view: { ...before, watching: 13 }, missed: false });
  });

  it("only the newest bids are kept in memory", () => {
    const many = Array.from({ length: MAX_BIDS }, (_, index) => bid(`old${index}`, MAX_BIDS - index));
    const after = receive(
      { ...view(many, 5), olderCursor: null },
      frame([newBid(6, bid("top", MAX_BIDS + 1))], standing(MAX_BIDS + 1, MAX_BIDS + 1)),
    ).view;
    expect(after.bids).toHaveLength(MAX_BIDS);
    expect(after.bids[0]?._id).toBe("top");
    expect(after.olderCursor).toBeUndefined();
  });
});

describe("a snapshot", () => {
  it("a snapshot replaces everything", () => {
    const { bids, seq, serverTime, watching, ...auction } = details([bid("z", 300)], 700);
    const holed = { ...view([bid("a", 110)], 3), hole: true, olderCursor: "x" };
    const snapshot = { type: "snapshot", auction, bids, seq, serverTime, watching: watching + 4 } as const;
    const { view: next, missed } = receive(holed, snapshot);
    expect(missed).toBe(false);
    expect(next).toEqual({ ...viewOf(details([bid("z", 300)], 700)), watching: 5 });
  });
});

describe("one's own bid", () => {
  it("one's own bid shows as soon as the room has acknowledged it", () => {
    const after = acceptedBid(view([bid("a", 110)], 2), bid("mine", 120, "me"), standing(120, 2), true);
    expect(ids(after)).toEqual(["mine", "a"]);
    expect(after).toMatchObject({ seq: 2, auction: { currentBid: 120, minNextBid: 121, bidCount: 2 } });
  });

  it("one's own bid is not undone by an earlier message that arrives later", () => {
    const mine = acceptedBid(view([], 1), bid("mine", 120, "me"), standing(120, 2), true);
    const late = receive(mine, frame([newBid(2, bid("a", 110))], standing(110, 1))).view;
    expect(ids(late)).toEqual(["mine", "a"]);
    expect(late.auction.currentBid).toBe(120);
    const caughtUp = receive(late, frame([newBid(3, bid("mine", 120, "me"))], standing(120, 2))).view;
    expect(caughtUp).toMatchObject({ seq: 3, ackedBid: null, auction: { currentBid: 120, bidCount: 2 } });
    expect(caughtUp.bids).toHaveLength(2);
  });

  it("one's own bid holds the price until it is taken back itself", () => {
    const mine = acceptedBid(view([bid("a", 110, "bob")], 2), bid("mine", 120, "me"), standing(120, 2), true);
    const gone = (seq: number, bidId: string, who: string): LiveEvent => ({
      seq,
      type: "bidWithdrawn",
      bidId,
      bidder: person(who),
    });
    const others = receive(mine, frame([gone(3, "a", "bob")], standing(100, 0))).view;
    expect(others.auction.currentBid).toBe(120);
    const own = frame([newBid(4, bid("mine", 120, "me")), gone(5, "mine", "me")], standing(100, 0));
    const after = receive(others, own).view;
    expect(after).toMatchObject({ bids: [], ackedBid: null, auction: { currentBid: 100, bidCount: 0 } });
  });

  it("one's own bid is listed below one of another person that is known to be higher", () => {
    const before = view([bid("b", 130, "bob")], 3);
    expect(ids(acceptedBid(before, bid("mine", 120, "me"), standing(130, 2), false))).toEqual(["b", "mine"]);
  });

  it("the acknowledgement changes nothing when the bid's event arrived first", () => {
    const known = receive(
      view([], 1),
      frame([newBid(2, bid("mine", 120, "me")), newBid(3, bid("b", 130))], standing(130, 2)),
    ).view;
    expect(acceptedBid(known, bid("mine", 120, "me"), standing(120, 1), true)).toBe(known);
  });

  it.each([
    ["a higher maximum", 121],
    ["the same maximum, which was given before", 120],
  ])("one's own bid that %s of the leader outbids at once is listed below the leader's", (_what, price) => {
    const before = view([bid("b", 105, "bob"), bid("a", 100)], 3);
    const after = acceptedBid(before, bid("mine", 120, "me"), standing(price, 3), false);
    expect(after.bids.map(({ _id, amount, auto }) => [_id, amount, auto])).toEqual([
      ["b", price, true],
      ["mine", 120, false],
      ["a", 100, false],
    ]);
    const events: LiveEvent[] = [
      newBid(4, bid("mine", 120, "me")),
      { seq: 5, type: "bidAdjusted", bid: { ...bid("b", price, "bob"), auto: true } },
    ];
    expect(ids(receive(after, frame(events, standing(price, 3))).view)).toEqual(["b", "mine", "a"]);
  });

  it("the number of a fact that may change the leader's maximum is noted, and those of other facts are not", () => {
    const before = view([bid("a", 110)], 3);
    const after = (event: LiveEvent) => receive(before, frame([event], standing(110, 1))).view.maximumSeq;
    expect(after({ seq: 4, type: "maximumChanged" })).toBe(4);
    expect(after({ seq: 4, type: "bidEdited", bid: bid("a", 120), previousAmount: 110 })).toBe(4);
    expect(after({ seq: 4, type: "bidAdjusted", bid: bid("a", 120) })).toBe(3);
    expect(latest(before, view([bid("a", 110)], 3)).maximumSeq).toBe(3);
    expect(latest(before, view([bid("a", 110)], 9)).maximumSeq).toBe(9);
    const later = receive(before, frame([newBid(4, bid("b", 120))], standing(120, 2))).view;
    expect(latest(later, view([bid("b", 120), bid("a", 110)], 4)).maximumSeq).toBe(3);
  });

  it("one's own edited bid has its new amount", () => {
    const after = acceptedBid(
      view([bid("b", 120, "bob"), bid("mine", 110, "me")], 3),
      bid("mine", 130, "me"),
      standing(130, 2),
      true,
    );
    expect(after.bids.map(({ amount }) => amount)).toEqual([130, 120]);
    expect(after.auction.currentBid).toBe(130);
  });

  it("one's own withdrawn bid is gone, and a repeated response changes nothing", () => {
    const after = withdrawnBid(view([bid("mine", 120, "me"), bid("a", 110)], 3), "mine", standing(110, 1));
    expect(ids(after)).toEqual(["a"]);
    expect(after.auction.currentBid).toBe(110);
    expect(withdrawnBid(after, "mine", standing(90, 0))).toBe(after);
    expect(after.withdrawal).toBeNull();
    const undone = withdrawnBid(view([bid("mine", 120, "me")], 3), "mine", standing(100, 0), "mistake");
    expect(undone.withdrawal).toEqual({ bidder: person("me"), reason: "mistake" });
  });
});

describe("a REST response that arrives beside socket frames", () => {
  it("a REST response is ignored when the socket has later facts", () => {
    const known = view([bid("b", 120), bid("a", 110)], 9);
    const fetched = { ...view([bid("a", 110)], 8), watching: 7 };
    expect(latest(known, fetched)).toEqual({ ...known, watching: 7 });
  });

  it("a REST response with later facts replaces the view", () => {
    const fetched = view([bid("b", 120), bid("a", 110)], 9);
    expect(latest(view([bid("a", 110)], 8), fetched)).toEqual(fetched);
  });

  it("a REST response keeps the older bids that were loaded when nothing has happened since", () => {
    const known = withOlderBids(view([bid("b", 120)], 9), [bid("b", 120), bid("a", 110)], "next");
    const after = latest(known, view([bid("b", 120)], 9));
    expect(ids(after)).toEqual(["b", "a"]);
    expect(after.olderCursor).toBe("next");
  });

  it("a REST response with later facts has none of the older bids, which may be gone", () => {
    const known = withOlderBids(view([bid("b", 120)], 8), [bid("a", 110)], "next");
    const after = latest(known, view([bid("c", 130)], 9));
    expect(ids(after)).toEqual(["c"]);
    expect(after.olderCursor).toBeUndefined();
  });

  it("a REST response without one's newest bid does not undo that bid", () => {
    const mine = acceptedBid(view([], 1), bid("mine", 120, "me"), standing(120, 1), true);
    expect(latest(mine, view([], 1)).auction.currentBid).toBe(120);
  });
});
