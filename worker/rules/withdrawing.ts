/**
 * Taking a bid back: a withdrawal while there is time for others to return, or the undoing of a slip by rules of its
 * own. Given the state, the command of a known person and the time; returns facts or a refusal. It is the only way in
 * which a price falls: the leader's automatic bids are lowered to the price that follows from the remaining maxima.
 */
import { type Auction, type Bid, floorOf, leaderOf, standingBids } from "./auction.ts";
import { adjusted, offerFrom, priceOfOffer, priceRule } from "./bidding.ts";
import { extensionByWithdrawal, lastWindowMs, leavesTime } from "./closing.ts";
import { ownBid } from "./editing.ts";
import { accept, type Draft } from "./facts.ts";
import { type Decision, refuse, type Refusal } from "./refusal.ts";

const HOUR_MS = 3_600_000;
/** With more than this left any own bid may be withdrawn; a listing with bids may be cancelled. */
export const WITHDRAW_FREELY_MS = 12 * HOUR_MS;
/** Later, a bid may be withdrawn only this long after it was placed. */
export const WITHDRAW_GRACE_MS = HOUR_MS;
/** A slip may be undone this long after it was placed: long enough to notice it, too short to exploit. */
export const UNDO_MS = 60_000;

export type WithdrawBid = {
  readonly type: "withdrawBid";
  readonly bidId: string;
  readonly bidderId: string;
  /** Set when the bidder undoes a slip: other rules apply, and the reason is public. */
  readonly reason?: "mistake";
};

/**
 * Takes a standing bid back; neither a block nor a hidden listing prevents it. `now` is epoch ms. Enforces (in order):
 * 1. the bid is standing: `bid_not_found`
 * 2. it is the bidder's own: `not_your_bid`
 * 3. the auction is live: `auction_not_started`, `auction_ended`, `auction_voided`
 * 4. without a reason `mayWithdraw`, and where the lead or the price falls with it `leavesTime`: `withdrawal_too_late`
 * 5. as a mistake, and then instead of 4, that it leads and was not raised against a later bid, that it was placed at
 *    most `UNDO_MS` ago and that the last window has not begun: `undo_higher_bid`, `undo_too_late`, `undo_near_end`
 *
 * Facts: `bidWithdrawn`; `bidAdjusted` for each bid of the leader that is too high without it; and `extended` when the
 * lead or the price falls with little time left.
 */
export function withdrawBid(auction: Auction, { bidId, bidderId, reason }: WithdrawBid, now: number): Decision {
  const own = ownBid(auction, bidId, bidderId, now);
  if ("code" in own) return refuse(own);
  // Stryker disable next-line OptionalChaining: there is a leader, because this bid is standing.
  const leads = leaderOf(auction)?.id === bidId;
  const { leader, lowered } = without(auction, bidId);
  const givesWay = leads || lowered.length > 0;
  const refusal = reason ? notUndoable(auction, own, leads, now) : notWithdrawable(auction, own, givesWay, now);
  if (refusal) return refuse(refusal);
  const newLeaderId = leads && leader && leader.bidderId !== bidderId ? leader.bidderId : null;
  const extended = givesWay ? extensionByWithdrawal(auction, now) : null;
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
    ...lowered,
    ...(extended ? [{ fact: extended }] : []),
  );
}

/**
 * Whether any bid placed at `placedAt` may be withdrawn at `now` (both epoch ms): not after the end, not within the
 * freeze before it, and in the last twelve hours only within an hour of placing it.
 */
export function mayWithdraw(auction: Auction, placedAt: number, now: number): boolean {
  const leftMs = auction.endsAt - now;
  if (leftMs < auction.terms.freezeMs || leftMs <= 0) return false;
  return leftMs > WITHDRAW_FREELY_MS || now - placedAt <= WITHDRAW_GRACE_MS;
}

/**
 * Until when `mayWithdraw` allows it (epoch ms), for the browser's button; `freeze` is the `freezeMs` of its auction's
 * terms. Only the room refuses because of the lead.
 */
export function withdrawableUntil(placedAt: number, endsAt: number, freeze: number): number {
  return Math.min(endsAt - freeze, Math.max(endsAt - WITHDRAW_FREELY_MS, placedAt + WITHDRAW_GRACE_MS));
}

function notWithdrawable(auction: Auction, own: Bid, leads: boolean, now: number): Refusal | null {
  const isInTime = mayWithdraw(auction, own.placedAt, now) && (!leads || leavesTime(auction, now));
  return isInTime ? null : { code: "withdrawal_too_late" };
}

/**
 * The last moment at which a bid placed at `placedAt` can be undone (epoch ms), as long as it leads; `endsAt` is the
 * end of its auction and `lastWindow` the auction's `lastWindowMs`.
 */
export function undoableUntil(placedAt: number, endsAt: number, lastWindow: number): number {
  return Math.min(placedAt + UNDO_MS, endsAt - lastWindow);
}

/** Refuses to undo a bid if somebody has bid because of it, or if near the end others have no time left to return. */
function notUndoable(auction: Auction, own: Bid, leads: boolean, now: number): Refusal | null {
  // A bid that the rules have raised still leads, against a later bid; if only the reserve raised it, there is no later
  // bid.
  const isRaised = own.auto && own.amountMinor > priceOfOffer(priceRule(auction), offerFrom(own), null);
  if (!leads || isRaised) return { code: "undo_higher_bid" };
  const latestAt = undoableUntil(own.placedAt, auction.endsAt, lastWindowMs(auction));
  if (now <= latestAt) return null;
  return { code: latestAt < own.placedAt + UNDO_MS ? "undo_near_end" : "undo_too_late", latestAt };
}

/**
 * The leader once this bid is gone, and the facts that lower the leader's automatic bids to the price that the
 * remaining maxima make. The bids to be lowered are above the highest one of anybody else.
 */
function without(auction: Auction, bidId: string): { readonly leader: Bid | null; readonly lowered: Draft[] } {
  const remaining = standingBids(auction).filter(({ id }) => id !== bidId);
  const [leader] = remaining;
  if (!leader) return { leader: null, lowered: [] };
  const above = remaining.findIndex(({ bidderId }) => bidderId !== leader.bidderId);
  const own = above === -1 ? remaining : remaining.slice(0, above);
  const offer = { floorMinor: Math.max(...own.map(floorOf)), maxMinor: leader.maxMinor };
  const other = above === -1 ? null : remaining[above];
  const priceMinor = priceOfOffer(priceRule(auction), offer, other?.amountMinor ?? null);
  const tooHigh = own.filter(({ amountMinor }) => amountMinor > priceMinor);
  const lowered = tooHigh
    .toReversed()
    .map((bid) => adjusted(bid, priceMinor, bid === leader ? {} : { maxMinor: priceMinor }));
  return { leader, lowered };
}
