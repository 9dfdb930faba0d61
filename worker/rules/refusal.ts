/**
 * Why a command is refused. A refusal is a value with its numbers (minor units, epoch milliseconds). The contract gives
 * each code its status and its sentence.
 */
import type { DealState } from "./deal.ts";
import type { AcceptedDecision } from "./facts.ts";

type AnyRefusal =
  | { readonly code: "auction_not_found" }
  | { readonly code: "auction_exists" }
  | { readonly code: "auction_not_started"; readonly startsAt: number }
  | { readonly code: "auction_ended"; readonly endedAt: number }
  | { readonly code: "auction_voided" }
  | { readonly code: "own_auction" }
  | { readonly code: "bidder_blocked" }
  | { readonly code: "not_your_auction" }
  | { readonly code: "listing_hidden" }
  | { readonly code: "too_many_bids" }
  | { readonly code: "bid_too_low"; readonly minimumMinor: number }
  | { readonly code: "bid_too_high"; readonly maximumMinor: number }
  | { readonly code: "bid_unusual"; readonly amountMinor: number; readonly minimumMinor: number }
  | { readonly code: "new_member_amount"; readonly maximumMinor: number }
  | { readonly code: "maximum_too_low"; readonly minimumMinor: number }
  | { readonly code: "below_own_maximum"; readonly maximumMinor: number }
  | { readonly code: "edit_leading_bid" }
  | { readonly code: "bid_not_found" }
  | { readonly code: "not_your_bid" }
  | { readonly code: "withdrawal_too_late" }
  | { readonly code: "withdrawal_reveals" }
  | { readonly code: "undo_reveals" }
  | { readonly code: "already_withdrawn" }
  | { readonly code: "bidder_unknown" }
  | { readonly code: "release_not_requested" }
  | { readonly code: "undo_higher_bid" }
  | { readonly code: "undo_too_late"; readonly latestAt: number }
  | { readonly code: "undo_near_end"; readonly latestAt: number }
  | { readonly code: "starting_price_too_low"; readonly minimumMinor: number }
  | { readonly code: "reserve_too_low"; readonly minimumMinor: number }
  | { readonly code: "buy_now_too_low"; readonly aboveMinor: number }
  | { readonly code: "buy_now_gone"; readonly minimumMinor: number }
  | { readonly code: "buy_now_changed"; readonly priceMinor: number }
  | { readonly code: "start_too_soon"; readonly earliestAt: number }
  | { readonly code: "start_too_late"; readonly latestAt: number }
  | { readonly code: "end_too_soon"; readonly earliestAt: number }
  | { readonly code: "end_too_late"; readonly latestAt: number }
  | { readonly code: "too_many_edits" }
  | { readonly code: "terms_frozen"; readonly fields: readonly string[] }
  | { readonly code: "cancel_too_late" }
  | { readonly code: "auction_sold" }
  | { readonly code: "not_expired" }
  | { readonly code: "not_closed" }
  | { readonly code: "deal_not_found" }
  | { readonly code: "not_your_step" }
  | { readonly code: "step_not_possible"; readonly state: DealState }
  | { readonly code: "no_next_bidder" }
  | { readonly code: "deal_not_done"; readonly state: DealState }
  | { readonly code: "rated" }
  | { readonly code: "rating_too_late"; readonly latestAt: number }
  | { readonly code: "rating_not_found" }
  | { readonly code: "rating_not_shown"; readonly shownAt: number }
  | { readonly code: "rating_hidden" }
  | { readonly code: "rating_replied" }
  | { readonly code: "own_question" }
  | { readonly code: "asker_blocked" }
  | { readonly code: "too_many_questions"; readonly maximum: number }
  | { readonly code: "question_not_found" }
  | { readonly code: "not_your_question" }
  | { readonly code: "not_the_seller" }
  | { readonly code: "question_hidden" }
  | { readonly code: "question_answered" };

export type RefusalCode = AnyRefusal["code"];
/** A refusal with one of these codes. */
export type Refusal<Code extends RefusalCode = RefusalCode> = Extract<AnyRefusal, { readonly code: Code }>;

type RefusedDecision<Why extends Refusal> = { readonly ok: false; readonly refusal: Why };
export type Decision = AcceptedDecision | RefusedDecision<Refusal>;

/** Lets the compiler infer a deciding function's return type, and with it the refusals (`RefusedBy`). */
export function refuse<Why extends Refusal>(refusal: Why): RefusedDecision<Why> {
  return { ok: false, refusal };
}
