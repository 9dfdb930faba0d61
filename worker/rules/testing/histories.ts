/**
 * Random histories of an auction. A move is a command at some later time, chosen relative to the state at that moment
 * (the smallest next bid, the end), so that edges are hit often; about half of all moves are illegal. `live` runs the
 * moves through decide, record and evolve as the room does, and records each step.
 */
import * as fc from "fast-check";

import { type Auction, evolve, leaderOf, minNextBid, standingBids } from "../auction.ts";
import { MAX_STANDING_BIDS } from "../bidding.ts";
import { PAYMENT_MS, windowMs } from "../closing.ts";
import { type Command, decide } from "../decide.ts";
import { record, type Recorded, type Terms } from "../facts.ts";
import { MAX_AUCTION_MS } from "../listing.ts";
import { MAX_AMOUNT_MINOR } from "../money.ts";
import type { Decision } from "../refusal.ts";
import { UNDO_MS } from "../withdrawal-times.ts";
import { aReserve, DAY_MS, HOUR_MS, LIMITS, MINUTE_MS, openCommand, SECOND_MS, SELLER, T0 } from "./auctions.ts";

/** A share of the time that is left, or an offset from a moment at which a rule changes its answer. */
type When =
  | { readonly share: number }
  | {
      readonly edge: "start" | "end" | "half day" | "window" | "minute" | "payment" | "now";
      readonly offsetMs: number;
    };
type Move = {
  readonly when: When;
  readonly what: Command["type"];
  readonly who: string;
  /** Added to the smallest next bid. */
  readonly extraMinor: number;
  /** Whether a bid names an exact amount, a maximum, or both. */
  readonly offer: "exact" | "maximum" | "both";
  /** Added to the amount: the maximum. */
  readonly extraMaxMinor: number;
  /** Which of the standing bids a change is about, counted from the leader; beyond the last: none. */
  readonly which: number;
  /** Whether the owner of the bid or listing sends the command. */
  readonly own: boolean;
  /** Whether a withdrawal undoes a mistake. */
  readonly undoes: boolean;
  /** Whether a bidder has as many standing bids as the rules allow. */
  readonly hasMost: boolean;
  /** Whether a bidder has confirmed an unusual amount. */
  readonly confirms: boolean;
  /** Whether a bidder may commit to little only. */
  readonly isNew: boolean;
};

/** One command: the state before it, the decision and the state after it. */
export type Step = {
  readonly before: Auction;
  readonly command: Command;
  readonly now: number;
  readonly decision: Decision;
  readonly records: readonly Recorded[];
  readonly after: Auction;
};
export type Life = { readonly opening: readonly Recorded[]; readonly steps: readonly Step[]; readonly last: Auction };

/** Replaces the journal's last hash, which the room supplies. */
export const HASH = "0".repeat(64);

const PEOPLE = ["ann", "bob", "cem", "dee", SELLER] as const;

const offers = fc.record({
  startingPriceMinor: fc.constantFrom(100_00, 100_00, 249_99, 999_00, MAX_AMOUNT_MINOR - 2_00),
  endsAt: fc.constantFrom(MINUTE_MS, 10 * MINUTE_MS, DAY_MS, 3 * DAY_MS).map((durationMs) => T0 + durationMs),
  increments: fc.constantFrom("flat", "tiered"),
  softCloseMs: fc.constantFrom(0, 2 * MINUTE_MS),
  freezeMs: fc.constantFrom(0, 2 * MINUTE_MS),
  windowsAfterWithdrawal: fc.constantFrom(0, 5),
  // Seldom: before its start every bid is refused.
  startsLater: fc.constantFrom(false, false, false, true),
  /** How far above the starting price the hidden reserve is, and above both the buy now price; null without one. */
  reserveOver: fc.constantFrom(null, null, null, 0, 2_50, 40_00),
  buyNowOver: fc.constantFrom(null, null, 1, 1_50, 60_00),
});
const listings = offers.map(({ startsLater, reserveOver, buyNowOver, ...rest }) => {
  const reserveMinor = reserveOver === null ? undefined : rest.startingPriceMinor + reserveOver;
  const buyNowPriceMinor = (reserveMinor ?? rest.startingPriceMinor) + (buyNowOver ?? 0);
  const terms: Partial<Terms> = {
    ...rest,
    ...(startsLater ? { startsAt: Math.floor((T0 + rest.endsAt - MINUTE_MS) / 2) } : {}),
    ...(buyNowOver === null ? {} : { buyNowPriceMinor }),
  };
  return { terms, reserveMinor };
});

const times: fc.Arbitrary<When> = fc.oneof(
  { weight: 12, arbitrary: fc.record({ share: fc.constantFrom(0, 0.001, 0.01, 0.05, 0.2) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      edge: fc.constantFrom("start", "half day", "window", "window", "minute", "end", "payment"),
      offsetMs: fc.constantFrom(-SECOND_MS, -1, -1, 0, 1),
    }),
  },
  // A clock that was set back.
  { weight: 1, arbitrary: fc.constant({ edge: "now", offsetMs: -3 * SECOND_MS }) },
);

