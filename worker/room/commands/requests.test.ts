import { createHash } from "node:crypto";

import { describe, expect, it } from "vitest";

import type { Actor } from "../../rpc/room-rpc.ts";
import { chainInput } from "../../rules/facts.ts";
import {
  ann,
  bid,
  bob,
  outcomeCodesOf,
  decideRequests,
  HOUR_MS,
  LIMITS,
  OPEN_REQUEST,
  stateAfterOpening,
  OPENED_AT,
  seller,
  stateAfter,
  TERMS,
  factTypesOf,
} from "../../testing/turns.ts";
import type { RoomState } from "../storage/room-storage.ts";
import type { RoomRequest, RoomRequests } from "./requests.ts";

function editBid(actor: Actor, bidId: string, amountMinor: number, key?: string): RoomRequests["editBid"] {
  return { type: "editBid", actor, bidId, amountMinor, key };
}
function withdrawBid(actor: Actor, bidId: string, key?: string): RoomRequests["withdrawBid"] {
  return { type: "withdrawBid", actor, bidId, key };
}
function editListing(change: RoomRequests["editListing"]["change"], fingerprint?: string): RoomRequests["editListing"] {
  return {
    type: "editListing",
    actor: seller,
    change,
    limits: LIMITS,
    key: "k",
    ...(fingerprint !== undefined && { fingerprint }),
  };
}
function setBlocked(personId: string, blocked: boolean): RoomRequests["setBlocked"] {
  return { type: "setBlocked", sellerId: "sal", personId, blocked, salt: "salt" };
}
function setHidden(reason: string | null): RoomRequests["setHidden"] {
  return { type: "setHidden", reason, salt: "salt" };
}
function buyNow(actor: Actor, priceMinor = 50_000, key?: string): RoomRequests["buyNow"] {
  return { type: "buyNow", actor, priceMinor, key };
}
/** An item with a Buy It Now price of $500. */
const stateForSale = () =>
  stateAfter(null, decideRequests(null, [{ ...OPEN_REQUEST, terms: { ...TERMS, buyNowPriceMinor: 50_000 } }]));
const deleteListing: RoomRequests["deleteListing"] = { type: "deleteListing", actor: seller };
const voidAuction: RoomRequests["voidAuction"] = { type: "voidAuction", reason: "Stolen goods" };

/** The answer to the only request of a turn. */
function answer(state: RoomState | null, request: RoomRequest, now = OPENED_AT): unknown {
  const [outcome] = decideRequests(state, [request], now).outcomes;
  if (!outcome?.ok) throw new Error(`refused: ${outcome?.failure.code ?? "no answer"}`);
  return outcome.value;
}

const standing = {
  currentBid: 100,
  minNextBid: 100,
  bidCount: 0,
  auctionEndTime: "2026-11-23T12:00:00.000Z",
  scheduledEndTime: "2026-11-23T12:00:00.000Z",
  status: "Live",
  extensions: 0,
};
const person = (_id: string, firstName: string) => ({ _id, firstName, lastName: "Doe", image: null });
const wireBid = { createdAt: "2026-11-22T12:00:00.000Z", auto: false, edited: false };

const receiptOf = (seq: number) => ({ seq, hash: expect.stringMatching(/^[0-9a-f]{64}$/) });

