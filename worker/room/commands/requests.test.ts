import { createHash } from "node:crypto";

import { describe, expect, it } from "vitest";

import type { Actor } from "../../room-rpc.ts";
import { chainInput } from "../../rules/facts.ts";
import {
  ann,
  bid,
  bob,
  codes,
  decide,
  HOUR_MS,
  LIMITS,
  open,
  opened,
  OPENED_AT,
  seller,
  stateAfter,
  TERMS,
  types,
} from "../../testing/turns.ts";
import type { RoomState } from "../storage/room-storage.ts";
import type { Request, Requests } from "./requests.ts";

function editBid(actor: Actor, bidId: string, amountMinor: number, key?: string): Requests["editBid"] {
  return { type: "editBid", actor, bidId, amountMinor, key };
}
function withdrawBid(actor: Actor, bidId: string, key?: string): Requests["withdrawBid"] {
  return { type: "withdrawBid", actor, bidId, key };
}
function editListing(change: Requests["editListing"]["change"], fingerprint?: string): Requests["editListing"] {
  return {
    type: "editListing",
    actor: seller,
    change,
    limits: LIMITS,
    key: "k",
    ...(fingerprint !== undefined && { fingerprint }),
  };
}
function setBlocked(personId: string, blocked: boolean): Requests["setBlocked"] {
  return { type: "setBlocked", sellerId: "sal", personId, blocked, salt: "salt" };
}
function setHidden(reason: string | null): Requests["setHidden"] {
  return { type: "setHidden", reason, salt: "salt" };
}
function buyNow(actor: Actor, priceMinor = 50_000, key?: string): Requests["buyNow"] {
  return { type: "buyNow", actor, priceMinor, key };
}
/** An item with a Buy It Now price of $500. */
const forSale = () => stateAfter(null, decide(null, [{ ...open, terms: { ...TERMS, buyNowPriceMinor: 50_000 } }]));
const deleteListing: Requests["deleteListing"] = { type: "deleteListing", actor: seller };
const voidAuction: Requests["voidAuction"] = { type: "voidAuction", reason: "Stolen goods" };

/** The answer to the only request of a turn. */
function answer(state: RoomState | null, request: Request, now = OPENED_AT): unknown {
  const [outcome] = decide(state, [request], now).outcomes;
  if (!outcome?.ok) throw new Error(`refused: ${outcome?.failure.code ?? "no answer"}`);
  return outcome.value;
}

const standing = {
  currentBid: 100,
  minNextBid: 100,
  bidCount: 0,
  auctionEndTime: "2026-11-23T12:00:00.000Z",
  status: "Live",
  extensions: 0,
};
const person = (_id: string, firstName: string) => ({ _id, firstName, lastName: "Doe", image: null });
const wireBid = { createdAt: "2026-11-22T12:00:00.000Z", auto: false, edited: false };

const receiptOf = (seq: number) => ({ seq, hash: expect.stringMatching(/^[0-9a-f]{64}$/) });

