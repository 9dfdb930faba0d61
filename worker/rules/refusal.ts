/**
 * Why a command is refused. Each code is declared here once, with the status and the message of its response. A refusal
 * is a value: its code and its numbers (minor units, epoch milliseconds). `contract/describe-refusal.ts` puts these
 * numbers into the sentence.
 */
import type { DealState } from "./deal.ts";

/** As in HTTP: not allowed for this person, not found, not possible now, or not with these values. */
export type RefusalStatus = 403 | 404 | 409 | 422;

export const RULE_REFUSALS = {
  auction_not_found: { status: 404, message: "Cannot fetch Auction Details" },
  auction_exists: { status: 409, message: "This auction already exists" },
  auction_not_started: { status: 409, message: "Bidding on this auction hasn't started yet" },
  auction_ended: { status: 409, message: "This auction has ended" },
  auction_voided: { status: 409, message: "Our team voided this auction" },
  own_auction: { status: 403, message: "You can't bid on your own auction" },
  bidder_blocked: { status: 403, message: "The seller of this auction doesn't accept bids from you" },
  listing_hidden: { status: 409, message: "Our team has hidden this listing, so you can't do this for now" },
  not_your_auction: { status: 403, message: "You can only change your own auctions" },
  too_many_bids: { status: 409, message: "You have 2,000 bids on this auction. Raise or delete one instead." },
  bid_too_low: { status: 422, message: "The bid is too low" },
  bid_too_high: { status: 422, message: "This bid is higher than we accept" },
  bid_unusual: { status: 422, message: "This bid is unusually high. Confirm that you want to place it." },
  new_member_amount: { status: 403, message: "New members can't bid this much yet" },
  maximum_too_low: { status: 422, message: "The maximum is too low" },
  below_own_maximum: { status: 422, message: "Enter more than your current maximum" },
  edit_leading_bid: { status: 409, message: "You're leading with another bid. Change that one instead." },
  bid_not_found: { status: 404, message: "This bid no longer exists" },
  not_your_bid: { status: 403, message: "You can only change your own bids" },
  bidder_unknown: { status: 404, message: "This person hasn't bid on this auction" },
  withdrawal_too_late: { status: 409, message: "It's too late to withdraw this bid" },
  withdrawal_reveals: {
    status: 409,
    message: "Withdrawing this bid would reveal another bidder's maximum or the reserve. Ask the seller to release it.",
  },
  undo_reveals: {
    status: 409,
    message: "Undoing this bid would reveal another bidder's maximum or the reserve. Ask the seller to release it.",
  },
  already_withdrawn: {
    status: 409,
    message: "You've already withdrawn one bid on this item. Ask the seller to release this one.",
  },
  release_not_requested: { status: 409, message: "The bidder hasn't asked to withdraw this bid" },
  not_closed: { status: 409, message: "This auction has no buyer to release" },
  undo_higher_bid: { status: 409, message: "Someone has bid since, so you can no longer undo this bid" },
  undo_too_late: { status: 409, message: "You can only undo a bid within 60 seconds of placing it" },
  undo_near_end: { status: 409, message: "You can't undo a bid this close to the end" },
  starting_price_too_low: { status: 422, message: "Starting price is too low" },
  reserve_too_low: { status: 422, message: "The reserve must be at least the starting price" },
  buy_now_too_low: { status: 422, message: "The Buy Now price must be above the starting price and the reserve" },
  buy_now_gone: { status: 409, message: "Buy now is no longer available" },
  buy_now_changed: { status: 409, message: "The Buy Now price has changed" },
  start_too_soon: { status: 422, message: "Choose a later start time" },
  start_too_late: { status: 422, message: "An auction can start at most 365 days from now" },
  end_too_soon: { status: 422, message: "Choose a later end time" },
  end_too_late: { status: 422, message: "An auction can end at most 365 days after it starts" },
  terms_frozen: { status: 409, message: "Once someone has bid, you can only add to the description" },
  too_many_edits: { status: 409, message: "You've changed this listing 200 times, so you can't change it again" },
  cancel_too_late: {
    status: 409,
    message: "You can't delete an auction that has bids and less than 12 hours left",
  },
  auction_sold: { status: 409, message: "You can't delete a sold auction" },
  not_expired: { status: 409, message: "You can only relist an auction that ended without a winner" },
  deal_not_found: { status: 404, message: "This deal doesn't exist" },
  not_your_step: { status: 403, message: "Only the other side of this deal can do this" },
  step_not_possible: { status: 409, message: "You can't do this at this stage of the deal" },
  step_taken: { status: 409, message: "This is already done, so we didn't save your new text" },
  bidding_stopped: {
    status: 403,
    message: "You left too many deals unpaid, so you can't bid or buy. Contact our team.",
  },
  no_next_bidder: { status: 409, message: "There's no other bidder you can offer this item to" },
  deal_not_done: { status: 409, message: "You can rate a deal once it's done" },
  rated: { status: 409, message: "You've already rated this deal" },
  rating_too_late: { status: 409, message: "It's too late to rate this deal. Ratings close after 60 days." },
  rating_not_found: { status: 404, message: "This rating doesn't exist" },
  rating_not_shown: { status: 409, message: "You can reply once this rating is shown" },
  rating_hidden: { status: 409, message: "Our team has hidden this rating, so you can't reply to it" },
  rating_replied: { status: 409, message: "You've already replied to this rating" },
  own_question: { status: 403, message: "You can't ask about your own item" },
  asker_blocked: { status: 403, message: "The seller of this item doesn't take questions from you" },
  too_many_questions: { status: 409, message: "You can't ask more questions about this item" },
  question_not_found: { status: 404, message: "This question no longer exists" },
  not_your_question: { status: 403, message: "You can only delete your own questions" },
  not_the_seller: { status: 403, message: "Only the seller can answer this question" },
  question_hidden: { status: 409, message: "Our team has hidden this question, so you can't answer or delete it" },
  question_answered: { status: 409, message: "The seller has already answered this question" },
} as const satisfies Readonly<Record<string, { readonly status: RefusalStatus; readonly message: string }>>;

