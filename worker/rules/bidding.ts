/**
 * Placing, editing and withdrawing a bid. Given the state, the command of a known person and the time; returns
 * facts or a refusal. Amounts only rise, so the order of acceptance is the order of amounts.
 */
import { type Auction, type Bid, type Draft, findBid, leaderOf, minNextBid } from "./auction.ts";
import { extensionBy, extensionByWithdrawal, lastWindowMs, leavesTime, notLive } from "./closing.ts";
import { MAX_AMOUNT_MINOR } from "./money.ts";
import { accept, type Decision, refuse, type Refusal } from "./refusal.ts";

const HOUR_MS = 3_600_000;
/** With more than this left any own bid may be withdrawn; a listing with bids may be cancelled. */
export const WITHDRAW_FREELY_MS = 12 * HOUR_MS;
/** Later, a bid may be withdrawn only this long after it was placed. */
const WITHDRAW_GRACE_MS = HOUR_MS;
/** A slip may be undone this long after it was placed: long enough to see it, too short to plan with. */
export const UNDO_MS = 60_000;
/** Standing bids of one person on one auction: far more than anyone needs, and few enough to withdraw all of them. */
export const MAX_STANDING_BIDS = 2_000;

/** The id of the bid that fact `seq` of an auction places. */
export function bidIdAt(auctionId: string, seq: number): string {
  return `${auctionId}-${seq}`;
}

export type PlaceBid = {
  readonly type: "placeBid";
  readonly bidId: string;
  readonly bidderId: string;
  /** The bidder's account, where the facts name the bidder by another id. */
  readonly personId?: string;
  readonly amountMinor: number;
  /** The bidder's standing bids before this one; absent where that rule is not checked, as in a replay of the journal. */
  readonly ownStandingBids?: number;
  /** The most that the bidder may have, if it is not `MAX_STANDING_BIDS`: load tests need more. */
  readonly maxStandingBids?: number | undefined;
};
export type EditBid = {
  readonly type: "editBid";
  readonly bidId: string;
  readonly bidderId: string;
  readonly personId?: string;
  readonly amountMinor: number;
};
export type WithdrawBid = {
  readonly type: "withdrawBid";
  readonly bidId: string;
  readonly bidderId: string;
  /** The bidder undoes a slip: rules of its own allow it, and the reason is public. */
  readonly reason?: "mistake";
};

/**
 * Places a bid. Amounts are minor units, `now` is epoch ms. Enforces (in order):
 * 1. the auction is live: `auction_not_started`, `auction_ended`, `auction_voided`
 * 2. the bidder is not its seller: `own_auction`
 * 3. the listing is not hidden: `auction_not_found`
 * 4. the seller has not blocked the bidder: `bidder_blocked`
 * 5. the bidder has fewer than `MAX_STANDING_BIDS` standing bids: `too_many_bids`
 * 6. the amount is an integer of at least the smallest next bid: `bid_too_low`
 * 7. the amount is at most `MAX_AMOUNT_MINOR`: `bid_too_high`
 *
 * Facts: `newBid`, and `extended` when the bid falls into the soft-close window.
 */
export function placeBid(auction: Auction, command: PlaceBid, now: number): Decision {
  const { bidId, bidderId, personId = bidderId, amountMinor } = command;
  const refusal =
    notBiddable(auction, personId, now) ??
    blockedOrHidden(auction, personId) ??
    tooMany(command) ??
    notNext(auction, amountMinor);
  if (refusal) return refuse(refusal);
  return accept(
    { fact: { type: "newBid", bidId, bidderId, amountMinor, auto: false, outbidId: outbidBy(auction, bidderId) } },
    ...extension(auction, now),
  );
}

/**
 * Raises a standing bid. Amounts are minor units, `now` is epoch ms. Enforces (in order):
 * 1. the bid is standing: `bid_not_found`
 * 2. it is the bidder's own: `not_your_bid`
 * 3. the auction is live: `auction_not_started`, `auction_ended`, `auction_voided`
 * 4. the listing is not hidden: `auction_not_found`
 * 5. the seller has not blocked the bidder: `bidder_blocked`
 * 6. the amount is an integer of at least the smallest next bid: `bid_too_low`
 * 7. the amount is at most `MAX_AMOUNT_MINOR`: `bid_too_high`
 *
 * Facts: `bidEdited`, and `extended` when the bid falls into the soft-close window.
 */
export function editBid(auction: Auction, command: EditBid, now: number): Decision {
  const { bidId, bidderId, personId = bidderId, amountMinor } = command;
  const own = ownBid(auction, bidId, bidderId, now);
  if ("code" in own) return refuse(own);
  const refusal = blockedOrHidden(auction, personId) ?? notNext(auction, amountMinor);
  if (refusal) return refuse(refusal);
  const outbidId = outbidBy(auction, bidderId);
  return accept(
    { fact: { type: "bidEdited", bidId, bidderId, amountMinor, previousMinor: own.amountMinor, outbidId } },
    ...extension(auction, now),
  );
}

