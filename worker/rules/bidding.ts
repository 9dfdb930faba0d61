/**
 * Placing a bid. Takes the state, a known person's command and the time. Returns facts or a refusal. A bid has an
 * exact amount, a maximum up to which the rules bid for its bidder, or both. The price only rises, except by a
 * withdrawal (`withdrawing.ts`), so the order of the facts is the order of amounts.
 *
 * The first part decides the leader and the price. It is arithmetic on minor units, without people or facts. The facts
 * follow below. Only the leading bid can have a secret maximum above its amount, because a bidder who loses the lead is
 * shown at their maximum. So two numbers decide: the leader's maximum, and the highest amount anyone else bid.
 */
import {
  type Auction,
  type Bid,
  floorOf,
  isAutomatic,
  leaderOf,
  minNextBid,
  reserveOpeningAt,
  reserveOf,
} from "./auction.ts";
import { extensionAfterBid, refuseUnlessLive } from "./closing.ts";
import { accept, refuse } from "./decision.ts";
import type { FactDraft, Fact } from "./facts.ts";
import { incrementAt, type IncrementScheme, MAX_AMOUNT_MINOR } from "./money.ts";
import type { Refusal } from "./refusal.ts";

/** A bidder's offer: at least `floorMinor`, at most `maxMinor`. For an exact bid they're equal. */
type BidRange = { readonly floorMinor: number; readonly maxMinor: number };

/**
 * The terms that affect the price of a bid: the increments, and the hidden reserve in minor units, or null if there is
 * none.
 */
type PriceRule = { readonly increments: IncrementScheme; readonly reserveMinor: number | null };

/**
 * The price of the highest bid: one increment above the highest of the others, within its own bounds. `otherMinor` is
 * the highest bid by anyone else, or null. A bid that reaches the reserve pays at least the reserve. Otherwise the
 * reserve has no effect, so no price reveals it.
 */
export function priceOfOffer(
  { increments, reserveMinor }: PriceRule,
  offer: BidRange,
  otherMinor: number | null,
): number {
  const needed = otherMinor === null ? offer.floorMinor : otherMinor + incrementAt(increments, otherMinor);
  const reached = reserveMinor !== null && offer.maxMinor >= reserveMinor ? reserveMinor : 0;
  return Math.max(offer.floorMinor, Math.min(offer.maxMinor, needed), reached);
}

/** The result of two bids against each other: the leader, and the amount of each. */
type Contest = {
  readonly challengerLeads: boolean;
  readonly leaderMinor: number;
  readonly challengerMinor: number;
};

/**
 * Decides a new bid against the leader's. Between equal maximums the leader stays ahead, because that bid came first.
 * The loser is at its maximum.
 */
function resolveContest(rule: PriceRule, leader: BidRange, challenger: BidRange): Contest {
  const challengerLeads = challenger.maxMinor > leader.maxMinor;
  return challengerLeads
    ? {
        challengerLeads,
        leaderMinor: leader.maxMinor,
        challengerMinor: priceOfOffer(rule, challenger, leader.maxMinor),
      }
    : {
        challengerLeads,
        leaderMinor: priceOfOffer(rule, leader, challenger.maxMinor),
        challengerMinor: challenger.maxMinor,
      };
}

/**
 * The most standing bids one person can have in an auction. That's far more than anyone needs, and few enough to
 * withdraw them all.
 */
export const MAX_STANDING_BIDS = 2_000;

/** The ID of the bid that fact `seq` of an auction places. */
export function bidIdAt(auctionId: string, seq: number): string {
  return `${auctionId}-${seq}`;
}

/** A maximum, with its random salt. Without the salt anyone could open the seal by hashing every candidate. */
export type Maximum = { readonly maxMinor: number; readonly salt: string };

/** A bidder's offer: an exact amount, a maximum, or both. With both, the amount is the minimum. */
export type BidOffer = {
  readonly amountMinor?: number | undefined;
  readonly maximum?: Maximum | undefined;
  /** Whether the bidder confirmed an unusually high amount. */
  readonly confirmed?: boolean | undefined;
  /** The most this bidder can commit to, if they have a limit. */
  readonly limitMinor?: number | undefined;
};

/** An exact amount more than this many times the minimum bid is probably a typo. */
const UNUSUAL_FACTOR = 20;

