/**
 * Buying an item right away. Takes the state, a known person's command and the time. Returns facts or a refusal. You
 * can buy at the seller's Buy It Now price until someone bids or, with a reserve, until a bid meets it. A purchase is a
 * bid at exactly that price that also ends the auction, so the winner is the leader, as in any auction.
 */
import { type Auction, minNextBid, isReserveMet } from "./auction.ts";
import { exactBidDrafts, refuseBidder, refuseOverLimit } from "./bidding.ts";
import { isLive } from "./closing.ts";
import { accept, refuse } from "./decision.ts";
import type { FactDraft } from "./facts.ts";
import type { Refusal } from "./refusal.ts";

type BuyNow = {
  readonly type: "buyNow";
  /** The price the buyer saw. */
  readonly priceMinor: number;
  /** The new bid's ID, made from the number that `seqOfNextBid` returns. */
  readonly bidId: string;
  readonly bidderId: string;
  /** The buyer's account, if the facts identify the buyer by another ID. */
  readonly personId?: string;
  /** The most this buyer can commit to, if they have a limit. */
  readonly limitMinor?: number | undefined;
};

/**
 * The price at which someone can buy the item at `now` (epoch ms), in minor units, or null. It depends on the state
 * alone. If the only bid is withdrawn, or the price falls below the reserve again, the item can be bought again. A
 * purchase never costs less than the minimum bid.
 */
export function buyNowPriceAt(auction: Auction, now: number): number | null {
  const { buyNowPriceMinor } = auction.terms;
  if (buyNowPriceMinor === undefined || !isLive(auction, now)) return null;
  if (auction.top !== null && isReserveMet(auction) !== false) return null;
  return buyNowPriceMinor >= minNextBid(auction) ? buyNowPriceMinor : null;
}

/**
 * Buys the item. Amounts are minor units, `now` is epoch ms. Enforces (in order):
 * 1. the listing is not hidden from the buyer: `auction_not_found`
 * 2. the auction is live: `auction_not_started`, `auction_ended`, `auction_voided`
 * 3. the buyer is not its seller: `own_auction`
 * 4. the seller has not blocked the buyer: `bidder_blocked`
 * 5. it can be bought now: `buy_now_gone`
 * 6. the price is the one the buyer saw: `buy_now_changed`
 * 7. the price is within the buyer's own limit: `new_member_amount`
 *
 * Facts: those of an exact bid at that price, marked as `bought`. The purchase ends the auction, and the room records
 * `closed` in the same turn.
 */
export function buyNow(auction: Auction, command: BuyNow, now: number) {
  const { priceMinor, bidId, bidderId, personId = bidderId, limitMinor } = command;
  const refusal =
    refuseBidder(auction, personId, now) ??
    refuseBuyNow(auction, priceMinor, now) ??
    refuseOverLimit({ amountMinor: priceMinor, limitMinor });
  if (refusal) return refuse(refusal);
  return accept(...exactBidDrafts(auction, bidId, bidderId, priceMinor).map(asPurchase));
}

function refuseBuyNow(
  auction: Auction,
  priceMinor: number,
  now: number,
): Refusal<"buy_now_gone" | "buy_now_changed"> | null {
  const currentMinor = buyNowPriceAt(auction, now);
  if (currentMinor === null) return { code: "buy_now_gone", minimumMinor: minNextBid(auction) };
  return currentMinor === priceMinor ? null : { code: "buy_now_changed", priceMinor: currentMinor };
}

function asPurchase(draft: FactDraft): FactDraft {
  const { fact } = draft;
  return fact.type === "newBid" || fact.type === "bidEdited" ? { ...draft, fact: { ...fact, bought: true } } : draft;
}