/**
 * Takes a standing bid back; neither a block nor a hidden listing prevents it. `now` is epoch ms. Enforces (in order):
 * 1. the bid is standing: `bid_not_found`
 * 2. it is the bidder's own: `not_your_bid`
 * 3. the auction is live: `auction_not_started`, `auction_ended`, `auction_voided`
 * 4. without a reason `mayWithdraw`, and for the leading bid `leavesTime`: `withdrawal_too_late`
 * 5. as a mistake, and then instead of 4, that it leads, that it was placed at most `UNDO_MS` ago and that the last
 *    window has not begun: `undo_higher_bid`, `undo_too_late`, `undo_near_end`
 *
 * Facts: `bidWithdrawn`, and `extended` when the leading bid is withdrawn with little time left.
 */
export function withdrawBid(auction: Auction, { bidId, bidderId, reason }: WithdrawBid, now: number): Decision {
  const own = ownBid(auction, bidId, bidderId, now);
  if ("code" in own) return refuse(own);
  // Stryker disable next-line OptionalChaining: there is a leader, because this bid is standing.
  const leads = leaderOf(auction)?.id === bidId;
  const refusal = reason ? notUndoable(auction, own, leads, now) : notWithdrawable(auction, own, leads, now);
  if (refusal) return refuse(refusal);
  // Stryker disable next-line OptionalChaining: there is a leader, because this bid is standing.
  const runnerUp = auction.top?.below?.bid.bidderId ?? null;
  const newLeaderId = leads && runnerUp !== bidderId ? runnerUp : null;
  const extended = leads ? extensionByWithdrawal(auction, now) : null;
  return accept(
    {
      fact: {
        type: "bidWithdrawn",
        bidId,
        bidderId,
        amountMinor: own.amountMinor,
        newLeaderId,
        ...(reason && { reason }),
      },
    },
    ...(extended ? [{ fact: extended }] : []),
  );
}

/**
 * Whether any bid placed at `placedAt` may be withdrawn at `now` (both epoch ms): not after the end, not within the freeze
 * before it, and in the last twelve hours only within an hour of placing it.
 */
export function mayWithdraw(auction: Auction, placedAt: number, now: number): boolean {
  const leftMs = auction.endsAt - now;
  if (leftMs < auction.terms.freezeMs || leftMs <= 0) return false;
  return leftMs > WITHDRAW_FREELY_MS || now - placedAt <= WITHDRAW_GRACE_MS;
}

function notWithdrawable(auction: Auction, own: Bid, leads: boolean, now: number): Refusal | null {
  const isInTime = mayWithdraw(auction, own.placedAt, now) && (!leads || leavesTime(auction, now));
  return isInTime ? null : { code: "withdrawal_too_late" };
}

/**
 * The last moment at which a bid placed at `placedAt` can be undone (epoch ms), as long as it leads; `endsAt` is the end
 * of its auction and `lastWindow` the auction's `lastWindowMs`.
 */
export function undoableUntil(placedAt: number, endsAt: number, lastWindow: number): number {
  return Math.min(placedAt + UNDO_MS, endsAt - lastWindow);
}

/** A higher bid was placed because of this one, and near the end others have no time left to return: then it stays. */
function notUndoable(auction: Auction, own: Bid, leads: boolean, now: number): Refusal | null {
  if (!leads) return { code: "undo_higher_bid" };
  const latestAt = undoableUntil(own.placedAt, auction.endsAt, lastWindowMs(auction));
  if (now <= latestAt) return null;
  return { code: latestAt < own.placedAt + UNDO_MS ? "undo_near_end" : "undo_too_late", latestAt };
}

function notBiddable(auction: Auction, personId: string, now: number): Refusal | null {
  return notLive(auction, now) ?? (personId === auction.sellerId ? { code: "own_auction" } : null);
}

function tooMany({ ownStandingBids = 0, maxStandingBids = MAX_STANDING_BIDS }: PlaceBid): Refusal | null {
  return ownStandingBids >= maxStandingBids ? { code: "too_many_bids" } : null;
}

function notNext(auction: Auction, amountMinor: number): Refusal | null {
  const minimumMinor = minNextBid(auction);
  if (!Number.isSafeInteger(amountMinor) || amountMinor < minimumMinor) return { code: "bid_too_low", minimumMinor };
  return amountMinor > MAX_AMOUNT_MINOR ? { code: "bid_too_high", maximumMinor: MAX_AMOUNT_MINOR } : null;
}

function ownBid(auction: Auction, bidId: string, bidderId: string, now: number): Bid | Refusal {
  const bid = findBid(auction, bidId);
  if (!bid) return { code: "bid_not_found" };
  if (bid.bidderId !== bidderId) return { code: "not_your_bid" };
  return notLive(auction, now) ?? bid;
}

function outbidBy(auction: Auction, bidderId: string): string | null {
  const leaderId = leaderOf(auction)?.bidderId ?? null;
  return leaderId === bidderId ? null : leaderId;
}

function extension(auction: Auction, now: number): Draft[] {
  const fact = extensionBy(auction, now);
  return fact ? [{ fact }] : [];
}

/** Why this person may not bid here, whatever the amount. */
function blockedOrHidden(auction: Auction, personId: string): Refusal | null {
  if (auction.hidden) return { code: "auction_not_found" };
  return auction.blocked.includes(personId) ? { code: "bidder_blocked" } : null;
}
