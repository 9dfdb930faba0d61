/** What only admins see on an auction's page, in one file to load. */
export { default as AuctionModeration } from "./auction-moderation.tsx";
export { default as BidderModeration } from "./bidder-moderation.tsx";
export { default as QuestionActions } from "./question-actions.tsx";