/** The amounts, times and other values of each refusal that has any. */
type RefusalNumbers = {
  auction_not_started: { readonly startsAt: number };
  auction_ended: { readonly endedAt: number };
  bid_too_low: { readonly minimumMinor: number };
  bid_too_high: { readonly maximumMinor: number };
  bid_unusual: { readonly amountMinor: number; readonly minimumMinor: number };
  new_member_amount: { readonly maximumMinor: number };
  maximum_too_low: { readonly minimumMinor: number };
  below_own_maximum: { readonly maximumMinor: number };
  undo_too_late: { readonly latestAt: number };
  undo_near_end: { readonly latestAt: number };
  starting_price_too_low: { readonly minimumMinor: number };
  reserve_too_low: { readonly minimumMinor: number };
  buy_now_too_low: { readonly aboveMinor: number };
  buy_now_gone: { readonly minimumMinor: number };
  buy_now_changed: { readonly priceMinor: number };
  start_too_soon: { readonly earliestAt: number };
  start_too_late: { readonly latestAt: number };
  end_too_soon: { readonly earliestAt: number };
  end_too_late: { readonly latestAt: number };
  terms_frozen: { readonly fields: readonly string[] };
  step_not_possible: { readonly state: DealState };
  deal_not_done: { readonly state: DealState };
  rating_too_late: { readonly latestAt: number };
  rating_not_shown: { readonly shownAt: number };
  too_many_questions: { readonly maximum: number };
};

type RefusalCode = keyof typeof RULE_REFUSALS;
type AnyRefusal = {
  [Code in RefusalCode]: { readonly code: Code } & (Code extends keyof RefusalNumbers ? RefusalNumbers[Code] : unknown);
};
/** A refusal with one of these codes. */
export type Refusal<Code extends RefusalCode = RefusalCode> = AnyRefusal[Code];
