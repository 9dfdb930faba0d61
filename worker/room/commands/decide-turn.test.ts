import { describe, expect, it } from "vitest";

import {
  ann,
  bid,
  bob,
  outcomeCodesOf,
  decideRequests,
  LIMITS,
  OPEN_REQUEST,
  stateAfterOpening,
  OPENED_AT,
  seller,
  stateAfter,
  TERMS,
  factTypesOf,
} from "../../testing/turns.ts";
import { isFullyDelivered } from "../storage/checkpoints.ts";
import { responseKey, type StoredResponse } from "../storage/idempotency.ts";
import { unnamedParticipant } from "../storage/participants.ts";
import { affectedBids } from "./decide-turn.ts";
import type { RoomRequest, RoomRequests } from "./requests.ts";

describe("processing a turn", () => {
  it("a turn processes requests in order, each on the state the last one left", () => {
    const turn = decideRequests(stateAfterOpening(), [bid(ann, 10_000), bid(bob, 10_050), bid(bob, 10_100)]);
    expect(outcomeCodesOf(turn)).toEqual(["ok", "bid_too_low", "ok"]);
    expect(turn.facts.map(({ seq }) => seq)).toEqual([2, 3]);
    expect(turn.auction?.top?.bid).toMatchObject({ id: "lot-3", bidderId: "bob", amountMinor: 10_100 });
  });

  it("a turn is never dated before the last event, even if the clock is set back", () => {
    const terms = { ...TERMS, softCloseMs: 120_000 };
    const placeMaximum = (maxMinor: number) =>
      ({ type: "placeBid", actor: ann, maximum: { maxMinor, salt: "salt" } }) as const;
    const before = stateAfter(null, decideRequests(null, [{ ...OPEN_REQUEST, terms }, placeMaximum(20_000)]));
    const lateAt = TERMS.endsAt - 50_000;
    // It doesn't change the price, so it doesn't extend the auction.
    const changedState = stateAfter(before, decideRequests(before, [placeMaximum(30_000)], lateAt));
    expect(changedState.auction.endsAt).toBe(TERMS.endsAt);
    const turn = decideRequests(changedState, [bid(bob, 11_000)], lateAt - 5_000);
    expect(new Set(turn.facts.map(({ at }) => at))).toEqual(new Set([lateAt]));
    expect(turn.auction?.endsAt).toBe(lateAt + 120_000);
  });

  it("an opening isn't delivered to subscribers that don't need it", () => {
    const checkpointsAfter = (...requests: readonly RoomRequest[]) => decideRequests(null, requests).initialCheckpoints;
    const inboxes = ["bidderInboxes", "sellerInbox"];
    expect(checkpointsAfter(OPEN_REQUEST)).toEqual({ seq: 1, subscribers: inboxes });
    expect(checkpointsAfter({ ...OPEN_REQUEST, callerWritesRow: true })).toEqual({
      seq: 1,
      subscribers: [...inboxes, "catalogue"],
    });
    const relisted: RoomRequest = {
      ...OPEN_REQUEST,
      terms: { ...TERMS, relistedByItself: true },
      callerWritesRow: true,
    };
    expect(checkpointsAfter(relisted)).toEqual({ seq: 1, subscribers: ["bidderInboxes", "catalogue"] });
    const turn = decideRequests(null, [{ ...OPEN_REQUEST, callerWritesRow: true }, bid(ann, 10_000)]);
    expect([turn.auction?.seq, turn.initialCheckpoints.seq]).toEqual([2, 1]);
    expect(isFullyDelivered(turn.initialCheckpoints, 1)).toBe(true);
    expect(isFullyDelivered(turn.initialCheckpoints, 2)).toBe(false);
    expect(decideRequests(stateAfterOpening(), [bid(ann, 10_000)]).initialCheckpoints).toEqual({
      seq: 0,
      subscribers: [],
    });
  });

  it("the limit on standing bids counts bids placed and withdrawn in the same turn", () => {
    const limitedBid = (amountMinor: number) => ({ ...bid(ann, amountMinor), maxStandingBids: 2 });
    const withdraw: RoomRequests["withdrawBid"] = { type: "withdrawBid", actor: ann, bidId: "lot-3" };
    const turn = decideRequests(stateAfterOpening(bid(ann, 10_000)), [
      limitedBid(10_100),
      limitedBid(10_200),
      withdraw,
      limitedBid(10_300),
      bid(bob, 10_400),
    ]);
    expect(outcomeCodesOf(turn)).toEqual(["ok", "too_many_bids", "ok", "ok", "ok"]);
  });

  it("affectedBids lists the bids in requests and counts the withdrawals", () => {
    const edit: RoomRequests["editBid"] = { type: "editBid", actor: ann, bidId: "lot-2", amountMinor: 11_000 };
    const withdraw = (bidId: string): RoomRequests["withdrawBid"] => ({ type: "withdrawBid", actor: ann, bidId });
    expect(affectedBids([bid(ann, 10_000)])).toEqual({ bidIds: [], withdrawals: 0 });
    expect(affectedBids([edit, withdraw("lot-3"), bid(bob, 12_000), withdraw("lot-4")])).toEqual({
      bidIds: ["lot-2", "lot-3", "lot-4"],
      withdrawals: 2,
    });
  });

  it("a turn doesn't change the state it is given", () => {
    const state = stateAfterOpening();
    const { auction, participants } = state;
    const before = structuredClone(auction);
    decideRequests(state, [bid({ ...ann, anonymous: true }, 10_000), { type: "deleteListing", actor: seller }]);
    expect(state.auction).toBe(auction);
    expect(auction).toEqual(before);
    expect(participants.get("ann")).toBeUndefined();
    expect(participants.bidderIdOf({ id: "bob", anonymous: true })).toBe("bidder-1");
  });

  it("a turn stores nothing for a refused request", () => {
    const origin = { network: "n", device: "d", session: "s" };
    const turn = decideRequests(stateAfterOpening(), [{ ...bid(ann, 1, "key"), origin }]);
    expect(outcomeCodesOf(turn)).toEqual(["bid_too_low"]);
    expect(turn).toMatchObject({ facts: [], participants: [], origins: [], responses: [] });
  });

  it("a turn after the end records the end first, even without any request", () => {
    const state = stateAfterOpening(bid(ann, 10_000));
    const turn = decideRequests(state, [bid(bob, 10_100)], TERMS.endsAt);
    expect(factTypesOf(turn)).toEqual(["closed"]);
    expect(outcomeCodesOf(turn)).toEqual(["auction_ended"]);
    expect(turn.auction?.outcome).toMatchObject({ winnerId: "ann", priceMinor: 10_000 });
    expect(factTypesOf(decideRequests(state, [], TERMS.endsAt))).toEqual(["closed"]);
    expect(factTypesOf(decideRequests(state, [], TERMS.endsAt - 1))).toEqual([]);
  });
});

