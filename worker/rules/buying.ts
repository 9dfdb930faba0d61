/**
 * Buying an auction at once (decision 9). While no one has bid, or while bids have not met the reserve, it is on offer
 * at the seller's buy now price. A purchase is a bid at exactly that price which also ends the auction, so the winner
 * is the leader, as in any auction. Given the state, the command of a known person and the time; returns facts or a
 * refusal.
 */
import { type Auction, minNextBid, reserveMet } from "./auction.ts";
import { bidAt, notAccepted, overLimit } from "./bidding.ts";
import { isLive } from "./closing.ts";
import { accept, type Draft } from "./facts.ts";
import { refuse, type Refusal } from "./refusal.ts";

export type BuyNow = {
  readonly type: "buyNow";
  /** The price that the buyer was shown. */
  readonly priceMinor: number;
  /** The id for the number that `seqOfNextBid` gives. */
  readonly bidId: string;
  readonly bidderId: string;
  /** The buyer's account, where the facts name the buyer by another id. */
  readonly personId?: string;
  /** The most that this buyer may commit to, if that is limited. */
  readonly limitMinor?: number | undefined;
};

/**
 * The price at which the auction can be bought at `now` (epoch ms), in minor units; null if it cannot. It depends on
 * the state alone: when the only bid is withdrawn, or the price falls below the reserve again, it can be bought again.
 * A purchase never costs less than the smallest next bid.
 */
export function buyNowOffer(auction: Auction, now: number): number | null {
  const { buyNowPriceMinor } = auction.terms;
  if (buyNowPriceMinor === undefined || !isLive(auction, now)) return null;
  if (auction.top !== null && reserveMet(auction) !== false) return null;
  return buyNowPriceMinor >= minNextBid(auction) ? buyNowPriceMinor : null;
}

/**
 * Buys the auction. Amounts are minor units, `now` is epoch ms. Enforces (in order):
 * 1. the listing is not hidden from the buyer: `auction_not_found`
 * 2. the auction is live: `auction_not_started`, `auction_ended`, `auction_voided`
 * 3. the buyer is not its seller: `own_auction`
 * 4. the seller has not blocked the buyer: `bidder_blocked`
 * 5. it is on offer: `buy_now_gone`
 * 6. at the price that the buyer was shown: `buy_now_changed`
 * 7. the price is within the buyer's own limit: `new_member_amount`
 *
 * Facts: those of an exact bid at that price, which is marked as `bought`: it ends the auction, and the room records
 * `closed` in the same turn.
 */
export function buyNow(auction: Auction, command: BuyNow, now: number) {
  const { priceMinor, bidId, bidderId, personId = bidderId, limitMinor } = command;
  const refusal =
    notAccepted(auction, personId, now) ??
    notOnOffer(auction, priceMinor, now) ??
    overLimit({ amountMinor: priceMinor, limitMinor });
  if (refusal) return refuse(refusal);
  return accept(...bidAt(auction, bidId, bidderId, priceMinor).map(asPurchase));
}

function notOnOffer(
  auction: Auction,
  priceMinor: number,
  now: number,
): Refusal<"buy_now_gone" | "buy_now_changed"> | null {
  const offerMinor = buyNowOffer(auction, now);
  if (offerMinor === null) return { code: "buy_now_gone", minimumMinor: minNextBid(auction) };
  return offerMinor === priceMinor ? null : { code: "buy_now_changed", priceMinor: offerMinor };
}

function asPurchase(draft: Draft): Draft {
  const { fact } = draft;
  return fact.type === "newBid" || fact.type === "bidEdited" ? { ...draft, fact: { ...fact, bought: true } } : draft;
}
