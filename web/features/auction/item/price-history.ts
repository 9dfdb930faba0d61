/**
 * The price over time, from the standing bids. Pure. A bid's time is when it was placed. A bid raised later has its new
 * amount, so it's drawn no earlier than the bid it had to beat.
 */
import type { PublicBid } from "../../../../worker/contract/bid.ts";
import { fullName } from "../../../ui/full-name.ts";

export type PricePoint = { readonly at: number; readonly price: number; readonly bidder: string };

/** `bids` is sorted highest first, the result earliest first. */
export function priceHistory(bids: readonly PublicBid[]): PricePoint[] {
  const points: PricePoint[] = [];
  let latestAt = -Infinity;
  for (const { amount, bidder, createdAt } of bids.toReversed()) {
    latestAt = Math.max(latestAt, Date.parse(createdAt));
    points.push({ at: latestAt, price: amount, bidder: fullName(bidder) });
  }
  return points;
}
