import { describe, expect, it } from "vitest";

import {
  ann,
  bid,
  bob,
  codes,
  decide,
  LIMITS,
  open,
  opened,
  OPENED_AT,
  seller,
  stateAfter,
  TERMS,
  types,
} from "../../testing/turns.ts";
import { isFullyDelivered } from "../storage/checkpoints.ts";
import { responseKey, type StoredResponse } from "../storage/idempotency.ts";
import { unnamedParticipant } from "../storage/participants.ts";
import { affectedBids } from "./decide-turn.ts";
import type { Request, Requests } from "./requests.ts";

describe("processing a turn", () => {
  it("a turn processes requests in order, each on the state the last one left", () => {
    const turn = decide(opened(), [bid(ann, 10_000), bid(bob, 10_050), bid(bob, 10_100)]);
    expect(codes(turn)).toEqual(["ok", "bid_too_low", "ok"]);
    expect(turn.facts.map(({ seq }) => seq)).toEqual([2, 3]);
    expect(turn.auction?.top?.bid).toMatchObject({ id: "lot-3", bidderId: "bob", amountMinor: 10_100 });
  });

  it("a turn is never dated before the last event, even if the clock is set back", () => {
    const terms = { ...TERMS, softCloseMs: 120_000 };
    const maximum = (maxMinor: number) =>
      ({ type: "placeBid", actor: ann, maximum: { maxMinor, salt: "salt" } }) as const;
    const before = stateAfter(null, decide(null, [{ ...open, terms }, maximum(20_000)]));
    const lateAt = TERMS.endsAt - 50_000;
    // It doesn't change the price, so it doesn't extend the auction.
    const changed = stateAfter(before, decide(before, [maximum(30_000)], lateAt));
    expect(changed.auction.endsAt).toBe(TERMS.endsAt);
    const turn = decide(changed, [bid(bob, 11_000)], lateAt - 5_000);
    expect(new Set(turn.facts.map(({ at }) => at))).toEqual(new Set([lateAt]));
    expect(turn.auction?.endsAt).toBe(lateAt + 120_000);
  });

  it("an opening isn't delivered to subscribers that don't need it", () => {
    const checkpointsAfter = (...requests: readonly Request[]) => decide(null, requests).initialCheckpoints;
    const inboxes = ["bidderInboxes", "sellerInbox"];
    expect(checkpointsAfter(open)).toEqual({ seq: 1, subscribers: inboxes });
    expect(checkpointsAfter({ ...open, callerWritesRow: true })).toEqual({
      seq: 1,
      subscribers: [...inboxes, "catalogue"],
    });
    const relisted: Request = { ...open, terms: { ...TERMS, relistedByItself: true }, callerWritesRow: true };
    expect(checkpointsAfter(relisted)).toEqual({ seq: 1, subscribers: ["bidderInboxes", "catalogue"] });
    const turn = decide(null, [{ ...open, callerWritesRow: true }, bid(ann, 10_000)]);
    expect([turn.auction?.seq, turn.initialCheckpoints.seq]).toEqual([2, 1]);
    expect(isFullyDelivered(turn.initialCheckpoints, 1)).toBe(true);
    expect(isFullyDelivered(turn.initialCheckpoints, 2)).toBe(false);
    expect(decide(opened(), [bid(ann, 10_000)]).initialCheckpoints).toEqual({ seq: 0, subscribers: [] });
  });

  it("a turn counts the standing bids that it places and withdraws itself", () => {
    const atMostTwo = (amountMinor: number) => ({ ...bid(ann, amountMinor), maxStandingBids: 2 });
    const withdraw: Requests["withdrawBid"] = { type: "withdrawBid", actor: ann, bidId: "lot-3" };
    const turn = decide(opened(bid(ann, 10_000)), [
      atMostTwo(10_100),
      atMostTwo(10_200),
      withdraw,
      atMostTwo(10_300),
      bid(bob, 10_400),
    ]);
    expect(codes(turn)).toEqual(["ok", "too_many_bids", "ok", "ok", "ok"]);
  });

  it("a turn loads the bids that it names and as many as it may withdraw", () => {
    const edit: Requests["editBid"] = { type: "editBid", actor: ann, bidId: "lot-2", amountMinor: 11_000 };
    const withdraw = (bidId: string): Requests["withdrawBid"] => ({ type: "withdrawBid", actor: ann, bidId });
    expect(affectedBids([bid(ann, 10_000)])).toEqual({ bidIds: [], withdrawals: 0 });
    expect(affectedBids([edit, withdraw("lot-3"), bid(bob, 12_000), withdraw("lot-4")])).toEqual({
      bidIds: ["lot-2", "lot-3", "lot-4"],
      withdrawals: 2,
    });
  });

  it("a turn doesn't change the state it is given", () => {
    const state = opened();
    const { auction, participants } = state;
    const before = structuredClone(auction);
    decide(state, [bid({ ...ann, anonymous: true }, 10_000), { type: "deleteListing", actor: seller }]);
    expect(state.auction).toBe(auction);
    expect(auction).toEqual(before);
    expect(participants.get("ann")).toBeUndefined();
    expect(participants.bidderIdOf({ id: "bob", anonymous: true })).toBe("bidder-1");
  });

  it("a turn stores nothing for a refused request", () => {
    const origin = { network: "n", device: "d", session: "s" };
    const turn = decide(opened(), [{ ...bid(ann, 1, "key"), origin }]);
    expect(codes(turn)).toEqual(["bid_too_low"]);
    expect(turn).toMatchObject({ facts: [], participants: [], origins: [], responses: [] });
  });

  it("a turn after the end records the end first, even without any request", () => {
    const state = opened(bid(ann, 10_000));
    const turn = decide(state, [bid(bob, 10_100)], TERMS.endsAt);
    expect(types(turn)).toEqual(["closed"]);
    expect(codes(turn)).toEqual(["auction_ended"]);
    expect(turn.auction?.outcome).toMatchObject({ winnerId: "ann", priceMinor: 10_000 });
    expect(types(decide(state, [], TERMS.endsAt))).toEqual(["closed"]);
    expect(types(decide(state, [], TERMS.endsAt - 1))).toEqual([]);
  });
});