describe("a room's answers", () => {
  it("a room answers an opening with the new listing", () => {
    expect(answer(null, OPEN_REQUEST)).toMatchObject({
      auction: { ...standing, _id: "lot", title: "Brass telescope", currency: "USD", seller: person("sal", "Sal") },
    });
  });

  it("a room answers a bid with the bid and the new price", () => {
    expect(answer(stateAfterOpening(bid(ann, 10_000)), bid(bob, 12_000))).toEqual({
      newBid: { ...wireBid, _id: "lot-3", amount: 120, bidder: person("bob", "Bob") },
      auction: { ...standing, currentBid: 120, minNextBid: 121, bidCount: 2 },
      leads: true,
      ...receiptOf(3),
    });
  });

  it("a room answers an edit with the bid that now leads and the new price", () => {
    const state = stateAfterOpening(bid(ann, 10_000), bid(bob, 12_000));
    expect(answer(state, editBid(ann, "lot-2", 13_000))).toEqual({
      updatedBid: { ...wireBid, _id: "lot-2", amount: 130, bidder: person("ann", "Ann"), edited: true },
      auction: { ...standing, currentBid: 130, minNextBid: 131, bidCount: 2 },
      leads: true,
      ...receiptOf(4),
    });
  });

  it("a room answers a withdrawal with the new price", () => {
    const state = stateAfterOpening(bid(ann, 10_000), bid(bob, 12_000));
    expect(answer(state, withdrawBid(bob, "lot-3"))).toEqual({
      auction: { ...standing, currentBid: 100, minNextBid: 101, bidCount: 1 },
      ...receiptOf(4),
    });
  });

  it("a room answers a purchase with its bid and the auction's end", () => {
    expect(answer(stateForSale(), buyNow(ann), OPENED_AT)).toMatchObject({
      newBid: { ...wireBid, _id: "lot-2", amount: 500, bidder: person("ann", "Ann") },
      auction: {
        ...standing,
        currentBid: 500,
        minNextBid: 501,
        bidCount: 1,
        auctionEndTime: wireBid.createdAt,
        status: "Sold",
        buyNowPrice: null,
      },
      ...receiptOf(2),
    });
  });

  it("a room answers an edit of a listing with the new listing", () => {
    expect(answer(stateAfterOpening(), editListing({ title: "Telescope" }))).toMatchObject({
      auction: { title: "Telescope" },
    });
  });

  it("a room answers the deletion of a listing with its images", () => {
    expect(answer(stateAfterOpening(), deleteListing)).toEqual({ imageKeys: ["cover"] });
  });

  it.each([
    ["blocking someone", stateAfterOpening(bid(ann, 10_000)), setBlocked("ann", true)],
    ["unblocking someone", stateAfterOpening(setBlocked("ann", true)), setBlocked("ann", false)],
    ["hiding a listing", stateAfterOpening(), setHidden("Stolen goods")],
    ["showing a listing again", stateAfterOpening(setHidden("Stolen goods")), setHidden(null)],
    ["voiding an auction", stateAfterOpening(), voidAuction],
  ] as const)("%s reports a change once, and none on a retry", (_name, state, request) => {
    const turn = decideRequests(state, [request, request]);
    expect(turn.outcomes).toEqual([
      { ok: true, value: { changed: true } },
      { ok: true, value: { changed: false } },
    ]);
  });

  it.each([
    ["a removed listing", stateAfterOpening(deleteListing)],
    ["a canceled auction", stateAfterOpening(bid(ann, 10_000), deleteListing)],
  ])("requests about %s find nothing, and it can't be opened again", (_name, state) => {
    const requests = [bid(bob, 20_000), editBid(ann, "lot-2", 20_000), deleteListing, setHidden("Fraud"), OPEN_REQUEST];
    const notFound = Array.from({ length: 4 }, () => "auction_not_found");
    expect(outcomeCodesOf(decideRequests(state, requests, TERMS.endsAt))).toEqual([...notFound, "auction_exists"]);
    expect(factTypesOf(decideRequests(state, requests, TERMS.endsAt))).toEqual([]);
  });
});

it("if a purchase and a bid share a turn, the first wins and the other is refused", () => {
  const purchaseFirst = decideRequests(stateForSale(), [buyNow(ann), bid(bob, 60_000), buyNow(bob)]);
  expect(outcomeCodesOf(purchaseFirst)).toEqual(["ok", "auction_ended", "auction_ended"]);
  expect(factTypesOf(purchaseFirst)).toEqual(["newBid", "closed"]);
  expect(purchaseFirst.facts[1]?.fact).toMatchObject({
    outcome: { winnerId: "ann" },
    lastHash: purchaseFirst.facts[0]?.hash,
  });
  const bidFirst = decideRequests(stateForSale(), [bid(bob, 10_000), buyNow(ann)]);
  expect(outcomeCodesOf(bidFirst)).toEqual(["ok", "buy_now_gone"]);
  expect(factTypesOf(bidFirst)).toEqual(["newBid"]);
});

it("the reserve of a new auction is in the secret part of a separate event", () => {
  const reserve = { reserveMinor: 30_000, salt: "another salt" };
  const turn = decideRequests(null, [{ ...OPEN_REQUEST, reserve, blockedIds: ["ann"] }]);
  expect(factTypesOf(turn)).toEqual(["opened", "reserveSet"]);
  expect(turn.facts.map(({ secret }) => secret)).toEqual([{ personIds: ["ann"], salt: "salt" }, reserve]);
  expect(turn.outcomes).toMatchObject([{ value: { auction: { reservePrice: 300, reserveMet: false } } }]);
  expect(JSON.stringify(turn.facts.map(({ fact }) => fact))).not.toContain("30000");
});

