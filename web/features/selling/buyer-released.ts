import type { OwnAuction } from "../../../worker/contract/auction.ts";

/**
 * Whether the seller has released the buyer. Lists have no field for that. They show such an auction as ended below its
 * reserve, although it has no reserve or the highest bid meets it.
 */
export function isBuyerReleased({ status, bidCount, reserveMet, reservePrice = 0, currentBid }: OwnAuction): boolean {
  return status === "Expired" && bidCount > 0 && reserveMet === false && currentBid >= reservePrice;
}