type PlaceBid = BidOffer & {
  readonly type: "placeBid";
  /** The new bid's ID, made from the number that `seqOfNextBid` returns. */
  readonly bidId: string;
  readonly bidderId: string;
  /** The bidder's account, if the facts name the bidder by another ID. */
  readonly personId?: string;
  /**
   * The number of the bidder's standing bids before this one. Absent if `MAX_STANDING_BIDS` isn't checked, as in a
   * replay of the journal.
   */
  readonly ownStandingBids?: number;
  /** The bidder's limit, if it isn't `MAX_STANDING_BIDS`. Load tests need more. */
  readonly maxStandingBids?: number | undefined;
};
/**
 * Places a bid. Amounts are minor units, `now` is epoch ms. Enforces (in order):
 * 1. the listing is not hidden from the bidder: `auction_not_found`
 * 2. the auction is live: `auction_not_started`, `auction_ended`, `auction_voided`
 * 3. the bidder is not its seller: `own_auction`
 * 4. the seller has not blocked the bidder: `bidder_blocked`
 * 5. the bidder has fewer than `MAX_STANDING_BIDS` standing bids: `too_many_bids`
 * 6. `refuseOffer` accepts the offer
 *
 * The main fact is `newBid`. If the leader loses the lead, `bidAdjusted` comes first and shows them at their maximum.
 * If the leader's maximum keeps the lead, `bidAdjusted` follows. A bid in the soft-close window adds `extended`.
 *
 * A leader whose leading bid is automatic changes that bid (`bidEdited`). A leader who gives only a maximum raises
 * their own (`maximumChanged`) and the price stays. Only if that maximum reaches the reserve does the price rise to the
 * reserve (`bidAdjusted`), with `extended` as for a bid.
 */
export function placeBid(auction: Auction, command: PlaceBid, now: number) {
  const { bidId, bidderId, personId = bidderId } = command;
  const refusal =
    refuseBidder(auction, personId, now) ?? refuseTooManyBids(command) ?? refuseOffer(auction, bidderId, command);
  if (refusal) return refuse(refusal);
  const own = ownLeadingBid(auction, bidderId);
  if (own && command.amountMinor === undefined) return accept(...maximumDrafts(auction, own, command.maximum, now));
  return accept(...newBidDrafts(auction, bidId, bidderId, command), ...extensionDrafts(auction, now));
}

/** The facts of an exact bid that is known to be accepted, without an extension. */
export function exactBidDrafts(auction: Auction, bidId: string, bidderId: string, amountMinor: number): FactDraft[] {
  return newBidDrafts(auction, bidId, bidderId, { amountMinor });
}

/**
 * The number of the fact by which `placeBid` would place this bid. If the bid exhausts the leader's maximum, the fact
 * that shows the leader at that maximum comes first.
 */
export function seqOfNextBid(auction: Auction, bidderId: string, { amountMinor, maximum }: BidOffer): number {
  const leader = leaderOf(auction);
  const ceilingMinor = maximum?.maxMinor ?? amountMinor ?? 0;
  const isLeaderRaisedFirst =
    leader !== null &&
    leader.bidderId !== bidderId &&
    ceilingMinor > leader.maxMinor &&
    leader.maxMinor > leader.amountMinor;
  return auction.seq + (isLeaderRaisedFirst ? 2 : 1);
}

/**
 * Why this person can't bid here, at any amount. If the auction is hidden from them, the refusal is
 * `auction_not_found`, so that no other answer shows that it exists. Enforces after that (in order):
 * `auction_not_started`, `auction_ended` or `auction_voided`, then `own_auction`, then `bidder_blocked`.
 */
export function refuseBidder(auction: Auction, personId: string, now: number) {
  const isSeller = personId === auction.sellerId;
  return (
    (auction.hidden && !isSeller ? ({ code: "auction_not_found" } as const) : null) ??
    refuseUnlessLive(auction, now) ??
    (isSeller ? ({ code: "own_auction" } as const) : null) ??
    refuseBlockedOrHidden(auction, personId)
  );
}

function refuseTooManyBids({
  ownStandingBids = 0,
  maxStandingBids = MAX_STANDING_BIDS,
}: PlaceBid): Refusal<"too_many_bids"> | null {
  return ownStandingBids >= maxStandingBids ? { code: "too_many_bids" } : null;
}

/**
 * Why this offer isn't a valid bid. Enforces (in order):
 * 1. an exact amount, or else the maximum, is an integer of at least the minimum bid: `bid_too_low`
 * 2. and at most `largestBid`: `bid_too_high`
 * 3. the leader offers more than their own maximum: `below_own_maximum`
 * 4. a maximum is an integer of at least the amount, and at most `largestBid`: `maximum_too_low`, `bid_too_high`
 * 5. amount and maximum are within the bidder's own limit: `new_member_amount`
 * 6. an exact amount of more than 20 times the minimum bid is confirmed: `bid_unusual`. A maximum needs no
 *    confirmation. In 53 of 244 real auctions someone set one that high, and they only pay it if a rival bids that much
 */