it("a receipt identifies its request's first event, and events are chained in order", () => {
  const late = TERMS.endsAt - 1;
  const before = stateAfterOpening(bid(ann, 10_000));
  const endingState = { ...before, auction: { ...before.auction, terms: { ...TERMS, softCloseMs: HOUR_MS } } };
  const turn = decideRequests(endingState, [bid(bob, 12_000), bid(ann, 10_000), bid(ann, 13_000)], late);
  expect(factTypesOf(turn)).toEqual(["newBid", "extended", "newBid"]);
  expect(outcomeCodesOf(turn)).toEqual(["ok", "bid_too_low", "ok"]);
  expect(turn.outcomes.flatMap((outcome) => (outcome.ok ? [outcome.value] : []))).toMatchObject([
    { seq: 3, hash: turn.facts[0]?.hash },
    { seq: 5, hash: turn.facts[2]?.hash },
  ]);
  let hash = before.lastHash;
  for (const { seq, at, fact, hash: claimed } of turn.facts) {
    hash = createHash("sha256").update(chainInput(hash, { seq, at, fact })).digest("hex");
    expect(claimed).toBe(hash);
  }
});

describe("people the seller had already blocked", () => {
  it("people blocked before an opening are named only in its secret part", () => {
    const turn = decideRequests(null, [{ ...OPEN_REQUEST, blockedIds: ["ann", "bob"] }, bid(ann, 10_000)]);
    expect(outcomeCodesOf(turn)).toEqual(["ok", "bidder_blocked"]);
    expect(turn.facts[0]?.secret).toEqual({ personIds: ["ann", "bob"], salt: "salt" });
    expect(JSON.stringify(turn.facts[0]?.fact)).not.toContain("ann");
  });

  it.each([[undefined], [[]]])(
    "an opening without blocked people leaves no secret in the journal: %j",
    (blockedIds) => {
      const turn = decideRequests(null, [{ ...OPEN_REQUEST, ...(blockedIds && { blockedIds }) }]);
      expect(turn.facts).toHaveLength(1);
      expect(turn.facts[0]).not.toHaveProperty("secret");
      expect(turn.auction?.blocked).toEqual([]);
    },
  );
});

describe("a turn's records about the person behind a request", () => {
  it("a turn records a request's origin and time if the origin is known", () => {
    const origin = { network: "n", device: "d", session: "s" };
    const turn = decideRequests(
      stateAfterOpening(),
      [{ ...bid(ann, 10_000), origin }, bid(bob, 10_100)],
      OPENED_AT + 5,
    );
    expect(turn.origins).toEqual([{ ...origin, personId: "ann", at: OPENED_AT + 5 }]);
  });

  it("a bidder gets a number with their first bid", () => {
    const terms = { ...TERMS, softCloseMs: 60_000 };
    const state = stateAfter(null, decideRequests(null, [{ ...OPEN_REQUEST, terms }]));
    const turn = decideRequests(state, [bid(ann, 10_000)], TERMS.endsAt - 1_000);
    expect(factTypesOf(turn)).toEqual(["newBid", "extended"]);
    expect(turn.participants).toMatchObject([{ id: "ann", number: 1 }]);
  });

  it("a turn gives no bidder number to a seller who only edits the listing", () => {
    const turn = decideRequests(stateAfterOpening(), [
      { ...editListing({ title: TERMS.title }), key: "1" },
      { ...editListing({ title: "Telescope" }), key: "2" },
    ]);
    expect(factTypesOf(turn)).toEqual(["listingEdited"]);
    expect(turn.participants).toEqual([]);
  });
});

