/** The parts that only sellers see beside bids, loaded as one file. */
export { BidderMenu } from "./bidder-menu.tsx";
export { ReleaseRequest, ReleaseRequests } from "./release-requests.tsx";
