/**
 * The pure engine beside the plain model: the same facts or the same refusal after every command, and the same state.
 * LOTLINE_LONG=1 makes it a million commands; LOTLINE_SEED repeats a run.
 */
import * as fc from "fast-check";
import { expect, it } from "vitest";

import { describeRefusal } from "../../../worker/contract/errors.ts";
import { type Auction, evolve, minNextBid, priceOf, record, standingBids } from "../../../worker/rules/auction.ts";
import { statusAt } from "../../../worker/rules/closing.ts";
import { type Command, decide } from "../../../worker/rules/decide.ts";
import { ModelAuction } from "../model/law.ts";
import { type Move, move, obey, type Offer, offer, SELLER, timeOf, type Wish, wishOf } from "../model/moves.ts";

const OPENED_AT = 1_767_225_600_000;
const LIMITS = { minStartingPriceMinor: 10_000, minAuctionMs: 1 };
const MOVES = 100;

const long = process.env["LOTLINE_LONG"] === "1";
const seed = Number(process.env["LOTLINE_SEED"] ?? Date.now() % 2 ** 31);
const runs = (long ? 1_000_000 : 30_000) / MOVES;

function opened({ durationMs, ...terms }: Offer): { auction: Auction; model: ModelAuction } {
  const offered = { title: "A globe", description: "Of brass.", imageKeys: ["a"], ...terms };
  const endsAt = OPENED_AT + durationMs;
  const command: Command = {
    type: "open",
    auctionId: "lot",
    sellerId: SELLER,
    currency: "USD",
    terms: { ...offered, categoryId: "antiques", categoryName: "Antiques", endsAt },
    limits: LIMITS,
  };
  const auction = applied(null, command, OPENED_AT).auction;
  if (!auction) throw new Error("every offer can be opened");
  return { auction, model: new ModelAuction(SELLER, offered, endsAt, LIMITS.minStartingPriceMinor, OPENED_AT) };
}

function applied(auction: Auction | null, command: Command, now: number) {
  const decision = decide(auction, command, now);
  if (!decision.ok) return { auction, refused: describeRefusal(decision.refusal, "USD"), facts: [] };
  const recorded = record(auction, decision.drafts, now);
  return {
    auction: recorded.reduce<Auction | null>(evolve, auction),
    refused: null,
    facts: recorded.map(({ fact }) => fact),
  };
}

function commandOf(wish: Wish, bidId: string): Command {
  switch (wish.kind) {
    case "place":
      return { type: "placeBid", bidId, bidderId: wish.actor, amountMinor: wish.amount };
    case "edit":
      return { type: "editBid", bidId: wish.bidId, bidderId: wish.actor, amountMinor: wish.amount };
    case "withdraw":
      return { type: "withdrawBid", bidId: wish.bidId, bidderId: wish.actor };
    case "listing":
      return { type: "editListing", sellerId: wish.actor, change: wish.change, limits: LIMITS };
    case "delete":
      return { type: "deleteListing", sellerId: wish.actor };
  }
}

function stateOf(auction: Auction, now: number) {
  return {
    phase: auction.phase,
    price: priceOf(auction) ?? auction.terms.startingPriceMinor,
    minNext: minNextBid(auction),
    end: auction.endsAt,
    scheduledEnd: auction.scheduledEndsAt,
    extensions: auction.extensions,
    seq: auction.seq,
    at: auction.at,
    winner: auction.outcome?.winnerId ?? null,
    status: statusAt(auction, now),
    count: auction.bidCount,
  };
}

function modelState(model: ModelAuction, now: number) {
  const { phase, price, minNext, end, scheduledEnd, extensions, seq, at, winner, bids } = model;
  return {
    phase,
    price,
    minNext,
    end,
    scheduledEnd,
    extensions,
    seq,
    at,
    winner,
    status: model.status(now),
    count: bids.length,
  };
}

function bidsOf(auction: Auction) {
  return standingBids(auction)
    .map(({ id, bidderId, amountMinor, edited, placedAt }) => ({
      id,
      bidder: bidderId,
      amount: amountMinor,
      edited,
      placedAt,
    }))
    .toReversed();
}

const met = { accepted: 0, refused: new Map<string, number>() };

function live(offered: Offer, moves: readonly Move[]): void {
  let { auction, model } = opened(offered);
  let now = OPENED_AT;
  for (const next of moves) {
    now = timeOf(model, next.when, now);
    const wish = wishOf(model, next, now);
    const closing = applied(auction, { type: "close", lastHash: "" }, now);
    const closed = model.look(now);
    expect(closing.facts).toEqual(closed.map((fact) => ({ ...fact, lastHash: "" })));
    const bidId = `lot-${model.seq + 1}`;
    const answer = applied(closing.auction, commandOf(wish, bidId), now);
    const expected = obey(model, wish, bidId, now);
    const refused = answer.refused && { code: answer.refused.code, details: answer.refused.details };
    expect({ facts: answer.facts, refused }).toEqual(
      expected.ok
        ? { facts: expected.facts, refused: null }
        : { facts: [], refused: { code: expected.code, details: expected.details } },
    );
    auction = answer.auction!;
    expect(stateOf(auction, now)).toEqual(modelState(model, now));
    if (expected.ok) met.accepted += 1;
    else met.refused.set(expected.code, (met.refused.get(expected.code) ?? 0) + 1);
  }
  expect(bidsOf(auction)).toEqual(model.bids);
}

it(`decides as the plain model does, ${runs * MOVES} times (LOTLINE_SEED=${seed})`, () => {
  fc.assert(fc.property(offer, fc.array(move, { minLength: MOVES, maxLength: MOVES, size: "max" }), live), {
    seed,
    numRuns: runs,
  });
  console.log(`${met.accepted} accepted, refused: ${JSON.stringify(Object.fromEntries(met.refused))}`);
  expect(met.accepted).toBeGreaterThan((runs * MOVES) / 5);
  expect(met.refused.size).toBeGreaterThanOrEqual(12);
});