describe("idempotency keys", () => {
  it("a retry with the same key gets the first response, in the same turn or later", () => {
    const state = opened();
    const first = decide(state, [bid(ann, 10_000, "k"), bid(ann, 10_000, "k")]);
    expect(types(first)).toEqual(["newBid"]);
    expect(first.outcomes[1]).toEqual(first.outcomes[0]);
    const [response] = first.responses;
    if (!response) throw new Error("the response is stored");
    const earlier = new Map<string, StoredResponse>([[responseKey(response), response]]);
    const later = decide(stateAfter(state, first), [bid(bob, 10_100), bid(ann, 10_000, "k")], OPENED_AT + 1, earlier);
    expect(types(later)).toEqual(["newBid"]);
    expect(later.outcomes[1]).toEqual(first.outcomes[0]);
    expect(later.responses).toEqual([]);
  });

  it("a key can't be reused for another request, except by another person", () => {
    const turn = decide(opened(), [bid(ann, 10_000, "k"), bid(ann, 10_100, "k"), bid(bob, 10_100, "k")]);
    expect(codes(turn)).toEqual(["ok", "key_reused", "ok"]);
  });

  it("a retry of a refused request is processed again", () => {
    const turn = decide(opened(), [bid(ann, 9_999, "k"), bid(ann, 10_000, "k")]);
    expect(codes(turn)).toEqual(["bid_too_low", "ok"]);
  });

  it("a key can't be found once the auction is removed, even in the same turn", () => {
    const edit: Request = {
      type: "editListing",
      actor: seller,
      change: { title: "Telescope" },
      limits: LIMITS,
      key: "k",
    };
    const turn = decide(opened(), [edit, { type: "deleteListing", actor: seller }, edit]);
    expect(codes(turn)).toEqual(["ok", "ok", "auction_not_found"]);
  });
});

