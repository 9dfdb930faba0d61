/**
 * Random commands. fast-check draws them relative to the auction's state at that time, such as the minimum bid and the
 * end. So they often hit the edges of a rule, and about half of all commands are refused.
 */
import * as fc from "fast-check";

import {
  MAX_AMOUNT,
  type ModelAuction,
  type ModelOffer,
  type OpenedFact,
  type ModelRequestedChange,
} from "./auction.ts";
import { ADMIN, SELLER_COMMAND_WEIGHTS, type UserCommand, withdrawal } from "./commands.ts";

const SELLER = "sue";
export const LIMITS = { minStartingPriceMinor: 10_000, minAuctionMs: 1_000 };
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** A random listing, with its duration. */
export const randomListing = fc.record({
  startingPriceMinor: fc.constantFrom(10_000, 10_000, 10_000, 24_999, 24_999, MAX_AMOUNT - 300),
  durationMs: fc.constantFrom(60_000, HOUR_MS, 13 * HOUR_MS, 72 * HOUR_MS),
  /** The share of the duration that passes before bidding begins. Null if bidding begins right away. */
  startShare: fc.constantFrom(null, null, null, 0, 0.01, 0.3),
  increments: fc.constantFrom("flat" as const, "tiered" as const),
  softCloseMs: fc.constantFrom(0, 120_000),
  freezeMs: fc.constantFrom(0, 120_000),
  windowsAfterWithdrawal: fc.constantFrom(0, 5, 5),
  /** How far the reserve is above the starting price, and the Buy It Now price above both. Null for none. */
  reserveAbove: fc.constantFrom(null, null, 0, 150, 20_000),
  buyNowAbove: fc.constantFrom(null, null, null, null, 1, 300, 50_000),
  /** The listing's details, which no code here reads. They contain no amounts, so the wire has the same value. */
  details: fc.constantFrom(null, null, { condition: "good" }, { condition: "fair", location: "Ghent" }),
});
export type RandomListing = typeof randomListing extends fc.Arbitrary<infer Value> ? Value : never;

/** The hidden reserve that this listing is opened with. */
export function reserveIn({ startingPriceMinor, reserveAbove }: RandomListing): number | undefined {
  return reserveAbove === null ? undefined : startingPriceMinor + reserveAbove;
}

export function openedFactFor(auctionId: string, drawnListing: RandomListing, now: number): OpenedFact {
  const { durationMs, startShare, reserveAbove, buyNowAbove, details, ...terms } = drawnListing;
  const buyNow =
    buyNowAbove === null ? {} : { buyNowPriceMinor: terms.startingPriceMinor + (reserveAbove ?? 0) + buyNowAbove };
  const listing = { title: "A globe", description: "Of brass.", imageKeys: ["auctions/a/1"] };
  const start = startShare === null ? {} : { startsAt: now + Math.floor(durationMs * startShare) };
  const category = { categoryId: "antiques", categoryName: "Antiques" };
  return {
    type: "opened",
    auctionId,
    sellerId: SELLER,
    currency: "USD",
    terms: {
      ...listing,
      ...category,
      ...terms,
      ...buyNow,
      ...start,
      ...(details && { details }),
      endsAt: now + durationMs,
    },
  };
}

/** When a command comes: after a share of the remaining time, or when a rule changes its answer. */
const moment = fc.oneof(
  { weight: 40, arbitrary: fc.record({ share: fc.constantFrom(0, 0, 0.0001, 0.001, 0.01, 0.05) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      edge: fc.constantFrom("start", "half day", "freeze", "window", "window", "window", "minute", "end"),
      offset: fc.constantFrom(-1_000, -1, -1, 0, 1),
    }),
  },
);

/** Amounts to add to the minimum bid. Some of the results aren't valid amounts. */
const EXTRAS = [1, 50, 100, 1_000, 20_000, -1, -100, 0.5, Number.NaN, -Infinity, MAX_AMOUNT];

