/**
 * Random histories of an auction in the pure engine. Each one runs the choices of `random-commands.ts` through decide,
 * record and evolve, as a room does, and keeps every step. All tests of the pure rules use these histories.
 */
import * as fc from "fast-check";

import { type Auction, evolve, leaderOf, minNextBid, standingBids } from "../../../worker/rules/auction.ts";
import { windowMs } from "../../../worker/rules/closing.ts";
import { type Command as EngineCommand, decide } from "../../../worker/rules/decide.ts";
import { recordFacts, type SequencedFact } from "../../../worker/rules/facts.ts";
import type { Decision } from "../../../worker/rules/refusal.ts";
import type { ModelOffer as BidOffer } from "./auction.ts";
import type { UserCommand } from "./commands.ts";
import {
  choice,
  type RandomChoice,
  commandFor,
  LIMITS,
  type RandomOffer,
  offer,
  opening,
  reserveIn,
  type Seen,
  timeOf,
} from "./random-commands.ts";

export const OPENED_AT = 1_767_225_600_000;
/** The most standing bids per bidder. It's low, so that histories reach it. */
export const MAX_STANDING_BIDS = 6;
/** Stands in for the journal's last hash, which a room would supply. */
export const HASH = "0".repeat(64);
export const CLOSE = { type: "close", lastHash: HASH } as const;

/** One command: the state before it, the decision and the state after it. */
export type HistoryStep = {
  /** The user's command behind this step. Null if the step only checks whether the auction is over. */
  readonly user: UserCommand | null;
  readonly before: Auction;
  readonly command: EngineCommand;
  readonly now: number;
  readonly decision: Decision;
  readonly records: readonly SequencedFact[];
  readonly after: Auction;
};
export type AuctionLife = {
  readonly opening: readonly SequencedFact[];
  readonly steps: readonly HistoryStep[];
  readonly last: Auction;
};

/** A bid that its bidder withdraws right away. Some refusals count a person's withdrawals, so this must come often. */
const regretted: fc.Arbitrary<readonly RandomChoice[]> = fc.tuple(choice, choice).map(([bid, back]) => [
  { ...bid, type: "placeBid", actorId: "ann", extra: 0, offer: "exact", isHuge: false },
  { ...back, type: "withdrawBid", moment: { share: 0 }, which: 0, own: true },
]);
const during = fc.oneof({ weight: 12, arbitrary: fc.tuple(choice) }, { weight: 1, arbitrary: regretted });
/** A purchase at the offered price or at another one. It starts a history, because the first bid can end the offer. */
const purchase = fc
  .record({ any: choice, which: fc.constantFrom<RandomChoice["which"][]>(0, 9) })
  .map(({ any, which }): readonly RandomChoice[] => [{ ...any, type: "buyNow", moment: { share: 0 }, which }]);
/** The auction ends, and the seller then releases the buyer, whose deal ended without a sale. */
const unpaid = fc
  .record({ any: choice, late: choice, offset: fc.constantFrom<(-1 | 0)[]>(-1, 0) })
  .map(({ any, late, offset }): readonly RandomChoice[] => [
    { ...any, moment: { edge: "end", offset: 0 }, together: false },
    { ...late, type: "releaseBuyer", moment: { edge: "end", offset } },
  ]);
const seldom = (rare: fc.Arbitrary<readonly RandomChoice[]>): fc.Arbitrary<readonly RandomChoice[]> =>
  fc.oneof({ weight: 6, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: rare });

export const history = fc.record({
  offered: offer,
  choices: fc
    .tuple(
      seldom(purchase),
      fc.array(during, { maxLength: 60, size: "max" }).map((all) => all.flat()),
      seldom(unpaid),
      fc.array(choice, { maxLength: 4 }),
    )
    .map((parts) => parts.flat()),
});
export type RandomHistory = typeof history extends fc.Arbitrary<infer Value> ? Value : never;

/** How many bids each person has withdrawn. In a room, the room counts them for the rules. */
type Withdrawals = Map<string, number>;

function openingOf(offered: RandomOffer): EngineCommand {
  const { type: _, ...opened } = opening("lot", offered, OPENED_AT);
  const reserveMinor = reserveIn(offered);
  const reserve = reserveMinor === undefined ? {} : { reserve: sealed(reserveMinor, "lot") };
  return { type: "open", ...opened, ...reserve, limits: LIMITS };
}

