/** What only sellers see beside their bids, in one file to load. */
export { BidderMenu } from "./bidder-menu.tsx";
export { ReleaseRequest, ReleaseRequests } from "./release-requests.tsx";