/** Each name, in proportion to its weight. */
function weighted<Name extends string>(weights: Readonly<Record<Name, number>>) {
  const choices: { readonly weight: number; readonly arbitrary: fc.Arbitrary<Name> }[] = [];
  for (const name in weights) choices.push({ weight: weights[name], arbitrary: fc.constant(name) });
  return choices;
}

export const randomChoice = fc.record({
  moment,
  type: fc.oneof(
    { weight: 200, arbitrary: fc.constant("placeBid" as const) },
    { weight: 60, arbitrary: fc.constant("editBid" as const) },
    { weight: 50, arbitrary: fc.constant("withdrawBid" as const) },
    { weight: 16, arbitrary: fc.constantFrom("requestRelease" as const, "releaseBid" as const) },
    { weight: 12, arbitrary: fc.constantFrom("voidBid" as const, "unblock" as const, "unblock" as const) },
    { weight: 2, arbitrary: fc.constantFrom("block" as const, "suspend" as const) },
    ...weighted(SELLER_COMMAND_WEIGHTS.history),
    { weight: 25, arbitrary: fc.constant("editListing" as const) },
    { weight: 1, arbitrary: fc.constant("voidAuction" as const) },
    // A purchase is rare, because it ends the auction.
    { weight: 1, arbitrary: fc.constant("buyNow" as const) },
    { weight: 4, arbitrary: fc.constantFrom("hideListing" as const, "showListing" as const, "showListing" as const) },
  ),
  actorId: fc.constantFrom("ann", "ann", "ann", "bob", "bob", "bob", "cem", "cem", "cem", "cem", SELLER),
  extra: fc.constantFrom(...Array.from({ length: 8 }, () => 0), ...EXTRAS),
  /** Whether the amount is about 20 times the minimum bid, and whether the bidder confirms such an amount. */
  isHuge: fc.oneof({ weight: 40, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
  confirms: fc.boolean(),
  /** Whether the bidder is a new member, who can bid only small amounts. */
  isNew: fc.oneof({ weight: 40, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
  /** The kind of a bid's offer. `extraMax` is how far a maximum is above the amount. */
  offer: fc.constantFrom("exact" as const, "exact" as const, "maximum" as const, "maximum" as const, "both" as const),
  extraMax: fc.constantFrom(0, 0, 0, 1, 50, 99, 100, 101, 250, 1_000, 20_000, -1, 0.5, MAX_AMOUNT),
  /** Which standing bid the command is about, counted from the leader. Beyond the last one, the bid doesn't exist. */
  bidRank: fc.constantFrom(0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 9),
  /** Whether the owner of the bid or listing sends the command. */
  byOwner: fc.oneof({ weight: 6, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
  /**
   * The reserve that the seller requests, relative to the starting price. Null removes it, and "same" leaves it out.
   */
  reserve: fc.oneof(
    { weight: 8, arbitrary: fc.constant("same" as const) },
    { weight: 2, arbitrary: fc.constantFrom(null, -1, 0, 5_000) },
  ),
  /** Whether a withdrawal undoes a mistake. */
  undoes: fc.boolean(),
  /** Whether the command has no key, a new key, or the key of an earlier command. */
  key: fc.constantFrom("none", "new", "new", "new", "again"),
  /** Whether the command is in the same turn as the previous one. */
  together: fc.constantFrom(true, true, false),
});
export type RandomChoice = typeof randomChoice extends fc.Arbitrary<infer Value> ? Value : never;

export function timeOf(auction: ModelAuction, { moment: chosenMoment }: RandomChoice, now: number): number {
  const { start, end, terms } = auction;
  if ("share" in chosenMoment) return now + Math.floor(Math.max(0, end - now) * chosenMoment.share);
  const edges = {
    start,
    end,
    "half day": end - 12 * HOUR_MS,
    freeze: end - terms.freezeMs,
    window: end - auction.windowMs,
    /** When the leading bid can no longer be undone. */
    minute: (auction.leader?.placedAt ?? now) + MINUTE_MS,
  };
  return Math.max(now, edges[chosenMoment.edge] + chosenMoment.offset);
}

export function commandFor(auction: ModelAuction, choice: RandomChoice, now: number): UserCommand {
  const { type, actorId, extra, bidRank, byOwner, undoes, isHuge, isNew } = choice;
  const target = auction.bids.at(-1 - bidRank);
  const bidderId = target && byOwner ? target.bidder : actorId;
  const bidId = target?.id ?? `${auction.id}-0`;
  const limit = isNew ? { limitMinor: auction.terms.startingPriceMinor + 5_000 } : {};
  const offer = {
    ...offerOf(choice, isHuge ? 20 * auction.minNext + Math.sign(bidRank) : auction.minNext + extra),
    ...(choice.confirms && { confirmed: true }),
    ...limit,
  };
  const sellerId = byOwner ? SELLER : actorId;
  switch (type) {
    case "placeBid":
      return { type, actorId, ...offer };
    case "editBid":
      return { type, actorId: bidderId, bidId, ...offer };
    case "withdrawBid":
      return withdrawal(bidderId, bidId, undoes ? "mistake" : undefined);
    case "editListing":
      return {
        type,
        actorId: sellerId,
        change: changeOf(auction, bidRank, now),
        ...reserveOf(auction, choice),
      };
    case "buyNow":
      // Usually the offered price.
      return {
        type,
        actorId,
        priceMinor: (auction.terms.buyNowPriceMinor ?? auction.minNext) + (bidRank === 9 ? 1 : 0),
        ...limit,
      };
    case "requestRelease":
      return { type, actorId: bidderId, bidId };
    case "releaseBid":
      return { type, actorId: sellerId, bidId };
    case "block":
      return { type, actorId: sellerId, personId: actorId };
    case "unblock":
      return { type, actorId: sellerId, personId: Array.from(auction.blocked).at(bidRank) ?? actorId };
    case "voidBid":
      return { type, actorId: ADMIN, bidId };
    case "suspend":
      return { type, actorId: ADMIN, personId: actorId };
    case "hideListing":
    case "showListing":
      return { type, actorId: ADMIN };
    case "voidAuction":
      return { type, actorId: ADMIN, reason: "Not the seller's to sell" };
    default:
      return { type, actorId: sellerId };
  }
}

function offerOf(choice: RandomChoice, amountMinor: number): ModelOffer {
  const maxMinor = amountMinor + choice.extraMax;
  return { exact: { amountMinor }, maximum: { maxMinor }, both: { amountMinor, maxMinor } }[choice.offer];
}

function reserveOf({ terms }: ModelAuction, { reserve }: RandomChoice): { readonly reserveMinor?: number | null } {
  if (reserve === "same") return {};
  return { reserveMinor: reserve === null ? null : terms.startingPriceMinor + reserve };
}

function changeOf({ terms, end, scheduledEnd }: ModelAuction, variant: number, now: number): ModelRequestedChange {
  const changes: Record<number, ModelRequestedChange> = {
    0: {
      details: terms.details ?? null,
      title: terms.title,
      description: `${terms.description.slice(0, 200)}.`,
      endsAt: end,
    },
    1: { title: terms.title, imageKeys: [...terms.imageKeys], endsAt: scheduledEnd },
    2: {
      buyNowPriceMinor: terms.softCloseMs === 0 ? null : terms.startingPriceMinor + 6_000,
      endsAt: now + (terms.freezeMs === 0 ? 0 : 20 * HOUR_MS),
      title: `${terms.title.slice(0, 100)}!`,
    },
    3: {
      details: { location: "Basel" },
      startingPriceMinor: terms.startingPriceMinor + 1,
      description: "Another thing.",
      increments: "tiered",
    },
    4: terms.freezeMs === 0 ? { startingPriceMinor: 9_999, softCloseMs: 0 } : { startsAt: null, details: null },
    9:
      terms.freezeMs === 0
        ? { endsAt: now + 366 * 24 * HOUR_MS }
        : { startsAt: now + (terms.softCloseMs === 0 ? -1 : 400 * 24 * HOUR_MS) },
  };
  return changes[variant] ?? {};
}
