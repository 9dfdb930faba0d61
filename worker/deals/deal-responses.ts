/** A deal as one of its sides sees it. */
import { deliveryTerms, type ListedDeal, type DealDetails } from "../contract/deal.ts";
import { fromStoredDetails } from "../contract/listing-details.ts";
import { DELETED_NAME } from "../contract/people.ts";
import type { AuctionRow, DealRow } from "../db/schema.ts";
import { sharedCoverOf, toIso } from "../listings/queries/listings.ts";
import { toDealRatings } from "../ratings/rating-responses.ts";
import { nextStep, possibleSteps, WAITING_STATES } from "../rules/deal-steps.ts";
import {
  type Deal,
  dealAt,
  dueAt,
  hasEnded,
  isAccepted,
  otherSide,
  overdueEvents,
  type Side,
  stateWhenDue,
} from "../rules/deal.ts";
import { toMajor } from "../rules/money.ts";
import type { StoredDeal } from "./deal-rows.ts";
import { type EventWithNote, toPublicDealEvent } from "./events.ts";
import type { NextBidder } from "./second-chances.ts";

type NamedPerson = { readonly firstName: string; readonly lastName: string };
type DealForSide = {
  readonly row: DealRow;
  readonly auction: Pick<AuctionRow, "title" | "currency" | "imageKeys" | "phase">;
  readonly side: Side;
  /** Null for a deleted account. */
  readonly other: NamedPerson | null;
  readonly deal: Pick<Deal, "state" | "cancelRequestedBy" | "disputedBy"> & { readonly dueAt: number | null };
};

/** A deal in a list, with its state at the time of the response. */
export function toListedDeal({ row, auction, side, other, deal }: DealForSide): Omit<ListedDeal, "rateUntil"> {
  const priceMinor = row.priceMinor;
  const name = other ?? DELETED_NAME;
  return {
    _id: row.id,
    auctionId: row.auctionId,
    title: auction.title,
    image: sharedCoverOf(auction),
    side,
    other: {
      _id: side === "buyer" ? row.sellerId : row.buyerId,
      firstName: name.firstName,
      lastName: name.lastName,
    },
    currency: auction.currency,
    price: toMajor(priceMinor),
    total: toMajor(priceMinor + shippingMinorIn(row)),
    state: deal.state,
    dueAt: deal.dueAt === null ? null : toIso(deal.dueAt),
    changedAt: toIso(row.changedAt),
    needsMe: needsStepFrom(side, deal),
    disputed: deal.disputedBy !== null,
    secondChance: row.chance === 2,
  };
}

/** Whether a deal waits for this side's step, or for its answer to the other side's request to cancel. */
function needsStepFrom(side: Side, { state, cancelRequestedBy }: Pick<Deal, "state" | "cancelRequestedBy">): boolean {
  if (hasEnded({ state })) return false;
  return WAITING_STATES[side].includes(state) || cancelRequestedBy === otherSide(side);
}

/** The columns of a list's row that determine the deal's state. */
export type StoredDealState = Pick<DealRow, "state" | "dueAt" | "cancelSide" | "disputeSide">;

/** A listed deal's state at `now` (epoch ms). The sweep records due changes within a minute. */
export function dealStateAt(row: StoredDealState, now: number): DealForSide["deal"] {
  const isDue = row.dueAt !== null && row.dueAt <= now;
  const state = isDue ? stateWhenDue(row.state) : row.state;
  const ended = hasEnded({ state });
  return {
    state,
    dueAt: isDue ? null : row.dueAt,
    cancelRequestedBy: ended ? null : row.cancelSide,
    disputedBy: ended ? null : row.disputeSide,
  };
}

/** The declared shipping price. 0 if shipping is free or still to be arranged, or the buyer picks the item up. */
export function shippingMinorIn({ details, delivery }: Pick<DealRow, "details" | "delivery">): number {
  if (delivery === "pickUp") return 0;
  const minor = details?.["shippingPriceMinor"];
  return typeof minor === "number" ? minor : 0;
}

/** All events by `now` (epoch ms), including those that the clock has made since the last recorded one. */
export function eventsAt({ events, deal }: StoredDeal, now: number): EventWithNote[] {
  return [...events, ...overdueEvents(deal, now).map((event) => ({ ...event, note: null, hiddenReason: null }))];
}

/** `next` is the bidder to whom the seller could offer the item next. `now` is epoch ms. */
export function toDealDetails(storedDeal: StoredDeal, side: Side, next: NextBidder | null, now: number): DealDetails {
  const { row, auction, instructions } = storedDeal;
  const deal = dealAt(storedDeal.deal, now);
  const other = side === "buyer" ? storedDeal.seller : storedDeal.buyer;
  const isOffer = deal.state === "offered";
  const isUnderWay = !isOffer && !hasEnded(deal);
  return {
    ...toListedDeal({ row, auction, side, other, deal: { ...deal, dueAt: dueAt(deal) } }),
    changedAt: toIso(deal.at),
    details: deliveryTerms.parse(fromStoredDetails(row.details).details ?? {}),
    otherEmail: isAccepted(deal) ? (other?.email ?? null) : null,
    delivery: deal.delivery,
    address: row.address,
    carrier: row.carrier,
    trackingNumber: row.trackingNumber,
    instructions: isUnderWay ? (instructions?.text ?? null) : null,
    instructionsChangedAt: isUnderWay && instructions ? toIso(instructions.changedAt) : null,
    cancelRequestedBy: deal.cancelRequestedBy,
    disputedBy: deal.disputedBy,
    outcome: deal.outcome,
    nextStep: nextStep(deal, side),
    steps: possibleSteps(deal, side),
    events: eventsAt(storedDeal, now).map(toPublicDealEvent),
    nextOffer: next && toMajor(next.amountMinor),
    secondChanceId: side === "seller" && row.chance === 1 ? storedDeal.secondChanceId : null,
    ratings: toDealRatings(storedDeal.deal, storedDeal.ratings, side, now),
  };
}
