import type { Bid } from "../../../worker/contract/bid.ts";
import type { Person } from "../../../worker/contract/catalogue.ts";

const SHOWN = 3;

/** The distinct people behind the highest bids, at most three. `bids` has the highest first. */
export function topBidders(bids: readonly Bid[]): Person[] {
  const found: Person[] = [];
  for (const { bidder } of bids) {
    if (!found.some(({ _id }) => _id === bidder._id)) found.push(bidder);
    if (found.length === SHOWN) break;
  }
  return found;
}
