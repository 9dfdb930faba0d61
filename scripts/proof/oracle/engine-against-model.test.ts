/**
 * Compares the pure engine with the plain model: the same facts or refusal after every command, and the same state.
 * LOTLINE_LONG=1 makes a million commands, different ones each time; LOTLINE_SEED repeats a run.
 */
import * as fc from "fast-check";
import { expect, it } from "vitest";

import { describeRefusal } from "../../../worker/contract/describe-refusal.ts";
import { type Auction, evolve, minNextBid, priceOf, reserveMet, standingBids } from "../../../worker/rules/auction.ts";
import { buyNowOffer } from "../../../worker/rules/buying.ts";
import { statusAt } from "../../../worker/rules/closing.ts";
import { type Command as EngineCommand, decide } from "../../../worker/rules/decide.ts";
import { record } from "../../../worker/rules/facts.ts";
import { ModelAuction, type Offer as BidOffer } from "./auction.ts";
import { carryOut, type Command, plainly } from "./commands.ts";
import {
  choice,
  type Choice,
  commandFor,
  LIMITS,
  type Offer,
  offer,
  opening,
  reserveIn,
  timeOf,
} from "./random-commands.ts";

const OPENED_AT = 1_767_225_600_000;
const COMMANDS = 100;
/** Standing bids of one bidder: few, so that these commands reach it. */
const MAX_STANDING_BIDS = 6;
/** An arbitrary but fixed seed, so that all versions are tested with the same commands. */
const SEED = 20_260_101;

const long = process.env["LOTLINE_LONG"] === "1";
const seed = Number(process.env["LOTLINE_SEED"] ?? (long ? Date.now() % 2 ** 31 : SEED));
const runs = (long ? 1_000_000 : 30_000) / COMMANDS;

function applied(auction: Auction | null, command: EngineCommand, now: number) {
  const decision = decide(auction, command, now);
  if (!decision.ok) return { auction, refused: describeRefusal(decision.refusal, "USD"), facts: [] };
  const recorded = record(auction, decision.drafts, now);
  return {
    auction: recorded.reduce<Auction | null>(evolve, auction),
    refused: null,
    facts: recorded.map(({ fact }) => fact),
  };
}

function offeredBy({ amountMinor, maxMinor }: BidOffer) {
  const maximum = maxMinor === undefined ? undefined : { maxMinor, salt: `salt of ${maxMinor}` };
  return { amountMinor, maximum };
}

function sealed(reserveMinor: number) {
  return { reserveMinor, salt: `salt of ${reserveMinor}` };
}

function engineCommand(auction: Auction | null, command: Command, bidId: string): EngineCommand {
  const { actorId } = command;
  switch (command.type) {
    case "placeBid": {
      const own = auction ? standingBids(auction).filter(({ bidderId }) => bidderId === actorId) : [];
      const counts = { ownStandingBids: own.length, maxStandingBids: MAX_STANDING_BIDS };
      return { type: "placeBid", bidId, bidderId: actorId, ...offeredBy(command), ...counts };
    }
    case "editBid":
      return { type: "editBid", bidId: command.bidId, bidderId: actorId, ...offeredBy(command) };
    case "withdrawBid":
      return {
        type: "withdrawBid",
        bidId: command.bidId,
        bidderId: actorId,
        ...(command.reason && { reason: command.reason }),
      };
    case "buyNow":
      return { type: "buyNow", bidId, bidderId: actorId, priceMinor: command.priceMinor };
    case "editListing": {
      const { change, reserveMinor } = command;
      const reserve = reserveMinor == null ? reserveMinor : sealed(reserveMinor);
      return { type: "editListing", sellerId: actorId, change, reserve, limits: LIMITS };
    }
    case "deleteListing":
      return { type: "deleteListing", sellerId: actorId };
    case "hideListing":
      return { type: "hideListing", reason: "A copy", salt: bidId };
    case "showListing":
      return { type: "showListing" };
    case "voidAuction":
      return { type: "voidAuction", reason: command.reason };
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
    leader: auction.top?.bid.bidderId ?? null,
    status: statusAt(auction, now),
    count: auction.bidCount,
    hidden: auction.hidden !== null,
    reserveMet: reserveMet(auction),
    bought: auction.bought,
    buyNow: buyNowOffer(auction, now),
  };
}

