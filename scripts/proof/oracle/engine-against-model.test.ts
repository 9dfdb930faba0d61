/**
 * Compares the pure engine with the plain model: the same facts or refusal after every command, and the same state.
 * LOTLINE_LONG=1 makes a million commands, different ones each time; LOTLINE_SEED repeats a run.
 */
import { isDeepStrictEqual } from "node:util";

import * as fc from "fast-check";
import { expect, it } from "vitest";

import { describeRefusal } from "../../../worker/contract/describe-refusal.ts";
import { type Auction, minNextBid, priceOf, reserveMet, standingBids } from "../../../worker/rules/auction.ts";
import { buyNowOffer } from "../../../worker/rules/buying.ts";
import { statusAt } from "../../../worker/rules/closing.ts";
import { ModelAuction } from "./auction.ts";
import { carryOut, plainly } from "./commands.ts";
import { type RandomHistory, history, live, MAX_STANDING_BIDS, OPENED_AT, type HistoryStep } from "./histories.ts";
import { LIMITS, opening, reserveIn } from "./random-commands.ts";

/** An arbitrary but fixed seed, so that all versions are tested with the same commands. */
const SEED = 20_260_101;

const long = process.env["LOTLINE_LONG"] === "1";
const seed = Number(process.env["LOTLINE_SEED"] ?? (long ? Date.now() % 2 ** 31 : SEED));
const COMMANDS = long ? 1_000_000 : 30_000;
/** On average. */
const COMMANDS_OF_A_HISTORY = 30;

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
    withdrawals: auction.withdrawals,
    buyerReleased: auction.buyerReleased,
    buyNow: buyNowOffer(auction, now),
  };
}

function bidsOf(auction: Auction) {
  return standingBids(auction)
    .map(({ id, bidderId, amountMinor, maxMinor, auto, edited, placedAt, reveals, releaseRequested }) => ({
      id,
      bidder: bidderId,
      amount: amountMinor,
      max: maxMinor,
      auto,
      edited,
      placedAt,
      reveals,
      asked: releaseRequested,
    }))
    .toReversed();
}

/** `toEqual` is slow, so it looks only at values that differ. */
function expectSame(found: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(found, expected)) expect(found).toEqual(expected);
}

const met = { accepted: 0, refused: new Map<string, number>() };

/** The steps of one command of a user, or one closing. */
function* groupsOf(steps: readonly HistoryStep[]): Generator<readonly [first: HistoryStep, ...others: HistoryStep[]]> {
  for (let at = 0; at < steps.length;) {
    const first = steps[at];
    if (!first) return;
    const end = first.user === null ? at + 1 : steps.findIndex(({ user }, index) => index > at && user !== first.user);
    const others = steps.slice(at + 1, end < 0 ? steps.length : end);
    yield [first, ...others];
    at += 1 + others.length;
  }
}

function compare(chosen: RandomHistory): void {
  const { offered } = chosen;
  const opened = opening("lot", offered, OPENED_AT);
  const model = new ModelAuction(opened, OPENED_AT, LIMITS.minStartingPriceMinor, LIMITS.minAuctionMs);
  model.maxStandingBids = MAX_STANDING_BIDS;
  const reserveMinor = reserveIn(offered);
  if (reserveMinor !== undefined) model.setReserve(reserveMinor, OPENED_AT);
  const { steps, last } = live(chosen);
  for (const group of groupsOf(steps)) {
    const [{ user, now, decision }, ...others] = group;
    const { after } = others.at(-1) ?? group[0];
    const facts = group.flatMap(({ records }) => records.map(({ fact }) => plainly(fact)));
    if (user === null) expectSame(facts, model.closeIfOver(now));
    else {
      const verdict = carryOut(model, user, `lot-${model.seq + 1}`, now);
      // No auction refuses a suspension.
      const refusal = decision.ok || user.type === "suspend" ? null : describeRefusal(decision.refusal, "USD");
      const refused = refusal && { code: refusal.code, details: refusal.details };
      expectSame(
        { facts, refused },
        verdict.ok
          ? { facts: verdict.facts, refused: null }
          : { facts: [], refused: { code: verdict.code, details: verdict.details } },
      );
      if (verdict.ok) met.accepted += 1;
      else met.refused.set(verdict.code, (met.refused.get(verdict.code) ?? 0) + 1);
    }
    const { buyNowOffer: _offer, ...state } = model.state();
    const expected = { ...state, seq: model.seq, status: model.status(now), buyNow: model.buyNowPrice(now) };
    expectSame(stateOf(after, now), expected);
  }
  const bids = model.bids.map((bid) => {
    const { id, bidder, amount, max, auto, edited, placedAt, asked } = bid;
    return { id, bidder, amount, max, auto, edited, placedAt, reveals: model.isBound(bid), asked };
  });
  expect(bidsOf(last)).toEqual(bids);
}

it(
  `the engine decides ${COMMANDS} commands like the model (LOTLINE_SEED=${seed})`,
  { timeout: long ? 1_800_000 : 180_000 },
  () => {
    fc.assert(fc.property(history, compare), { seed, numRuns: COMMANDS / COMMANDS_OF_A_HISTORY });
    console.log(`${met.accepted} accepted, refused: ${JSON.stringify(Object.fromEntries(met.refused))}`);
    expect(met.accepted).toBeGreaterThan(COMMANDS / 5);
    expect(met.refused.size).toBeGreaterThanOrEqual(30);
  },
);
