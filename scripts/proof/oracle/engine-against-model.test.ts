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
import { type Fact, record, type Recorded } from "../../../worker/rules/facts.ts";
import { ModelAuction } from "./auction.ts";
import { carryOut, plainly } from "./commands.ts";
import {
  CLOSE,
  engineCommands,
  HASH,
  MAX_STANDING_BIDS,
  noteTakenBack,
  OPENED_AT,
  openingOf,
  type TakenBack,
} from "./histories.ts";
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

const COMMANDS = 100;
/** An arbitrary but fixed seed, so that all versions are tested with the same commands. */
const SEED = 20_260_101;

const long = process.env["LOTLINE_LONG"] === "1";
const seed = Number(process.env["LOTLINE_SEED"] ?? (long ? Date.now() % 2 ** 31 : SEED));
const runs = (long ? 1_000_000 : 30_000) / COMMANDS;

type Applied = {
  readonly auction: Auction | null;
  readonly refused: ReturnType<typeof describeRefusal> | null;
  readonly recorded: readonly Recorded[];
};

function applied(auction: Auction | null, command: EngineCommand, now: number): Applied {
  const decision = decide(auction, command, now);
  if (!decision.ok) return { auction, refused: describeRefusal(decision.refusal, "USD"), recorded: [] };
  const recorded = record(auction, decision.drafts, now);
  return { auction: recorded.reduce<Auction | null>(evolve, auction), refused: null, recorded };
}

function factsOf({ recorded }: Applied): readonly Fact[] {
  return recorded.map(({ fact }) => fact);
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
    takenBack: auction.takenBack,
    buyerReleased: auction.buyerReleased,
    buyNow: buyNowOffer(auction, now),
  };
}

function bidsOf(auction: Auction) {
  return standingBids(auction)
    .map(({ id, bidderId, amountMinor, maxMinor, auto, edited, placedAt, reveals, releaseAsked }) => ({
      id,
      bidder: bidderId,
      amount: amountMinor,
      max: maxMinor,
      auto,
      edited,
      placedAt,
      reveals,
      asked: releaseAsked,
    }))
    .toReversed();
}

const met = { accepted: 0, refused: new Map<string, number>() };

function compare(offered: Offer, choices: readonly Choice[]): void {
  const takenBack: TakenBack = new Map();
  let { auction } = applied(null, openingOf(offered), OPENED_AT);
  const reserveMinor = reserveIn(offered);
  const model = new ModelAuction(
    opening("lot", offered, OPENED_AT),
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
    const closing = applied(auction, CLOSE, now);
    const closed = model.look(now);
    expect(factsOf(closing)).toEqual(closed.map((fact) => ({ ...fact, lastHash: HASH })));
    const bidId = `lot-${model.seq + 1}`;
    const commands = engineCommands(closing.auction, command, bidId, takenBack);
    // No auction refuses a suspension.
    const [first] = command.type === "suspend" ? [] : commands;
    const answer = commands.slice(first ? 1 : 0).reduce<Applied>(
      (before, other) => {
        const { auction: after, recorded } = applied(before.auction, other, now);
        return { ...before, auction: after, recorded: [...before.recorded, ...recorded] };
      },
      first ? applied(closing.auction, first, now) : { auction: closing.auction, refused: null, recorded: [] },
    );
    noteTakenBack(takenBack, answer.recorded);
    // A room records the end that a purchase is in the same turn.
    const bought = applied(answer.auction, CLOSE, now);
    const expected = carryOut(model, command, bidId, now);
    const refused = answer.refused && { code: answer.refused.code, details: answer.refused.details };
    expect({ facts: [...factsOf(answer), ...factsOf(bought)].map(plainly), refused }).toEqual(
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
  const bids = model.bids.map((bid) => {
    const { id, bidder, amount, max, auto, edited, placedAt, asked } = bid;
    return { id, bidder, amount, max, auto, edited, placedAt, reveals: model.isBound(bid), asked };
  });
  expect(auction && bidsOf(auction)).toEqual(bids);
}

it(
  `the engine decides ${runs * COMMANDS} commands like the plain model (LOTLINE_SEED=${seed})`,
  { timeout: long ? 1_800_000 : 180_000 },
  () => {
    const choices = fc.array(choice, { minLength: COMMANDS, maxLength: COMMANDS, size: "max" });
    fc.assert(fc.property(offer, choices, compare), { seed, numRuns: runs });
    console.log(`${met.accepted} accepted, refused: ${JSON.stringify(Object.fromEntries(met.refused))}`);
    expect(met.accepted).toBeGreaterThan((runs * COMMANDS) / 5);
    expect(met.refused.size).toBeGreaterThanOrEqual(30);
  },
);
