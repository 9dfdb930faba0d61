import type { OwnAuction } from "../../../worker/contract/auction.ts";

/**
 * Whether the seller has released the buyer. Lists have no field for it. They show such an auction as one that ended
 * below its reserve, although it has none, or the highest bid meets it.
 */
export function isBuyerReleased({ status, bidCount, reserveMet, reservePrice = 0, currentBid }: OwnAuction): boolean {
  return status === "Expired" && bidCount > 0 && reserveMet === false && currentBid >= reservePrice;
}
