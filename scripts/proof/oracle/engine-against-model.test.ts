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
import { type Fact, record } from "../../../worker/rules/facts.ts";
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

type Applied = {
  readonly auction: Auction | null;
  readonly refused: ReturnType<typeof describeRefusal> | null;
  readonly facts: readonly Fact[];
};

function applied(auction: Auction | null, command: EngineCommand, now: number): Applied {
  const decision = decide(auction, command, now);
  if (!decision.ok) return { auction, refused: describeRefusal(decision.refusal, "USD"), facts: [] };
  const recorded = record(auction, decision.drafts, now);
  return {
    auction: recorded.reduce<Auction | null>(evolve, auction),
    refused: null,
    facts: recorded.map(({ fact }) => fact),
  };
}

function offeredBy({ amountMinor, maxMinor, confirmed, limitMinor }: BidOffer) {
  const maximum = maxMinor === undefined ? undefined : { maxMinor, salt: `salt of ${maxMinor}` };
  return { amountMinor, maximum, confirmed, limitMinor };
}

function sealed(reserveMinor: number) {
  return { reserveMinor, salt: `salt of ${reserveMinor}` };
}

/** Of several, the later ones void what the first leaves standing, as a room does. */
function engineCommands(auction: Auction | null, command: Command, bidId: string): readonly EngineCommand[] {
  const bids = auction ? standingBids(auction) : [];
  const ofPerson = (personId: string) =>
    bids
      .filter(({ bidderId }) => bidderId === personId)
      .map(({ id }) => id)
      .toSorted((one, other) => Number(one.slice(4)) - Number(other.slice(4)));
  const removed = { type: "voidBid", by: "admin", reason: "Nobody's bid", salt: bidId } as const;
  switch (command.type) {
    case "block": {
      const { actorId: sellerId, personId } = command;
      const voids = ofPerson(personId).map((id) => ({ type: "voidBid", bidId: id, by: "seller", personId }) as const);
      return [{ type: "blockBidder", sellerId, personId, salt: bidId }, ...voids];
    }
    case "unblock":
      return [{ type: "unblockBidder", sellerId: command.actorId, personId: command.personId, salt: bidId }];
    case "removeBid":
      return [{ ...removed, bidId: command.bidId }];
    case "suspend":
      return ofPerson(command.personId).map((id) => ({ ...removed, bidId: id }));
    default:
      return [engineCommand(auction, command, bidId)];
  }
}

/** How many bids each person has taken back in the auction that is being compared. */
const takenBack = new Map<string, number>();

type OfMany = Extract<Command, { type: "block" | "unblock" | "removeBid" | "suspend" }>;

function engineCommand(auction: Auction | null, command: Exclude<Command, OfMany>, bidId: string): EngineCommand {
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
        ownTakenBack: takenBack.get(actorId) ?? 0,
        ...(command.reason && { reason: command.reason }),
      };
    case "askRelease":
      return { type: "askRelease", bidId: command.bidId, bidderId: actorId };
    case "releaseBid":
      return { type: "releaseBid", bidId: command.bidId, sellerId: actorId };
    case "releaseBuyer":
      return { type: "releaseBuyer", sellerId: actorId };
    case "buyNow": {
      const { priceMinor, limitMinor } = command;
      return { type: "buyNow", bidId, bidderId: actorId, priceMinor, limitMinor };
    }
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
  takenBack.clear();
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
    const commands = engineCommands(closing.auction, command, bidId);
    // No auction refuses a suspension.
    const [first] = command.type === "suspend" ? [] : commands;
    const answer = commands.slice(first ? 1 : 0).reduce<Applied>(
      (before, other) => {
        const { auction: after, facts } = applied(before.auction, other, now);
        return { ...before, auction: after, facts: [...before.facts, ...facts] };
      },
      first ? applied(closing.auction, first, now) : { auction: closing.auction, refused: null, facts: [] },
    );
    for (const fact of answer.facts) {
      if (fact.type === "bidWithdrawn") takenBack.set(fact.bidderId, (takenBack.get(fact.bidderId) ?? 0) + 1);
    }
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
  const bids = model.bids.map((bid) => {
    const { id, bidder, amount, max, auto, edited, placedAt, asked } = bid;
    return { id, bidder, amount, max, auto, edited, placedAt, reveals: model.isBound(bid), asked };
  });
  expect(auction && bidsOf(auction)).toEqual(bids);
}

it(`the engine decides ${runs * COMMANDS} commands like the plain model (LOTLINE_SEED=${seed})`, () => {
  const choices = fc.array(choice, { minLength: COMMANDS, maxLength: COMMANDS, size: "max" });
  fc.assert(fc.property(offer, choices, compare), { seed, numRuns: runs });
  console.log(`${met.accepted} accepted, refused: ${JSON.stringify(Object.fromEntries(met.refused))}`);
  expect(met.accepted).toBeGreaterThan((runs * COMMANDS) / 5);
  expect(met.refused.size).toBeGreaterThanOrEqual(30);
});