describe("a room's answers", () => {
  it("a room answers an opening with the listing as everyone sees it", () => {
    expect(answer(null, open)).toMatchObject({
      auction: { ...standing, _id: "lot", title: "Brass telescope", currency: "USD", seller: person("sal", "Sal") },
    });
  });

  it("a room answers a bid with the bid and the new price", () => {
    expect(answer(opened(bid(ann, 10_000)), bid(bob, 12_000))).toEqual({
      newBid: { ...wireBid, _id: "lot-3", amount: 120, bidder: person("bob", "Bob") },
      auction: { ...standing, currentBid: 120, minNextBid: 121, bidCount: 2 },
      leads: true,
      ...receiptOf(3),
    });
  });

  it("a room answers an edit with the bid that now leads and the new price", () => {
    const state = opened(bid(ann, 10_000), bid(bob, 12_000));
    expect(answer(state, editBid(ann, "lot-2", 13_000))).toEqual({
      updatedBid: { ...wireBid, _id: "lot-2", amount: 130, bidder: person("ann", "Ann"), edited: true },
      auction: { ...standing, currentBid: 130, minNextBid: 131, bidCount: 2 },
      leads: true,
      ...receiptOf(4),
    });
  });

  it("a room answers a withdrawal with the remaining price", () => {
    const state = opened(bid(ann, 10_000), bid(bob, 12_000));
    expect(answer(state, withdrawBid(bob, "lot-3"))).toEqual({
      auction: { ...standing, currentBid: 100, minNextBid: 101, bidCount: 1 },
      ...receiptOf(4),
    });
  });

  it("a room answers a purchase with its bid and the auction's end", () => {
    expect(answer(forSale(), buyNow(ann), OPENED_AT)).toMatchObject({
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
    expect(answer(opened(), editListing({ title: "Telescope" }))).toMatchObject({ auction: { title: "Telescope" } });
  });

  it("a room answers the deletion of a listing with its images", () => {
    expect(answer(opened(), deleteListing)).toEqual({ imageKeys: ["cover"] });
  });

  it.each([
    ["blocking someone", opened(bid(ann, 10_000)), setBlocked("ann", true)],
    ["unblocking someone", opened(setBlocked("ann", true)), setBlocked("ann", false)],
    ["hiding a listing", opened(), setHidden("Stolen goods")],
    ["showing a listing again", opened(setHidden("Stolen goods")), setHidden(null)],
    ["voiding an auction", opened(), voidAuction],
  ] as const)("a room says whether %s changed anything, and a retry changes nothing", (_name, state, request) => {
    const turn = decide(state, [request, request]);
    expect(turn.outcomes).toEqual([
      { ok: true, value: { changed: true } },
      { ok: true, value: { changed: false } },
    ]);
  });

  it.each([
    ["a removed listing", opened(deleteListing)],
    ["a canceled auction", opened(bid(ann, 10_000), deleteListing)],
  ])("requests about %s find nothing, and it can't be opened again", (_name, state) => {
    const requests = [bid(bob, 20_000), editBid(ann, "lot-2", 20_000), deleteListing, setHidden("Fraud"), open];
    const notFound = Array.from({ length: 4 }, () => "auction_not_found");
    expect(codes(decide(state, requests, TERMS.endsAt))).toEqual([...notFound, "auction_exists"]);
    expect(types(decide(state, requests, TERMS.endsAt))).toEqual([]);
  });
});

it("the first of a purchase and a bid in one turn wins", () => {
  const bought = decide(forSale(), [buyNow(ann), bid(bob, 60_000), buyNow(bob)]);
  expect(codes(bought)).toEqual(["ok", "auction_ended", "auction_ended"]);
  expect(types(bought)).toEqual(["newBid", "closed"]);
  expect(bought.facts[1]?.fact).toMatchObject({ outcome: { winnerId: "ann" }, lastHash: bought.facts[0]?.hash });
  const led = decide(forSale(), [bid(bob, 10_000), buyNow(ann)]);
  expect(codes(led)).toEqual(["ok", "buy_now_gone"]);
  expect(types(led)).toEqual(["newBid"]);
});

it("the reserve of a new auction is in the secret part of a separate event", () => {
  const reserve = { reserveMinor: 30_000, salt: "another salt" };
  const turn = decide(null, [{ ...open, reserve, blockedIds: ["ann"] }]);
  expect(types(turn)).toEqual(["opened", "reserveSet"]);
  expect(turn.facts.map(({ secret }) => secret)).toEqual([{ personIds: ["ann"], salt: "salt" }, reserve]);
  expect(turn.outcomes).toMatchObject([{ value: { auction: { reservePrice: 300, reserveMet: false } } }]);
  expect(JSON.stringify(turn.facts.map(({ fact }) => fact))).not.toContain("30000");
});

it("a turn's receipts are the first event of each request, chained in order", () => {
  const late = TERMS.endsAt - 1;
  const before = opened(bid(ann, 10_000));
  const ending = { ...before, auction: { ...before.auction, terms: { ...TERMS, softCloseMs: HOUR_MS } } };
  const turn = decide(ending, [bid(bob, 12_000), bid(ann, 10_000), bid(ann, 13_000)], late);
  expect(types(turn)).toEqual(["newBid", "extended", "newBid"]);
  expect(codes(turn)).toEqual(["ok", "bid_too_low", "ok"]);
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
    const turn = decide(null, [{ ...open, blockedIds: ["ann", "bob"] }, bid(ann, 10_000)]);
    expect(codes(turn)).toEqual(["ok", "bidder_blocked"]);
    expect(turn.facts[0]?.secret).toEqual({ personIds: ["ann", "bob"], salt: "salt" });
    expect(JSON.stringify(turn.facts[0]?.fact)).not.toContain("ann");
  });

  it.each([[undefined], [[]]])(
    "an opening without blocked people leaves no secret in the journal: %j",
    (blockedIds) => {
      const turn = decide(null, [{ ...open, ...(blockedIds && { blockedIds }) }]);
      expect(turn.facts).toHaveLength(1);
      expect(turn.facts[0]).not.toHaveProperty("secret");
      expect(turn.auction?.blocked).toEqual([]);
    },
  );
});

describe("a turn's records about the person behind a request", () => {
  it("a turn records a request's origin and time if the origin is known", () => {
    const origin = { network: "n", device: "d", session: "s" };
    const turn = decide(opened(), [{ ...bid(ann, 10_000), origin }, bid(bob, 10_100)], OPENED_AT + 5);
    expect(turn.origins).toEqual([{ ...origin, personId: "ann", at: OPENED_AT + 5 }]);
  });

  it("a bidder gets a number with their first bid", () => {
    const terms = { ...TERMS, softCloseMs: 60_000 };
    const state = stateAfter(null, decide(null, [{ ...open, terms }]));
    const turn = decide(state, [bid(ann, 10_000)], TERMS.endsAt - 1_000);
    expect(types(turn)).toEqual(["newBid", "extended"]);
    expect(turn.participants).toMatchObject([{ id: "ann", number: 1 }]);
  });

  it("a turn gives no number to a seller who only edits", () => {
    const turn = decide(opened(), [
      { ...editListing({ title: TERMS.title }), key: "1" },
      { ...editListing({ title: "Telescope" }), key: "2" },
    ]);
    expect(types(turn)).toEqual(["listingEdited"]);
    expect(turn.participants).toEqual([]);
  });
});