describe("idempotency keys", () => {
  const leadingState = stateAfterOpening(bid(ann, 10_000), bid(ann, 11_000));
  const openWith = (change: Partial<RoomRequests["open"]>): RoomRequest => ({ ...OPEN_REQUEST, key: "k", ...change });
  const pricierTerms = { ...TERMS, startingPriceMinor: 20_000 };
  const bidUpTo = (maxMinor: number): RoomRequest => ({
    ...bid(ann, 12_000, "k"),
    maximum: { maxMinor, salt: "salt" },
  });

  it.each<[string, RoomState | null, RoomRequest, RoomRequest]>([
    ["an opening", null, openWith({}), openWith({ terms: pricierTerms })],
    ["an opening's input", null, openWith({ fingerprint: "one" }), openWith({ fingerprint: "two" })],
    ["a bid's amount", leadingState, bid(ann, 12_000, "k"), bid(ann, 13_000, "k")],
    ["an edit's amount", leadingState, editBid(ann, "lot-2", 12_000, "k"), editBid(ann, "lot-2", 13_000, "k")],
    ["a bid's maximum", leadingState, bidUpTo(20_000), bidUpTo(30_000)],
    ["an edit's bid", leadingState, editBid(ann, "lot-2", 12_000, "k"), editBid(ann, "lot-3", 12_000, "k")],
    ["a withdrawal's bid", leadingState, withdrawBid(ann, "lot-3", "k"), withdrawBid(ann, "lot-2", "k")],
    ["a purchase's price", stateForSale(), buyNow(ann, 50_000, "k"), buyNow(ann, 60_000, "k")],
    ["a purchase", stateForSale(), buyNow(ann, 50_000, "k"), bid(ann, 50_000, "k")],
    [
      "an edit's reserve",
      stateAfterOpening(),
      { ...editListing({}), reserve: { reserveMinor: 20_000, salt: "one" } },
      { ...editListing({}), reserve: null },
    ],
    ["a listing's text", stateAfterOpening(), editListing({ title: "A" }), editListing({ title: "B" })],
    ["a listing's input", stateAfterOpening(), editListing({ title: "A" }, "one"), editListing({ title: "A" }, "two")],
    ["the kind of request", leadingState, bid(ann, 12_000, "k"), editBid(ann, "lot-2", 12_000, "k")],
    ["a deletion", stateAfterOpening(), editListing({ title: "A" }), { ...deleteListing, key: "k" }],
  ])("an idempotency key works only for its own request: %s", (_name, state, request, other) => {
    const turn = decideRequests(state, [request, other, request]);
    expect(outcomeCodesOf(turn)).toEqual(["ok", "key_reused", "ok"]);
    expect(turn.outcomes[2]).toEqual(turn.outcomes[0]);
  });

  it.each<[string, RoomState | null, RoomRequest]>([
    ["open one", null, openWith({ fingerprint: "one" })],
    ["placeBid 12000", leadingState, bid(ann, 12_000, "k")],
    ["placeBid 12000 up to 20000", leadingState, bidUpTo(20_000)],
    ["editBid lot-2 12000", leadingState, editBid(ann, "lot-2", 12_000, "k")],
    ["withdrawBid lot-3", leadingState, withdrawBid(ann, "lot-3", "k")],
    ["withdrawBid lot-3 mistake", leadingState, { ...withdrawBid(ann, "lot-3", "k"), reason: "mistake" }],
    ['editListing {"title":"A"}', stateAfterOpening(), editListing({ title: "A" })],
    ["buyNow 50000", stateForSale(), buyNow(ann, 50_000, "k")],
    ["deleteListing", stateAfterOpening(), { ...deleteListing, key: "k" }],
  ])("a stored fingerprint is stable across deploys: %s", (text, state, request) => {
    expect(decideRequests(state, [request]).responses).toMatchObject([{ key: "k", fingerprint: text }]);
  });

  it("a retried opening or edit is recognized by the client's original input", () => {
    const retriedOpening = openWith({ fingerprint: "one", terms: { ...TERMS, imageKeys: ["stored once more"] } });
    const first = decideRequests(null, [openWith({ fingerprint: "one" }), retriedOpening]);
    expect(first.outcomes[1]).toEqual(first.outcomes[0]);
    const edits = [editListing({ imageKeys: ["a"] }, "one"), editListing({ imageKeys: ["b"] }, "one")];
    const second = decideRequests(stateAfterOpening(), edits);
    expect(outcomeCodesOf(second)).toEqual(["ok", "ok"]);
    expect(factTypesOf(second)).toEqual(["listingEdited"]);
  });

  it("a retried bid is refused once the auction is canceled, even in the same turn", () => {
    const retriedBid = bid(ann, 12_000, "k");
    const turn = decideRequests(leadingState, [retriedBid, deleteListing, retriedBid], OPENED_AT + HOUR_MS);
    expect(outcomeCodesOf(turn)).toEqual(["ok", "ok", "auction_not_found"]);
  });
});