describe("idempotency keys", () => {
  it("a retry with the same key gets the first response, in the same turn or later", () => {
    const state = stateAfterOpening();
    const first = decideRequests(state, [bid(ann, 10_000, "k"), bid(ann, 10_000, "k")]);
    expect(factTypesOf(first)).toEqual(["newBid"]);
    expect(first.outcomes[1]).toEqual(first.outcomes[0]);
    const [response] = first.responses;
    if (!response) throw new Error("the response is stored");
    const earlier = new Map<string, StoredResponse>([[responseKey(response), response]]);
    const later = decideRequests(
      stateAfter(state, first),
      [bid(bob, 10_100), bid(ann, 10_000, "k")],
      OPENED_AT + 1,
      earlier,
    );
    expect(factTypesOf(later)).toEqual(["newBid"]);
    expect(later.outcomes[1]).toEqual(first.outcomes[0]);
    expect(later.responses).toEqual([]);
  });

  it("an idempotency key can be reused for another request only by another person", () => {
    const turn = decideRequests(stateAfterOpening(), [
      bid(ann, 10_000, "k"),
      bid(ann, 10_100, "k"),
      bid(bob, 10_100, "k"),
    ]);
    expect(outcomeCodesOf(turn)).toEqual(["ok", "key_reused", "ok"]);
  });

  it("a retry of a refused request is processed again", () => {
    const turn = decideRequests(stateAfterOpening(), [bid(ann, 9_999, "k"), bid(ann, 10_000, "k")]);
    expect(outcomeCodesOf(turn)).toEqual(["bid_too_low", "ok"]);
  });

  it("a retried request is refused once the auction is removed, even in the same turn", () => {
    const edit: RoomRequest = {
      type: "editListing",
      actor: seller,
      change: { title: "Telescope" },
      limits: LIMITS,
      key: "k",
    };
    const turn = decideRequests(stateAfterOpening(), [edit, { type: "deleteListing", actor: seller }, edit]);
    expect(outcomeCodesOf(turn)).toEqual(["ok", "ok", "auction_not_found"]);
  });
});