const anyMove: fc.Arbitrary<Move> = fc.record({
  when: times,
  what: fc.oneof(
    { weight: 24, arbitrary: fc.constant("placeBid") },
    { weight: 8, arbitrary: fc.constantFrom("editBid", "withdrawBid") },
    { weight: 4, arbitrary: fc.constantFrom("askRelease", "releaseBid") },
    { weight: 2, arbitrary: fc.constant("voidBid") },
    { weight: 1, arbitrary: fc.constant("releaseBuyer") },
    { weight: 4, arbitrary: fc.constantFrom("editListing", "close") },
    { weight: 1, arbitrary: fc.constant("buyNow") },
    { weight: 1, arbitrary: fc.constantFrom("deleteListing", "open", "voidAuction") },
    { weight: 2, arbitrary: fc.constantFrom("blockBidder", "unblockBidder") },
    { weight: 2, arbitrary: fc.constantFrom("hideListing", "showListing", "showListing", "showListing") },
  ),
  who: fc.constantFrom(...PEOPLE),
  extraMinor: fc.constantFrom(-50_00, -1, 0, 0, 0, 0, 0, 1, 1, 37_50, 400_00, 2_500_00, MAX_AMOUNT_MINOR),
  offer: fc.constantFrom("exact", "exact", "maximum", "maximum", "both"),
  extraMaxMinor: fc.constantFrom(-1, 0, 0, 0, 1, 99, 100, 101, 3_00, 3_00, 12_50, 500_00),
  which: fc.integer({ min: 0, max: 11 }),
  own: fc.oneof({ weight: 5, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
  undoes: fc.boolean(),
  hasMost: fc.oneof({ weight: 30, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
  confirms: fc.oneof({ weight: 4, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
  isNew: fc.oneof({ weight: 30, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
});

/** Days after the end, when few other moves come. */
const released: fc.Arbitrary<Move> = fc
  .record({ any: anyMove, offsetMs: fc.constantFrom(-1, 0) })
  .map(({ any, offsetMs }) => ({ ...any, what: "releaseBuyer", when: { edge: "payment", offsetMs } }));

/** A bid, and its bidder takes it back at once: refusals that count what one person has taken back need both, often. */
const regretted: fc.Arbitrary<readonly Move[]> = fc.tuple(anyMove, anyMove).map(([bid, back]) => [
  { ...bid, what: "placeBid", who: "ann", extraMinor: 0, offer: "exact" },
  { ...back, what: "withdrawBid", when: { share: 0 }, which: 0, own: true },
]);

const fewMoves = fc.oneof(
  { weight: 20, arbitrary: fc.tuple(anyMove) },
  { weight: 1, arbitrary: fc.tuple(released) },
  { weight: 2, arbitrary: regretted },
);

export type History = {
  readonly listing: { readonly terms: Partial<Terms>; readonly reserveMinor: number | undefined };
  readonly moves: readonly Move[];
};
export const history: fc.Arbitrary<History> = fc.record({
  listing: listings,
  moves: fc.array(fewMoves, { maxLength: 36, size: "max" }).map((all) => all.flat()),
});

export function live({ listing, moves }: History): Life {
  const opening = openCommand(listing.terms, listing.reserveMinor);
  const opened = decide(null, opening, T0);
  if (!opened.ok) throw new Error("every generated listing is a valid one");
  const openingRecords = record(null, opened.drafts, T0);
  let last = openingRecords.reduce<Auction | null>(evolve, null);
  if (!last) throw new Error("an opened auction exists");
  let now = T0;
  const steps: Step[] = [];
  const takenBackBy = new Map<string, number>();
  const take = (before: Auction, command: Command) => {
    const decision = decide(before, command, now);
    const records = decision.ok ? record(before, decision.drafts, now) : [];
    const after: Auction = records.reduce(evolve, before);
    for (const { fact } of records) {
      if (fact.type === "bidWithdrawn") takenBackBy.set(fact.bidderId, (takenBackBy.get(fact.bidderId) ?? 0) + 1);
    }
    steps.push({ before, command, now, decision, records, after });
    return after;
  };
  for (const [index, next] of moves.entries()) {
    now = timeOf(last, next.when, now);
    const before = deepFrozen(last);
    last = take(before, commandOf(before, next, now, `bid-${index}`, takenBackBy));
    // The room closes what was bought in the same turn.
    if (last.bought && last.phase === "open") last = take(deepFrozen(last), { type: "close", lastHash: HASH });
  }
  return { opening: openingRecords, steps, last };
}

export function journalOf({ opening, steps }: Life): Recorded[] {
  return [...opening, ...steps.flatMap(({ records }) => records)];
}

/** The auction as a reader rebuilds it from the text of the journal alone. */
export function replay(journal: readonly Recorded[]): Auction {
  const read: Recorded[] = JSON.parse(JSON.stringify(journal));
  const auction = read.reduce<Auction | null>(evolve, null);
  if (!auction) throw new Error("an empty journal is no auction");
  return auction;
}

function timeOf(auction: Auction, when: When, now: number): number {
  if ("share" in when) return now + Math.max(0, Math.floor((auction.endsAt - now) * when.share));
  const edges = {
    now,
    start: auction.terms.startsAt ?? auction.openedAt,
    end: auction.endsAt,
    "half day": auction.endsAt - 12 * HOUR_MS,
    window: auction.endsAt - windowMs(auction),
    /** When a buyer who has not paid can be released. */
    payment: auction.closedAt === null ? now : auction.closedAt + PAYMENT_MS,
    /** When the leading bid can no longer be undone. */
    minute: (leaderOf(auction)?.placedAt ?? now) + UNDO_MS,
  };
  // Back by seconds at most, as clocks are set back.
  return Math.max(edges[when.edge] + when.offsetMs, now - 3 * SECOND_MS, T0);
}

function commandOf(
  auction: Auction,
  chosen: Move,
  now: number,
  bidId: string,
  takenBackBy: ReadonlyMap<string, number>,
): Command {
  const { what, who, extraMinor, which, own, undoes, hasMost, confirms, isNew } = chosen;
  const limits = { confirmed: confirms, ...(isNew && { limitMinor: 150_00 }) };
  const offered = { ...offerOf(chosen, minNextBid(auction) + extraMinor, `salt of ${bidId}`), ...limits };
  const target = standingBids(auction)[which];
  const bidderId = target && own ? target.bidderId : who;
  const sellerId = own ? SELLER : who;
  switch (what) {
    case "placeBid":
      return { type: what, bidId, bidderId: who, ...offered, ownStandingBids: hasMost ? MAX_STANDING_BIDS : 0 };
    case "editBid":
      return { type: what, bidId: target?.id ?? "none", bidderId, ...offered };
    case "withdrawBid": {
      const ownTakenBack = takenBackBy.get(bidderId) ?? 0;
      return { type: what, bidId: target?.id ?? "none", bidderId, ownTakenBack, ...(undoes && { reason: "mistake" }) };
    }
    case "askRelease":
      return { type: what, bidId: target?.id ?? "none", bidderId };
    case "releaseBid":
      return { type: what, sellerId, bidId: target?.id ?? "none" };
    case "releaseBuyer":
      return { type: what, sellerId };
    case "voidBid": {
      const voided = { type: what, bidId: target?.id ?? "none" } as const;
      return own
        ? { ...voided, by: "seller", personId: bidderId }
        : { ...voided, by: "admin", reason: "A bid of nobody", salt: bidId };
    }
    case "buyNow": {
      const { buyNowPriceMinor = auction.terms.startingPriceMinor } = auction.terms;
      return { type: what, bidId, bidderId: who, priceMinor: buyNowPriceMinor + (own ? 0 : 1), ...limits };
    }
    case "editListing":
      return { type: what, sellerId, ...changeOf(auction, which, now), limits: LIMITS };
    case "deleteListing":
      return { type: what, sellerId };
    case "blockBidder":
    case "unblockBidder":
      return { type: what, sellerId, personId: who, salt: bidId };
    case "hideListing":
      return { type: what, reason: "A copy", salt: bidId };
    case "showListing":
      return { type: what };
    case "voidAuction":
      return { type: what, reason: "Not the seller's to sell" };
    case "open":
      return openCommand();
    case "close":
      return { type: what, lastHash: HASH };
  }
}

function offerOf({ offer, extraMaxMinor }: Move, amountMinor: number, salt: string) {
  const maximum = { maxMinor: amountMinor + extraMaxMinor, salt };
  return { exact: { amountMinor }, maximum: { maximum }, both: { amountMinor, maximum } }[offer];
}

function changeOf(auction: Auction, which: number, now: number) {
  const { terms: standing } = auction;
  const { startingPriceMinor } = standing;
  return [
    { change: { description: `${standing.description} More.` } },
    { change: { title: standing.title, startingPriceMinor: startingPriceMinor + 1_00 } },
    { change: { startsAt: now + MINUTE_MS, endsAt: now + HOUR_MS } },
    { change: { startsAt: null, endsAt: now } },
    { change: { endsAt: now + MAX_AUCTION_MS + 1 } },
    { change: { startingPriceMinor: 99_99, increments: "tiered" as const, softCloseMs: 0 } },
    { change: { startsAt: now - 1 } },
    { change: { startsAt: now + MAX_AUCTION_MS + 1 } },
    { change: { buyNowPriceMinor: null }, reserve: null },
    { change: {}, reserve: aReserve(startingPriceMinor - 1) },
    { change: { buyNowPriceMinor: startingPriceMinor }, reserve: null },
    { change: { buyNowPriceMinor: startingPriceMinor + 3_00 }, reserve: aReserve(startingPriceMinor + 2_00) },
  ][which]!;
}

/** Deeply frozen, so that a rule that changes its arguments throws. Stops at objects that are already frozen. */
function deepFrozen<Value extends object>(value: Value): Value {
  const open: object[] = [value];
  for (let at = open.pop(); at; at = open.pop()) {
    if (Object.isFrozen(at)) continue;
    Object.freeze(at);
    for (const member of Object.values(at)) if (typeof member === "object" && member !== null) open.push(member);
  }
  return value;
}