function bidsOf(auction: Auction) {
  return standingBids(auction)
    .map(({ id, bidderId, amountMinor, maxMinor, auto, edited, placedAt }) => ({
      id,
      bidder: bidderId,
      amount: amountMinor,
      max: maxMinor,
      auto,
      edited,
      placedAt,
    }))
    .toReversed();
}

const met = { accepted: 0, refused: new Map<string, number>() };

function compare(offered: Offer, choices: readonly Choice[]): void {
  const { type: _, ...opened } = opening("lot", offered, OPENED_AT);
  const reserveMinor = reserveIn(offered);
  const reserve = reserveMinor === undefined ? {} : { reserve: sealed(reserveMinor) };
  let { auction } = applied(null, { type: "open", ...opened, ...reserve, limits: LIMITS }, OPENED_AT);
  const model = new ModelAuction(
    { type: "opened", ...opened },
    OPENED_AT,
    LIMITS.minStartingPriceMinor,
    LIMITS.minAuctionMs,
  );
  model.maxStandingBids = MAX_STANDING_BIDS;
  if (reserveMinor !== undefined) model.setReserve(reserveMinor, OPENED_AT);
  let now = OPENED_AT;
  for (const next of choices) {
    now = timeOf(model, next, now);
    const command = commandFor(model, next, now);
    const closing = applied(auction, { type: "close", lastHash: "" }, now);
    const closed = model.look(now);
    expect(closing.facts).toEqual(closed.map((fact) => ({ ...fact, lastHash: "" })));
    const bidId = `lot-${model.seq + 1}`;
    const answer = applied(closing.auction, engineCommand(closing.auction, command, bidId), now);
    // A room records the end that a purchase is in the same turn.
    const bought = applied(answer.auction, { type: "close", lastHash: "" }, now);
    const expected = carryOut(model, command, bidId, now);
    const refused = answer.refused && { code: answer.refused.code, details: answer.refused.details };
    expect({ facts: [...answer.facts, ...bought.facts].map(plainly), refused }).toEqual(
      expected.ok
        ? { facts: expected.facts, refused: null }
        : { facts: [], refused: { code: expected.code, details: expected.details } },
    );
    auction = bought.auction;
    const { buyNowOffer: _offer, ...state } = model.state();
    const expectedState = { ...state, seq: model.seq, status: model.status(now), buyNow: model.buyNowPrice(now) };
    expect(auction && stateOf(auction, now)).toEqual(expectedState);
    if (expected.ok) met.accepted += 1;
    else met.refused.set(expected.code, (met.refused.get(expected.code) ?? 0) + 1);
  }
  const bids = model.bids.map(({ id, bidder, amount, max, auto, edited, placedAt }) => {
    return { id, bidder, amount, max, auto, edited, placedAt };
  });
  expect(auction && bidsOf(auction)).toEqual(bids);
}

it(`the engine decides ${runs * COMMANDS} commands like the plain model (LOTLINE_SEED=${seed})`, () => {
  const choices = fc.array(choice, { minLength: COMMANDS, maxLength: COMMANDS, size: "max" });
  fc.assert(fc.property(offer, choices, compare), { seed, numRuns: runs });
  console.log(`${met.accepted} accepted, refused: ${JSON.stringify(Object.fromEntries(met.refused))}`);
  expect(met.accepted).toBeGreaterThan((runs * COMMANDS) / 5);
  expect(met.refused.size).toBeGreaterThanOrEqual(15);
});