describe("the participants of a turn", () => {
  it("bidders are numbered in the order of their first bids, anonymous or not", () => {
    const turn = decideRequests(stateAfterOpening(), [
      bid(bob, 10_000),
      bid({ ...ann, anonymous: true }, 10_100),
      bid(bob, 10_200),
    ]);
    expect(turn.facts.map(({ fact }) => fact.type === "newBid" && fact.bidderId)).toEqual(["bob", "bidder-2", "bob"]);
    expect(turn.participants.map(({ id, number }) => [id, number])).toEqual([
      ["bob", 1],
      ["ann", 2],
    ]);
  });

  it.each([
    [true, "bidder-1"],
    [false, "ann"],
  ])("a room's own record of anonymity (%s) overrides the session's", (anonymous, bidderId) => {
    const state = stateAfterOpening();
    state.participants.set({ ...unnamedParticipant("ann"), anonymous });
    const turn = decideRequests(state, [bid({ ...ann, anonymous: !anonymous }, 10_000)]);
    expect(turn.facts).toMatchObject([{ fact: { type: "newBid", bidderId } }]);
    expect(turn.participants).toMatchObject([{ id: "ann", firstName: "Ann", anonymous, bidderId }]);
  });

  it("a participant is stored again only when their public data changes", () => {
    const state = stateAfterOpening(bid(ann, 10_000));
    expect(decideRequests(state, [bid(ann, 10_100)]).participants).toEqual([]);
    expect(decideRequests(state, [bid({ ...ann, maskedEmail: "r•••" }, 10_100)]).participants).toMatchObject([
      { id: "ann", maskedEmail: "r•••", number: 1 },
    ]);
    // The room keeps the name it has, because a session may be older than a name change.
    expect(decideRequests(state, [bid({ ...ann, lastName: "Roe" }, 10_100)]).participants).toEqual([]);
  });

  it("hiding a listing doesn't make the admin a participant", () => {
    const turn = decideRequests(stateAfterOpening(), [{ type: "setHidden", reason: "Stolen goods", salt: "salt" }]);
    expect(factTypesOf(turn)).toEqual(["hidden"]);
    expect(turn).toMatchObject({ participants: [], outcomes: [{ ok: true, value: { changed: true } }] });
    const voiding = { type: "voidAuction", reason: "Stolen goods" } as const;
    expect(decideRequests(stateAfterOpening(), [voiding, voiding])).toMatchObject({
      participants: [],
      facts: [{ fact: { type: "voided" } }],
      outcomes: [{ value: { changed: true } }, { value: { changed: false } }],
    });
  });
});

describe("undoing a bid", () => {
  const undo = (seq: number, key?: string): RoomRequest => {
    return { type: "withdrawBid", actor: ann, bidId: `lot-${seq}`, reason: "mistake", key };
  };

  it("undoing a bid follows the room's clock, and a refusal gives the deadline", () => {
    const state = stateAfterOpening(bid(ann, 10_000));
    expect(outcomeCodesOf(decideRequests(state, [undo(2)], OPENED_AT + 60_000))).toEqual(["ok"]);
    expect(decideRequests(state, [undo(2)], OPENED_AT + 60_001).outcomes).toMatchObject([
      { ok: false, failure: { code: "undo_too_late", details: { latestAt: OPENED_AT + 60_000 } } },
    ]);
  });

  it("undoing a bid is refused after a higher bid earlier in the same turn", () => {
    const turn = decideRequests(stateAfterOpening(bid(ann, 10_000)), [bid(bob, 10_100), undo(2)]);
    expect(outcomeCodesOf(turn)).toEqual(["ok", "undo_higher_bid"]);
    expect(factTypesOf(turn)).toEqual(["newBid"]);
  });

  it("undoing and withdrawing a bid with one key are different requests", () => {
    const withdrawal: RoomRequest = { type: "withdrawBid", actor: ann, bidId: "lot-2", key: "k" };
    const turn = decideRequests(stateAfterOpening(bid(ann, 10_000)), [undo(2, "k"), undo(2, "k"), withdrawal]);
    expect(outcomeCodesOf(turn)).toEqual(["ok", "ok", "key_reused"]);
    expect(turn.facts.map(({ fact }) => fact)).toMatchObject([{ type: "bidWithdrawn", reason: "mistake" }]);
  });
});

it("refusing a low starting price gives the minimum in the requested currency", () => {
  const cheap: RoomRequest = {
    ...OPEN_REQUEST,
    currency: "INR",
    limits: { ...LIMITS, minStartingPriceMinor: 100_000 },
  };
  expect(decideRequests(null, [cheap]).outcomes).toMatchObject([
    { ok: false, failure: { code: "starting_price_too_low", message: "Starting price must be at least INR 1000" } },
  ]);
  expect(outcomeCodesOf(decideRequests(null, [bid(ann, 10_000)]))).toEqual(["auction_not_found"]);
});
