/** The parts beside bids that only sellers see, loaded as one file. */
import type { AuctionScreen } from "../use-auction.ts";
import { ReleaseRequests } from "./release-requests.tsx";
import type { BidDialogControls } from "./use-bid-dialogs.ts";

export { BidderMenu } from "./bidder-menu.tsx";
export { ReleaseRequest } from "./release-requests.tsx";

/** Above the price while the auction is live. */
export function SellerStrip(panel: { screen: AuctionScreen; dialogs: BidDialogControls }) {
  return <ReleaseRequests {...panel} />;
}