export function live({ offered, choices }: RandomHistory): AuctionLife {
  const opened = decide(null, openingOf(offered), OPENED_AT);
  if (!opened.ok) throw new Error("every generated listing is a valid one");
  const records = recordFacts(null, opened.drafts, OPENED_AT);
  let last = replay(records);
  let now = OPENED_AT;
  const steps: HistoryStep[] = [];
  const withdrawals: Withdrawals = new Map();
  const take = (command: EngineCommand, user: UserCommand | null) => {
    const before = deepFrozen(last);
    const decision = decide(before, command, now);
    const made = decision.ok ? recordFacts(before, decision.drafts, now) : [];
    last = made.reduce(evolve, before);
    for (const { fact } of made) {
      if (fact.type === "bidWithdrawn") withdrawals.set(fact.bidderId, (withdrawals.get(fact.bidderId) ?? 0) + 1);
    }
    steps.push({ user, before, command, now, decision, records: made, after: last });
  };
  for (const next of choices) {
    const seen = seenOf(last);
    now = timeOf(seen, next, now);
    // A room always checks first whether the auction is over. Here that's sometimes skipped, because the rules
    // themselves must refuse commands that come too late.
    if (!next.together) take(CLOSE, null);
    const command = commandFor(seen, next, now);
    for (const one of engineCommands(last, command, `lot-${last.seq + 1}`, withdrawals)) take(one, command);
    // A room closes a bought auction in the same turn.
    if (last.bought && last.phase === "open") take(CLOSE, command);
  }
  return { opening: records, steps, last };
}

export function journalOf({ opening: first, steps }: AuctionLife): SequencedFact[] {
  return [...first, ...steps.flatMap(({ records }) => records)];
}

/** The auction after each fact, rebuilt from the text of the journal alone. */
export function* replays(journal: readonly SequencedFact[]): Generator<Auction> {
  const read: SequencedFact[] = JSON.parse(JSON.stringify(journal));
  let auction: Auction | null = null;
  for (const one of read) yield (auction = evolve(auction, one));
}

export function replay(journal: readonly SequencedFact[]): Auction {
  const auction = Array.from(replays(journal)).at(-1);
  if (!auction) throw new Error("an empty journal is no auction");
  return auction;
}

/** Extracts what the choice of commands depends on from the engine's own state. */
function seenOf(auction: Auction): Seen {
  return {
    start: auction.terms.startsAt ?? auction.openedAt,
    end: auction.endsAt,
    scheduledEnd: auction.scheduledEndsAt,
    window: windowMs(auction),
    closedAt: auction.closedAt,
    minNext: minNextBid(auction),
    terms: auction.terms,
    leader: leaderOf(auction) ?? undefined,
    bids: standingBids(auction)
      .map(({ id, bidderId }) => ({ id, bidder: bidderId }))
      .toReversed(),
  };
}

function offeredBy({ amountMinor, maxMinor, confirmed, limitMinor }: BidOffer, bidId: string) {
  const maximum = maxMinor === undefined ? undefined : { maxMinor, salt: `salt of ${bidId}` };
  return { amountMinor, maximum, confirmed, limitMinor };
}

function sealed(reserveMinor: number, id: string) {
  return { reserveMinor, salt: `salt of the reserve ${id}` };
}

/** The engine commands behind one user command. As in a room, a block or suspension also voids the person's bids. */
function engineCommands(
  auction: Auction,
  command: UserCommand,
  bidId: string,
  withdrawals: Withdrawals,
): readonly EngineCommand[] {
  const bids = standingBids(auction);
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
    case "voidBid":
      return [{ ...removed, bidId: command.bidId }];
    case "suspend":
      return ofPerson(command.personId).map((id) => ({ ...removed, bidId: id }));
    default:
      return [engineCommand(auction, command, bidId, withdrawals)];
  }
}

type OfMany = Extract<UserCommand, { type: "block" | "unblock" | "voidBid" | "suspend" }>;

function engineCommand(
  auction: Auction,
  command: Exclude<UserCommand, OfMany>,
  bidId: string,
  withdrawals: Withdrawals,
): EngineCommand {
  const { actorId } = command;
  switch (command.type) {
    case "placeBid": {
      const own = standingBids(auction).filter(({ bidderId }) => bidderId === actorId);
      const counts = { ownStandingBids: own.length, maxStandingBids: MAX_STANDING_BIDS };
      return { type: "placeBid", bidId, bidderId: actorId, ...offeredBy(command, bidId), ...counts };
    }
    case "editBid":
      return { type: "editBid", bidId: command.bidId, bidderId: actorId, ...offeredBy(command, bidId) };
    case "withdrawBid":
      return {
        type: "withdrawBid",
        bidId: command.bidId,
        bidderId: actorId,
        ownWithdrawals: withdrawals.get(actorId) ?? 0,
        ...(command.reason && { reason: command.reason }),
      };
    case "requestRelease":
      return { type: "requestRelease", bidId: command.bidId, bidderId: actorId };
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
      const reserve = reserveMinor == null ? reserveMinor : sealed(reserveMinor, bidId);
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

/** Freezes a value deeply, so that a rule that changes its arguments throws. Skips objects that are already frozen. */
function deepFrozen<Value extends object>(value: Value): Value {
  const open: object[] = [value];
  for (let at = open.pop(); at; at = open.pop()) {
    if (Object.isFrozen(at)) continue;
    Object.freeze(at);
    for (const member of Object.values(at)) if (typeof member === "object" && member !== null) open.push(member);
  }
  return value;
}
