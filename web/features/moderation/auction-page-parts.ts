/** The parts of an auction's page that only admins see, loaded as one file. */
export { default as AuctionModeration } from "./auction-moderation.tsx";
export { default as BidderModeration } from "./bidder-moderation.tsx";
export { default as QuestionActions } from "./question-actions.tsx";
