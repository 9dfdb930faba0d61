/** The parts beside bids that only sellers see, loaded as one file. */
export { BidderMenu } from "./bidder-menu.tsx";
export { ReleaseRequest, ReleaseRequests } from "./release-requests.tsx";
