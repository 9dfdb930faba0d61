/**
 * Changing a bid: raising a standing one, or giving the leading one another maximum. Takes the state, a known person's
 * command and the time. Returns facts or a refusal. As with a new bid, `bidding.ts` decides which offers are valid and
 * which facts follow.
 */
import { type Auction, type Bid, findBid, isAutomatic } from "./auction.ts";
import {
  refuseBlockedOrHidden,
  maximumDrafts,
  extensionDrafts,
  refuseMaximum,
  refuseOffer,
  type BidOffer,
  refuseOverLimit,
  ownLeadingBid,
  raisedBidDrafts,
} from "./bidding.ts";
import { refuseUnlessLive } from "./closing.ts";
import { accept, refuse } from "./decision.ts";

export type EditBid = BidOffer & {
  readonly type: "editBid";
  readonly bidId: string;
  readonly bidderId: string;
  readonly personId?: string;
};

/**
 * Raises a standing bid, or changes the maximum of the leading one. Amounts are minor units, `now` is epoch ms.
 * Enforces (in order):
 * 1. the bid is standing: `bid_not_found`
 * 2. it is the bidder's own: `not_your_bid`
 * 3. the auction is live: `auction_not_started`, `auction_ended`, `auction_voided`
 * 4. the listing is not hidden: `auction_not_found`
 * 5. the seller has not blocked the bidder: `bidder_blocked`
 * 6. a leader changes a bid other than the leading one only to an exact amount, and only if the leading one is exact:
 *    `edit_leading_bid`
 * 7. a new maximum of the leading bid is an integer of at least the price. While the reserve is hidden, the maximum
 *    can't be lowered either, because raising and lowering it would find the reserve. `maximum_too_low`,
 *    `bid_too_high`. A higher one is within the bidder's own limit: `new_member_amount`
 * 8. `refuseOffer` accepts any other offer
 *
 * Facts: `bidEdited`, with `bidAdjusted` and `extended` as for a placed bid; or `maximumChanged`, up or down, with
 * `bidAdjusted` and `extended` when it reaches the reserve.
 */
export function editBid(auction: Auction, command: EditBid, now: number) {
  const { bidId, bidderId, personId = bidderId, amountMinor, maximum, limitMinor } = command;
  const own = ownBid(auction, bidId, bidderId, now);
  if ("code" in own) return refuse(own);
  const leading = ownLeadingBid(auction, bidderId);
  const mustEditLeadingBid =
    leading !== null && leading.id !== bidId && (isAutomatic(leading) || amountMinor === undefined);
  const isMaximumOnly = leading !== null && amountMinor === undefined && maximum !== undefined;
  const refusal =
    refuseBlockedOrHidden(auction, personId) ??
    (mustEditLeadingBid ? ({ code: "edit_leading_bid" } as const) : null) ??
    (isMaximumOnly
      ? (refuseMaximum(auction, maximum, lowestMaximum(auction, own)) ??
        (maximum.maxMinor > own.maxMinor ? refuseOverLimit({ maximum, limitMinor }) : null))
      : refuseOffer(auction, bidderId, command));
  if (refusal) return refuse(refusal);
  if (isMaximumOnly) return accept(...maximumDrafts(auction, own, maximum, now));
  return accept(...raisedBidDrafts(auction, own, command), ...extensionDrafts(auction, now));
}

/**
 * The lowest maximum that the leading bid can change to. A replay of the public journal has no salt for a maximum that
 * was never opened. That maximum is unknown there, so any maximum from the price up is allowed.
 */
function lowestMaximum({ reserve, seal }: Auction, own: Bid): number {
  return reserve && !reserve.opened && seal?.salt ? own.maxMinor : own.amountMinor;
}

/** Finds a bid that its bidder can change or withdraw at `now`. */
export function ownBid(auction: Auction, bidId: string, bidderId: string, now: number) {
  const bid = findBid(auction, bidId);
  if (!bid) return { code: "bid_not_found" } as const;
  if (bid.bidderId !== bidderId) return { code: "not_your_bid" } as const;
  return refuseUnlessLive(auction, now) ?? bid;
}