export function refuseOffer(auction: Auction, bidderId: string, offer: BidOffer) {
  const { amountMinor, maximum } = offer;
  const own = ownLeadingBid(auction, bidderId);
  const setsOnlyMaximum = own !== null && amountMinor === undefined && maximum !== undefined;
  const refusal = setsOnlyMaximum ? null : refuseAmount(auction, amountMinor ?? maximum?.maxMinor);
  if (refusal) return refusal;
  const ceilingMinor = maximum?.maxMinor ?? amountMinor ?? 0;
  if (own && !(ceilingMinor > own.maxMinor)) return { code: "below_own_maximum", maximumMinor: own.maxMinor } as const;
  return (
    (maximum ? refuseMaximum(auction, maximum, amountMinor ?? 0) : null) ??
    refuseOverLimit(offer) ??
    refuseUnusual(auction, offer)
  );
}

/** The largest bid in minor units. One more increment is still a valid amount. */
export function largestBid({ terms }: Auction): number {
  return MAX_AMOUNT_MINOR - incrementAt(terms.increments, MAX_AMOUNT_MINOR);
}

function refuseAmount(
  auction: Auction,
  amountMinor: number | undefined,
): Refusal<"bid_too_low" | "bid_too_high"> | null {
  const minimumMinor = minNextBid(auction);
  if (!isWholeAmount(amountMinor) || amountMinor < minimumMinor) return { code: "bid_too_low", minimumMinor };
  return refuseTooHigh(auction, amountMinor);
}

export function refuseMaximum(
  auction: Auction,
  { maxMinor }: Maximum,
  minimumMinor: number,
): Refusal<"maximum_too_low" | "bid_too_high"> | null {
  if (!isWholeAmount(maxMinor) || maxMinor < minimumMinor) return { code: "maximum_too_low", minimumMinor };
  return refuseTooHigh(auction, maxMinor);
}

function refuseTooHigh(auction: Auction, amountMinor: number): Refusal<"bid_too_high"> | null {
  const maximumMinor = largestBid(auction);
  return amountMinor > maximumMinor ? { code: "bid_too_high", maximumMinor } : null;
}

/** Refuses an offer above the bidder's limit. */
export function refuseOverLimit({
  amountMinor = 0,
  maximum,
  limitMinor = Infinity,
}: BidOffer): Refusal<"new_member_amount"> | null {
  const ceilingMinor = Math.max(amountMinor, maximum?.maxMinor ?? 0);
  return ceilingMinor > limitMinor ? { code: "new_member_amount", maximumMinor: limitMinor } : null;
}

function refuseUnusual(
  auction: Auction,
  { amountMinor = 0, confirmed = false }: BidOffer,
): Refusal<"bid_unusual"> | null {
  const minimumMinor = minNextBid(auction);
  if (confirmed || amountMinor <= UNUSUAL_FACTOR * minimumMinor) return null;
  return { code: "bid_unusual", amountMinor, minimumMinor };
}

function isWholeAmount(amountMinor: number | undefined): amountMinor is number {
  return Number.isSafeInteger(amountMinor);
}

/** The leading bid, if it is this bidder's. */
export function ownLeadingBid(auction: Auction, bidderId: string): Bid | null {
  const leader = leaderOf(auction);
  return leader?.bidderId === bidderId ? leader : null;
}

/** The result of a new or raised bid against the leader's. */
type OfferResult = {
  readonly amountMinor: number;
  /** The bidder who loses the lead to this bid. */
  readonly outbidId: string | null;
  readonly offerFields: Pick<Extract<Fact, { type: "newBid" }>, "floorMinor" | "openedMaximum" | "openedReserve">;
  readonly secret: Pick<FactDraft, "secret">;
  /** Another person's leading bid, with the result against it. Null when no one else leads. */
  readonly rival: { readonly bid: Bid; readonly contest: Contest } | null;
};

/**
 * `minFloorMinor` is the lowest possible amount of the bid if its bidder gives only a maximum. A leader whose maximum
 * reaches the reserve already has an amount of at least the reserve. So only this offer can be the first to meet it.
 */
