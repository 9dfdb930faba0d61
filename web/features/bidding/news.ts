/** What changed between two views of an auction, in the words that a listener hears. Pure. */
import type { AuctionView } from "../../api/auction-view.ts";
import { fullName } from "../../ui/full-name.ts";
import { momentText } from "../../ui/moment.tsx";
import { priceText } from "../../ui/price.tsx";

/** Null when nothing worth saying happened. What the page says by an alert of its own is not repeated here. */
export function newsBetween(before: AuctionView, after: AuctionView, userId: string | undefined): string | null {
  const { auction, bids } = after;
  const said: string[] = [];
  const leader = bids[0]?.bidder;
  if (auction.currentBid !== before.auction.currentBid || auction.bidCount !== before.auction.bidCount) {
    const price = priceText(auction.currentBid, auction.currency);
    if (auction.bidCount === 0) said.push("No bid stands any more.");
    else if (!leader || auction.currentBid < before.auction.currentBid) said.push(`The current bid is now ${price}.`);
    else said.push(`New current bid: ${price} by ${leader._id === userId ? "you" : fullName(leader)}.`);
  }
  if (auction.auctionEndTime !== before.auction.auctionEndTime) {
    said.push(`The auction now ends ${momentText(auction.auctionEndTime, true)}.`);
  }
  return said.length > 0 ? said.join(" ") : null;
}
