/**
 * The one list of error codes, each with its status and its sentence. A refusal of the rules without a row here, or
 * without a case in describe-refusal.ts, does not compile. Sentences are the specification's where it has one.
 */

type Entry = {
  readonly status: 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 429 | 500 | 503;
  readonly message: string;
};

export const ERRORS = {
  // The request, the caller, the deployment.
  invalid_input: { status: 400, message: "Some of the input is not valid" },
  malformed_request: { status: 400, message: "The request could not be read" },
  not_signed_in: { status: 401, message: "Please log in first" },
  invalid_credentials: { status: 401, message: "Login Failed" },
  signup_refused: { status: 409, message: "Cannot Sign Up Right Now!!" },
  google_not_configured: { status: 503, message: "Google sign-in is not offered here yet" },
  google_sign_in_failed: { status: 401, message: "An error occurred during Google login." },
  use_password: { status: 409, message: "This email already has a password: sign in with your password first" },
  foreign_origin: { status: 403, message: "This request did not come from our own pages" },
  forbidden: { status: 403, message: "You may not do this" },
  not_found: { status: 404, message: "There is nothing here" },
  method_not_allowed: { status: 405, message: "This address does not accept that method" },
  payload_too_large: { status: 413, message: "This is larger than allowed" },
  unsupported_media_type: { status: 415, message: "This type of content is not accepted here" },
  image_invalid: { status: 422, message: "This picture cannot be read. Use a JPEG, PNG or WebP" },
  images_not_configured: { status: 503, message: "Pictures cannot be uploaded here" },
  category_unknown: { status: 422, message: "Choose one of the categories" },
  category_exists: { status: 409, message: "A category with this name already exists" },
  too_many_categories: { status: 409, message: "No more categories can be added. Choose an existing one." },
  account_in_use: { status: 409, message: "You sell, lead or can't leave a live auction. Wait until it ends" },
  last_admin: { status: 409, message: "There is no other admin who can log in: make someone else an admin first" },
  admin_too_new: { status: 403, message: "You may not do this yet" },
  wrong_password: { status: 403, message: "The password is incorrect" },
  account_suspended: { status: 403, message: "This account is suspended: it cannot be used to log in" },
  already_reported: { status: 409, message: "You have already reported this listing" },
  fresh_sign_in_needed: { status: 403, message: "Sign in with Google again first, then set a password right after it" },
  passkey_refused: { status: 401, message: "This passkey was not accepted. Try again." },
  passkey_not_added: { status: 409, message: "This passkey could not be added: you may have it already" },
  too_many_passkeys: { status: 409, message: "You have 20 passkeys: remove one of them first" },
  last_way_to_sign_in: { status: 409, message: "This is your only way to sign in: set a password first" },
  passkeys_not_configured: { status: 503, message: "Passkeys cannot be used here" },
  name_hidden: { status: 409, message: "Our team has hidden your name: it cannot be changed" },
  reset_link_invalid: { status: 422, message: "This link has been used or is too old: request a new one" },
  mail_not_configured: { status: 503, message: "This deployment cannot send mail, so passwords cannot be reset here" },
  email_link_invalid: {
    status: 422,
    message: "This link has been used or is too old: ask for a new one on your profile",
  },
  key_reused: { status: 422, message: "This idempotency key was used for another request" },
  signing_not_configured: { status: 503, message: "Certificates are not issued here" },
  wrong_auction: { status: 422, message: "This bid is for another auction" },
  too_many_requests: { status: 429, message: "Too many requests: try again later" },
  busy: { status: 503, message: "The server is busy: try again in a moment" },
  outcome_unknown: { status: 503, message: "No answer came in time: this may have been done. Check, or try again" },
  not_proven_human: { status: 403, message: "We could not confirm that you are human: try again" },
  internal_error: { status: 500, message: "Something went wrong" },
  watchlist_full: { status: 409, message: "This list is full" },
  block_list_full: { status: 409, message: "This list is full" },
  draft_not_found: { status: 404, message: "This draft no longer exists" },
  draft_conflict: { status: 409, message: "This draft was changed in another tab or on another device" },
  draft_published: { status: 409, message: "This draft is already listed: find it in My Auctions" },
  too_many_drafts: { status: 409, message: "You have 20 drafts: list or delete one of them first" },
  // The rules of an auction.
  auction_not_found: { status: 404, message: "Cannot fetch Auction Details" },
  auction_exists: { status: 409, message: "This auction already exists" },
  auction_not_started: { status: 409, message: "Bidding on this auction has not started yet" },
  auction_ended: { status: 409, message: "This auction has ended" },
  auction_voided: { status: 409, message: "This auction was voided by our team" },
  own_auction: { status: 403, message: "You cannot bid on your own auction" },
  bidder_blocked: { status: 403, message: "The seller of this auction does not accept bids from you" },
  listing_hidden: { status: 409, message: "Our team has hidden this listing: it cannot be changed or deleted" },
  not_your_auction: { status: 403, message: "Only the seller may change this auction" },
  too_many_bids: { status: 409, message: "You have 2,000 bids on this auction: raise or delete one of them instead" },
  bid_too_low: { status: 422, message: "The bid is too low" },
  bid_too_high: { status: 422, message: "The bid is above what we accept" },
  bid_unusual: { status: 422, message: "This bid is unusually high. Confirm it to place it" },
  new_member_amount: { status: 403, message: "New members can't bid this much yet" },
  new_member_auctions: { status: 429, message: "New members can only start bidding in a few auctions a day" },
  email_not_proven: { status: 403, message: "Confirm your email address first. We sent you a link" },
  maximum_too_low: { status: 422, message: "The maximum is too low" },
  below_own_maximum: { status: 422, message: "You already offer as much: offer more" },
  edit_leading_bid: { status: 409, message: "You lead with another bid: change that one instead" },
  bid_not_found: { status: 404, message: "This bid no longer exists" },
  not_your_bid: { status: 403, message: "Only its bidder may change a bid" },
  bidder_unknown: { status: 404, message: "This person has not bid on this auction" },
  withdrawal_too_late: { status: 409, message: "It is too late to withdraw this bid" },
  withdrawal_reveals: {
    status: 409,
    message: "Taking this bid back would reveal another bidder's maximum or the reserve. Ask the seller to release it",
  },
  undo_reveals: {
    status: 409,
    message: "Undoing this bid would reveal another bidder's maximum or the reserve. Ask the seller to release it",
  },
  already_taken_back: {
    status: 409,
    message: "You've already taken back one bid on this item. Ask the seller to release this one",
  },
  release_not_asked: { status: 409, message: "The bidder hasn't asked to take this bid back" },
  buyer_release_too_soon: { status: 409, message: "Give the buyer four days to pay before you release them" },
  not_closed: { status: 409, message: "This auction has no buyer to release" },
  undo_higher_bid: { status: 409, message: "Somebody has bid since: this bid can no longer be undone" },
  undo_too_late: { status: 409, message: "A bid can be undone only within 60 seconds of placing it" },
  undo_near_end: { status: 409, message: "This close to the end a bid can no longer be undone" },
  starting_price_too_low: { status: 422, message: "Starting price is too low" },
  reserve_too_low: { status: 422, message: "The reserve must be at least the starting price" },
  buy_now_too_low: { status: 422, message: "The buy now price must be above the starting price and the reserve" },
  buy_now_gone: { status: 409, message: "Buy now is no longer on offer" },
  buy_now_changed: { status: 409, message: "The buy now price has changed" },
  start_too_soon: { status: 422, message: "The start must be later" },
  start_too_late: { status: 422, message: "An auction may start at most 365 days from now" },
  end_too_soon: { status: 422, message: "The end must be later" },
  end_too_late: { status: 422, message: "An auction may end at most 365 days after it starts" },
  terms_frozen: { status: 409, message: "Once someone has bid, you can only add to the description" },
  too_many_edits: { status: 409, message: "A listing can be changed 200 times at most" },
  cancel_too_late: {
    status: 409,
    message: "With bids and less than 12 hours left, an auction can no longer be deleted",
  },
  auction_live: { status: 409, message: "This auction has not ended yet" },
  auction_sold: { status: 409, message: "A sold auction cannot be deleted" },
  not_expired: { status: 409, message: "Only an auction that has ended without a winner can be listed again" },
  not_a_party: { status: 403, message: "Only its winner and its seller can see each other's address" },
  sale_unfinished: {
    status: 409,
    message: "You bought or sold in the last 30 days. The other side has to confirm that it's finished first",
  },
  not_sold: { status: 409, message: "This auction has no winner, or its result is still being recorded" },
  contact_deleted: { status: 409, message: "The other person has deleted their account" },
  already_relisted: { status: 409, message: "This auction was listed again already" },
} as const satisfies Readonly<Record<string, Entry>>;

export type ErrorCode = keyof typeof ERRORS;

/** The refusal for too many requests, with the time to wait. The only text for it. */
export function tooOften(waitMs: number): { message: string; retryAfter: number } {
  const retryAfter = Math.ceil(waitMs / 1_000);
  return { retryAfter, message: `Too many requests: try again in ${inWords(retryAfter)}` };
}

/** A waiting time in words. */
export function inWords(seconds: number): string {
  const [count, unit] =
    seconds < 120
      ? [seconds, "second"]
      : seconds < 7_200
        ? [Math.ceil(seconds / 60), "minute"]
        : [Math.ceil(seconds / 3_600), "hour"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