describe("idempotency keys", () => {
  const leading = opened(bid(ann, 10_000), bid(ann, 11_000));
  const openWith = (change: Partial<Requests["open"]>): Request => ({ ...open, key: "k", ...change });
  const dearer = { ...TERMS, startingPriceMinor: 20_000 };
  const upTo = (maxMinor: number): Request => ({ ...bid(ann, 12_000, "k"), maximum: { maxMinor, salt: "salt" } });

  it.each<[string, RoomState | null, Request, Request]>([
    ["an opening", null, openWith({}), openWith({ terms: dearer })],
    ["an opening's input", null, openWith({ fingerprint: "one" }), openWith({ fingerprint: "two" })],
    ["a bid's amount", leading, bid(ann, 12_000, "k"), bid(ann, 13_000, "k")],
    ["an edit's amount", leading, editBid(ann, "lot-2", 12_000, "k"), editBid(ann, "lot-2", 13_000, "k")],
    ["a bid's maximum", leading, upTo(20_000), upTo(30_000)],
    ["an edit's bid", leading, editBid(ann, "lot-2", 12_000, "k"), editBid(ann, "lot-3", 12_000, "k")],
    ["a withdrawal's bid", leading, withdrawBid(ann, "lot-3", "k"), withdrawBid(ann, "lot-2", "k")],
    ["a purchase's price", forSale(), buyNow(ann, 50_000, "k"), buyNow(ann, 60_000, "k")],
    ["a purchase", forSale(), buyNow(ann, 50_000, "k"), bid(ann, 50_000, "k")],
    [
      "an edit's reserve",
      opened(),
      { ...editListing({}), reserve: { reserveMinor: 20_000, salt: "one" } },
      { ...editListing({}), reserve: null },
    ],
    ["a listing's text", opened(), editListing({ title: "A" }), editListing({ title: "B" })],
    ["a listing's input", opened(), editListing({ title: "A" }, "one"), editListing({ title: "A" }, "two")],
    ["the kind of request", leading, bid(ann, 12_000, "k"), editBid(ann, "lot-2", 12_000, "k")],
    ["a deletion", opened(), editListing({ title: "A" }), { ...deleteListing, key: "k" }],
  ])("a key works only for its own request, which gets the same answer again: %s", (_name, state, request, other) => {
    const turn = decide(state, [request, other, request]);
    expect(codes(turn)).toEqual(["ok", "key_reused", "ok"]);
    expect(turn.outcomes[2]).toEqual(turn.outcomes[0]);
  });

  it.each<[string, RoomState | null, Request]>([
    ["open one", null, openWith({ fingerprint: "one" })],
    ["placeBid 12000", leading, bid(ann, 12_000, "k")],
    ["placeBid 12000 up to 20000", leading, upTo(20_000)],
    ["editBid lot-2 12000", leading, editBid(ann, "lot-2", 12_000, "k")],
    ["withdrawBid lot-3", leading, withdrawBid(ann, "lot-3", "k")],
    ["withdrawBid lot-3 mistake", leading, { ...withdrawBid(ann, "lot-3", "k"), reason: "mistake" }],
    ['editListing {"title":"A"}', opened(), editListing({ title: "A" })],
    ["buyNow 50000", forSale(), buyNow(ann, 50_000, "k")],
    ["deleteListing", opened(), { ...deleteListing, key: "k" }],
  ])("a key is stored with a text that stays the same across deploys: %s", (text, state, request) => {
    expect(decide(state, [request]).responses).toMatchObject([{ key: "k", fingerprint: text }]);
  });

  it("a retried opening or edit is recognized by the client's original input", () => {
    const again = openWith({ fingerprint: "one", terms: { ...TERMS, imageKeys: ["stored once more"] } });
    const first = decide(null, [openWith({ fingerprint: "one" }), again]);
    expect(first.outcomes[1]).toEqual(first.outcomes[0]);
    const edits = [editListing({ imageKeys: ["a"] }, "one"), editListing({ imageKeys: ["b"] }, "one")];
    const second = decide(opened(), edits);
    expect(codes(second)).toEqual(["ok", "ok"]);
    expect(types(second)).toEqual(["listingEdited"]);
  });

  it("a key can't be found once the auction is canceled, even in the same turn", () => {
    const again = bid(ann, 12_000, "k");
    const turn = decide(leading, [again, deleteListing, again], OPENED_AT + HOUR_MS);
    expect(codes(turn)).toEqual(["ok", "ok", "auction_not_found"]);
  });
});