describe("the participants of a turn", () => {
  it("anonymous participants are numbered in the order of their first bids", () => {
    const turn = decide(opened(), [bid(bob, 10_000), bid({ ...ann, anonymous: true }, 10_100), bid(bob, 10_200)]);
    expect(turn.facts.map(({ fact }) => fact.type === "newBid" && fact.bidderId)).toEqual(["bob", "bidder-2", "bob"]);
    expect(turn.participants.map(({ id, number }) => [id, number])).toEqual([
      ["bob", 1],
      ["ann", 2],
    ]);
  });

  it.each([
    [true, "bidder-1"],
    [false, "ann"],
  ])("a room's own record that someone is anonymous (%s) overrides their session's", (anonymous, bidderId) => {
    const state = opened();
    state.participants.set({ ...unnamedParticipant("ann"), anonymous });
    const turn = decide(state, [bid({ ...ann, anonymous: !anonymous }, 10_000)]);
    expect(turn.facts).toMatchObject([{ fact: { type: "newBid", bidderId } }]);
    expect(turn.participants).toMatchObject([{ id: "ann", firstName: "Ann", anonymous, bidderId }]);
  });

  it("a participant is stored again only when their public data changes", () => {
    const state = opened(bid(ann, 10_000));
    expect(decide(state, [bid(ann, 10_100)]).participants).toEqual([]);
    expect(decide(state, [bid({ ...ann, maskedEmail: "r•••" }, 10_100)]).participants).toMatchObject([
      { id: "ann", maskedEmail: "r•••", number: 1 },
    ]);
    // The name is the room's own, because a session may be older than a change of it.
    expect(decide(state, [bid({ ...ann, lastName: "Roe" }, 10_100)]).participants).toEqual([]);
  });

  it("hiding a listing doesn't make the admin a participant", () => {
    const turn = decide(opened(), [{ type: "setHidden", reason: "Stolen goods", salt: "salt" }]);
    expect(types(turn)).toEqual(["hidden"]);
    expect(turn).toMatchObject({ participants: [], outcomes: [{ ok: true, value: { changed: true } }] });
    const voiding = { type: "voidAuction", reason: "Stolen goods" } as const;
    expect(decide(opened(), [voiding, voiding])).toMatchObject({
      participants: [],
      facts: [{ fact: { type: "voided" } }],
      outcomes: [{ value: { changed: true } }, { value: { changed: false } }],
    });
  });
});

describe("undoing a bid", () => {
  const undo = (seq: number, key?: string): Request => {
    return { type: "withdrawBid", actor: ann, bidId: `lot-${seq}`, reason: "mistake", key };
  };

  it("undoing a bid follows the room's clock, and a refusal gives the deadline", () => {
    const state = opened(bid(ann, 10_000));
    expect(codes(decide(state, [undo(2)], OPENED_AT + 60_000))).toEqual(["ok"]);
    expect(decide(state, [undo(2)], OPENED_AT + 60_001).outcomes).toMatchObject([
      { ok: false, failure: { code: "undo_too_late", details: { latestAt: OPENED_AT + 60_000 } } },
    ]);
  });

  it("undoing a bid is refused after a higher bid earlier in the same turn", () => {
    const turn = decide(opened(bid(ann, 10_000)), [bid(bob, 10_100), undo(2)]);
    expect(codes(turn)).toEqual(["ok", "undo_higher_bid"]);
    expect(types(turn)).toEqual(["newBid"]);
  });

  it("undoing and withdrawing a bid with one key are different requests", () => {
    const ordinary: Request = { type: "withdrawBid", actor: ann, bidId: "lot-2", key: "k" };
    const turn = decide(opened(bid(ann, 10_000)), [undo(2, "k"), undo(2, "k"), ordinary]);
    expect(codes(turn)).toEqual(["ok", "ok", "key_reused"]);
    expect(turn.facts.map(({ fact }) => fact)).toMatchObject([{ type: "bidWithdrawn", reason: "mistake" }]);
  });
});

it("a refusal to open an auction gives its minimum in the requested currency", () => {
  const cheap: Request = { ...open, currency: "INR", limits: { ...LIMITS, minStartingPriceMinor: 100_000 } };
  expect(decide(null, [cheap]).outcomes).toMatchObject([
    { ok: false, failure: { code: "starting_price_too_low", message: "Starting price must be at least INR 1000" } },
  ]);
  expect(codes(decide(null, [bid(ann, 10_000)]))).toEqual(["auction_not_found"]);
});
