/**
 * The codes that can refuse a command. A command is listed here if its codes are used outside its route, too. The type
 * of its answer (`worker/room`, `worker/listings`) and its route's description (`worker/routes`) use the same list.
 * If a refusal by the rules is missing here or in a route's own list, the code doesn't compile.
 */
import type { ErrorCode } from "./errors.ts";

const BIDDER_REFUSALS = ["auction_not_found", "auction_not_started", "auction_ended", "auction_voided"] as const;
const STANDING_BID_REFUSALS = [...BIDDER_REFUSALS, "bid_not_found", "not_your_bid"] as const;
const AMOUNT_REFUSALS = [
  "email_not_verified",
  "bidding_stopped",
  "bidder_blocked",
  "bid_too_low",
  "bid_too_high",
  "maximum_too_low",
  "below_own_maximum",
  "bid_unusual",
  "new_member_amount",
  "key_reused",
] as const;
const TERMS_REFUSALS = [
  "starting_price_too_low",
  "reserve_too_low",
  "buy_now_too_low",
  "start_too_soon",
  "start_too_late",
  "end_too_soon",
  "end_too_late",
  "key_reused",
] as const;

export const REFUSALS = {
  placeBid: [...BIDDER_REFUSALS, "own_auction", "too_many_bids", "new_member_auctions", ...AMOUNT_REFUSALS],
  editBid: [...STANDING_BID_REFUSALS, "edit_leading_bid", ...AMOUNT_REFUSALS],
  withdrawBid: [
    ...STANDING_BID_REFUSALS,
    "withdrawal_reveals",
    "undo_reveals",
    "already_withdrawn",
    "withdrawal_too_late",
    "undo_higher_bid",
    "undo_too_late",
    "undo_near_end",
    "key_reused",
  ],
  requestRelease: [...STANDING_BID_REFUSALS, "key_reused"],
  buyNow: [
    ...BIDDER_REFUSALS,
    "own_auction",
    "email_not_verified",
    "bidding_stopped",
    "bidder_blocked",
    "buy_now_gone",
    "buy_now_changed",
    "new_member_amount",
    "new_member_auctions",
    "key_reused",
  ],
  open: [...TERMS_REFUSALS, "auction_not_found", "auction_exists"],
  createListing: [
    "email_not_verified",
    "category_unknown",
    ...TERMS_REFUSALS,
    "auction_not_found",
    "auction_exists",
    "listing_hidden",
    "draft_conflict",
    "draft_not_found",
    "draft_published",
  ],
  saveDraft: ["draft_not_found", "draft_conflict", "draft_published", "too_many_drafts"],
  editListing: [
    "auction_not_found",
    "not_your_auction",
    "listing_hidden",
    "auction_ended",
    "auction_voided",
    "terms_frozen",
    "too_many_edits",
    ...TERMS_REFUSALS,
  ],
  deleteListing: [
    "auction_not_found",
    "not_your_auction",
    "listing_hidden",
    "auction_voided",
    "auction_sold",
    "cancel_too_late",
    "key_reused",
  ],
  expiredListing: ["auction_not_found", "not_your_auction", "listing_hidden", "auction_voided", "not_expired"],
  relist: [
    "auction_not_found",
    "email_not_verified",
    "not_your_auction",
    "listing_hidden",
    "auction_voided",
    "not_expired",
    "deal_open",
    "already_relisted",
    "category_unknown",
    "starting_price_too_low",
    "reserve_too_low",
    "buy_now_too_low",
    "end_too_soon",
    "end_too_late",
  ],
  askQuestion: [
    "email_not_verified",
    "auction_not_found",
    "auction_voided",
    "auction_ended",
    "own_question",
    "asker_blocked",
    "too_many_questions",
    "key_reused",
  ],
  answerQuestion: [
    "question_not_found",
    "not_the_seller",
    "listing_hidden",
    "auction_voided",
    "question_hidden",
    "question_answered",
  ],
  deleteQuestion: ["question_not_found", "not_your_question", "question_hidden", "question_answered"],
} as const satisfies { readonly [command: string]: readonly ErrorCode[] };

/** A code in a command's list, or one that every signed-in route can return (`worker/http/describe-route.ts`). */
export type RefusalOf<Command extends keyof typeof REFUSALS> =
  | (typeof REFUSALS)[Command][number]
  | "not_signed_in"
  | "too_many_requests"
  | "busy";