function resolveOffer(
  auction: Auction,
  bidderId: string,
  minFloorMinor: number,
  { amountMinor, maximum }: BidOffer,
): OfferResult {
  const floorMinor = amountMinor ?? minFloorMinor;
  const offer = { floorMinor, maxMinor: maximum?.maxMinor ?? floorMinor };
  const leader = leaderOf(auction);
  const rival =
    leader && leader.bidderId !== bidderId
      ? { bid: leader, contest: resolveContest(priceRuleOf(auction), bidRangeOf(leader), offer) }
      : null;
  const placedMinor = rival ? rival.contest.challengerMinor : priceOfOffer(priceRuleOf(auction), offer, null);
  const leads = rival === null || rival.contest.challengerLeads;
  const { seal } = auction;
  const opened = {
    ...(rival && leads && seal
      ? { openedMaximum: { seq: seal.seq, maxMinor: rival.bid.maxMinor, salt: seal.salt } }
      : {}),
    ...reserveOpeningAt(auction, placedMinor),
  };
  // A maximum that equals the amount is the same as an exact bid.
  const sealedMaximum =
    maximum && maximum.maxMinor !== amountMinor ? { maxMinor: maximum.maxMinor, salt: maximum.salt } : null;
  return {
    amountMinor: placedMinor,
    outbidId: rival && leads ? rival.bid.bidderId : null,
    offerFields: sealedMaximum ? { floorMinor, ...opened } : opened,
    // A maximum that is exhausted immediately is the bid's amount, which is public.
    secret: sealedMaximum && leads ? { secret: sealedMaximum } : {},
    rival,
  };
}

export function bidRangeOf(bid: Bid): BidRange {
  return { floorMinor: floorOf(bid), maxMinor: bid.maxMinor };
}

/**
 * A placed or raised bid, with the change to the other leader's bid. That change comes first if the leader loses the
 * lead, and second if the leader keeps it.
 */
function orderDrafts({ rival }: OfferResult, draft: FactDraft): FactDraft[] {
  if (!rival || rival.contest.leaderMinor === rival.bid.amountMinor) return [draft];
  const leaderDraft = adjustmentDraft(rival.bid, rival.contest.leaderMinor);
  return rival.contest.challengerLeads ? [leaderDraft, draft] : [draft, leaderDraft];
}

/** The facts of a new bid. If the bidder already leads with an automatic bid, they raise that bid. */
function newBidDrafts(auction: Auction, bidId: string, bidderId: string, offer: BidOffer): FactDraft[] {
  const own = ownLeadingBid(auction, bidderId);
  if (own && isAutomatic(own)) return raisedBidDrafts(auction, own, offer);
  const result = resolveOffer(auction, bidderId, auction.terms.startingPriceMinor, offer);
  const { amountMinor, outbidId, offerFields, secret } = result;
  const fact: Fact = { type: "newBid", bidId, bidderId, amountMinor, auto: false, outbidId, ...offerFields };
  return orderDrafts(result, { fact, ...secret });
}

/** The facts that raise a standing bid. */
export function raisedBidDrafts(auction: Auction, own: Bid, offer: BidOffer): FactDraft[] {
  const { id: bidId, bidderId, amountMinor: previousMinor } = own;
  const result = resolveOffer(auction, bidderId, floorOf(own), offer);
  const { amountMinor, outbidId, offerFields, secret } = result;
  const fact: Fact = { type: "bidEdited", bidId, bidderId, amountMinor, previousMinor, outbidId, ...offerFields };
  return orderDrafts(result, { fact, ...secret });
}

/**
 * The leader's new maximum. If it reaches the reserve, it raises the price to the reserve, which may extend the
 * auction.
 */
export function maximumDrafts(auction: Auction, own: Bid, maximum: Maximum | undefined, now: number): FactDraft[] {
  const { id: bidId, bidderId, amountMinor } = own;
  const fact: Fact = { type: "maximumChanged", bidId, bidderId };
  if (!maximum) return [{ fact }];
  const offer = { floorMinor: amountMinor, maxMinor: maximum.maxMinor };
  const priceMinor = priceOfOffer(priceRuleOf(auction), offer, null);
  const maximumDraft: FactDraft = { fact, secret: maximum };
  if (priceMinor === amountMinor) return [maximumDraft];
  return [
    maximumDraft,
    adjustmentDraft(own, priceMinor, reserveOpeningAt(auction, priceMinor)),
    ...extensionDrafts(auction, now),
  ];
}

type Adjustment = Pick<Extract<Fact, { type: "bidAdjusted" }>, "maxMinor" | "openedReserve">;

export function adjustmentDraft(
  { id: bidId, bidderId }: Bid,
  amountMinor: number,
  adjustment: Adjustment = {},
): FactDraft {
  return { fact: { type: "bidAdjusted", bidId, bidderId, amountMinor, ...adjustment } };
}

export function priceRuleOf(auction: Auction): PriceRule {
  return { increments: auction.terms.increments, reserveMinor: reserveOf(auction) };
}

export function extensionDrafts(auction: Auction, now: number): FactDraft[] {
  const fact = extensionAfterBid(auction, now);
  return fact ? [{ fact }] : [];
}

export function refuseBlockedOrHidden(
  auction: Auction,
  personId: string,
): Refusal<"auction_not_found" | "bidder_blocked"> | null {
  if (auction.hidden) return { code: "auction_not_found" };
  return auction.blocked.includes(personId) ? { code: "bidder_blocked" } : null;
}
