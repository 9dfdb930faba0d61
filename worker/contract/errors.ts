/**
 * The one list of error codes, each with its status and its sentence. A refusal of the rules that has no row here, or
 * no case in `describe-refusal.ts`, doesn't compile. Sentences are the specification's where it has one.
 */

type ErrorEntry = {
  readonly status: 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 429 | 500 | 503;
  readonly message: string;
};

export const ERRORS = {
  // The request, the caller, the deployment.
  invalid_input: { status: 400, message: "We couldn't accept some of the input. Check it and try again." },
  malformed_request: { status: 400, message: "We couldn't read this request" },
  not_signed_in: { status: 401, message: "Sign in first" },
  invalid_credentials: { status: 401, message: "Login Failed" },
  signup_refused: { status: 409, message: "Cannot Sign Up Right Now!!" },
  google_not_configured: { status: 503, message: "Google sign-in isn't available here. Use your email and password." },
  google_sign_in_failed: { status: 401, message: "An error occurred during Google login." },
  use_password: { status: 409, message: "This email already has a password. Sign in with it first." },
  cross_site_request: { status: 403, message: "This request came from another site, so we refused it" },
  forbidden: { status: 403, message: "You don't have permission to do this" },
  not_found: { status: 404, message: "There's nothing here" },
  method_not_allowed: { status: 405, message: "This address doesn't accept that method" },
  payload_too_large: { status: 413, message: "This is too large. Send something smaller." },
  unsupported_media_type: { status: 415, message: "We don't accept this type of content here" },
  image_invalid: { status: 422, message: "We can't read this photo. Use a JPEG, PNG or WebP." },
  images_not_configured: { status: 503, message: "You can't upload photos here" },
  category_unknown: { status: 422, message: "Choose one of the categories" },
  category_exists: { status: 409, message: "A category with this name already exists. Choose another name." },
  too_many_categories: { status: 409, message: "No more categories can be added. Choose an existing one." },
  account_in_use: {
    status: 409,
    message: "You're selling, leading or bound by a bid in a live auction. Wait until it ends.",
  },
  last_admin: { status: 409, message: "No other admin can sign in. Make someone else an admin first." },
  admin_too_new: { status: 403, message: "You can't do this yet" },
  wrong_password: { status: 403, message: "The password is incorrect" },
  account_suspended: { status: 403, message: "This account is suspended. You can't sign in with it." },
  already_reported: { status: 409, message: "You've already reported this listing" },
  fresh_sign_in_needed: { status: 403, message: "Sign in with Google again, then set a password right away" },
  passkey_refused: { status: 401, message: "We couldn't accept this passkey. Try again." },
  passkey_not_added: { status: 409, message: "We couldn't add this passkey. You may have it already." },
  too_many_passkeys: { status: 409, message: "You have 20 passkeys. Remove one first." },
  last_way_to_sign_in: { status: 409, message: "This is your only way to sign in. Set a password first." },
  passkeys_not_configured: { status: 503, message: "This site doesn't use passkeys" },
  name_hidden: { status: 409, message: "Our team has hidden your name, so you can't change it" },
  reset_link_invalid: { status: 422, message: "This link has expired. Request a new one." },
  mail_not_configured: { status: 503, message: "This site doesn't send mail, so you can't reset your password here" },
  email_link_invalid: {
    status: 422,
    message: "This link has expired. Request a new one on your profile.",
  },
  key_reused: { status: 422, message: "This idempotency key was used for another request. Send a new one." },
  signing_not_configured: { status: 503, message: "This site doesn't sign certificates or invoices" },
  wrong_auction: { status: 422, message: "This bid is for another auction" },
  too_many_requests: { status: 429, message: "Too many requests. Try again later." },
  busy: { status: 503, message: "The server is busy. Try again in a moment." },
  outcome_unknown: {
    status: 503,
    message: "We didn't get an answer in time, so this may have worked. Check before you try again.",
  },
  human_check_not_passed: { status: 403, message: "We couldn't confirm that you're human. Try again." },
  internal_error: { status: 500, message: "Something went wrong" },
  watchlist_full: { status: 409, message: "Your watchlist is full. Remove an item first." },
  block_list_full: { status: 409, message: "Your block list is full. Unblock someone first." },
  draft_not_found: { status: 404, message: "This draft no longer exists" },
  draft_conflict: { status: 409, message: "This draft was changed in another tab or on another device" },
  draft_published: { status: 409, message: "This draft is already listed. Find it in My Auctions." },
  too_many_drafts: { status: 409, message: "You have 20 drafts. List or delete one first." },
  // The rules of an auction.
  auction_not_found: { status: 404, message: "Cannot fetch Auction Details" },
  auction_exists: { status: 409, message: "This auction already exists" },
  auction_not_started: { status: 409, message: "Bidding on this auction hasn't started yet" },
  auction_ended: { status: 409, message: "This auction has ended" },
  auction_voided: { status: 409, message: "Our team voided this auction" },
  own_auction: { status: 403, message: "You can't bid on your own auction" },
  bidding_stopped: {
    status: 403,
    message: "You left too many deals unpaid, so you can't bid or buy. Contact our team.",
  },
  bidder_blocked: { status: 403, message: "The seller of this auction doesn't accept bids from you" },
  listing_hidden: { status: 409, message: "Our team has hidden this listing, so you can't change or delete it" },
  not_your_auction: { status: 403, message: "You can only change your own auctions" },
  too_many_bids: { status: 409, message: "You have 2,000 bids on this auction. Raise or delete one instead." },
  bid_too_low: { status: 422, message: "The bid is too low" },
  bid_too_high: { status: 422, message: "This bid is higher than we accept" },
  bid_unusual: { status: 422, message: "This bid is unusually high. Confirm it to place it." },
  new_member_amount: { status: 403, message: "New members can't bid this much yet" },
  new_member_auctions: { status: 429, message: "New members can only start bidding in a few auctions a day" },
  email_not_verified: { status: 403, message: "Confirm your email address first. We sent you a link." },
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
  buy_now_gone: { status: 409, message: "Buy Now is no longer available" },
  buy_now_changed: { status: 409, message: "The Buy Now price has changed" },
  start_too_soon: { status: 422, message: "Choose a later start" },
  start_too_late: { status: 422, message: "An auction can start at most 365 days from now" },
  end_too_soon: { status: 422, message: "Choose a later end" },
  end_too_late: { status: 422, message: "An auction can end at most 365 days after it starts" },
  terms_frozen: { status: 409, message: "Once someone has bid, you can only add to the description" },
  too_many_edits: { status: 409, message: "You've changed this listing 200 times, so you can't change it again" },
  cancel_too_late: {
    status: 409,
    message: "You can't delete an auction that has bids and less than 12 hours left",
  },
  auction_live: { status: 409, message: "This auction hasn't ended yet" },
  auction_sold: { status: 409, message: "You can't delete a sold auction" },
  not_expired: { status: 409, message: "You can only relist an auction that ended without a winner" },
  account_in_deal: { status: 409, message: "You have an open deal. Finish or cancel it first." },
  deal_not_found: { status: 404, message: "This deal doesn't exist" },
  note_not_found: { status: 404, message: "We can't find this note in the deal" },
  not_paid: { status: 409, message: "There's no invoice until the seller has confirmed the payment" },
  not_your_step: { status: 403, message: "Only the other side of this deal can do this" },
  step_not_possible: { status: 409, message: "You can't do this at this stage of the deal" },
  no_next_bidder: { status: 409, message: "There's no other bidder you can offer this item to" },
  deal_not_done: { status: 409, message: "You can rate a deal once it's done" },
  rated: { status: 409, message: "You've already rated this deal" },
  rating_too_late: { status: 409, message: "It's too late to rate this deal. You had 60 days." },
  rating_not_found: { status: 404, message: "This rating doesn't exist" },
  rating_not_shown: { status: 409, message: "You can reply once this rating is shown" },
  rating_hidden: { status: 409, message: "Our team has hidden this rating, so you can't reply to it" },
  rating_replied: { status: 409, message: "You've already replied to this rating" },
  deal_open: { status: 409, message: "This item is in an open deal. Finish or cancel the deal first." },
  already_relisted: { status: 409, message: "This auction has already been listed again" },
  own_question: { status: 403, message: "You can't ask about your own item" },
  asker_blocked: { status: 403, message: "The seller of this item doesn't take questions from you" },
  too_many_questions: { status: 409, message: "You can't ask more questions about this item" },
  question_not_found: { status: 404, message: "This question no longer exists" },
  not_your_question: { status: 403, message: "You can only delete your own questions" },
  not_the_seller: { status: 403, message: "Only the seller can answer this question" },
  question_hidden: { status: 409, message: "Our team has hidden this question, so you can't answer or delete it" },
  question_answered: { status: 409, message: "The seller has already answered this question" },
} as const satisfies Readonly<Record<string, ErrorEntry>>;

export type ErrorCode = keyof typeof ERRORS;

/** The refusal for too many requests, with the time to wait. */
export function tooManyRequestsDetails(waitMs: number): { message: string; retryAfter: number } {
  const retryAfter = Math.ceil(waitMs / 1_000);
  return { retryAfter, message: `Too many requests. Try again in ${durationInWords(retryAfter)}.` };
}

/** A waiting time in words. */
export function durationInWords(seconds: number): string {
  const [count, unit] =
    seconds < 120
      ? [seconds, "second"]
      : seconds < 7_200
        ? [Math.ceil(seconds / 60), "minute"]
        : [Math.ceil(seconds / 3_600), "hour"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
