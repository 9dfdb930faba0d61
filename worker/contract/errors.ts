/**
 * The one list of error codes, each with its status and its sentence. The rules declare their own codes. The sentences
 * are the specification's where it has one.
 */
import { type RefusalStatus, RULE_REFUSALS } from "../rules/refusal.ts";
import { durationInWords } from "./text/duration-in-words.ts";

type ErrorEntry = {
  readonly status: RefusalStatus | 400 | 401 | 405 | 413 | 415 | 429 | 500 | 503;
  readonly message: string;
};

export const ERRORS = {
  invalid_input: { status: 400, message: "We couldn't accept some of the input. Check it and try again." },
  malformed_request: { status: 400, message: "We couldn't read this request" },
  not_signed_in: { status: 401, message: "Sign in first" },
  invalid_credentials: { status: 401, message: "Login Failed" },
  signup_refused: { status: 409, message: "Cannot Sign Up Right Now!!" },
  google_not_configured: { status: 503, message: "Google sign-in isn't available here. Use your email and password." },
  google_sign_in_failed: { status: 401, message: "An error occurred during Google login." },
  use_password: { status: 409, message: "The account with this email has a password. Sign in with it first." },
  cross_site_request: { status: 403, message: "This request came from another site, so we refused it" },
  forbidden: { status: 403, message: "You don't have permission to do this" },
  not_found: { status: 404, message: "There's nothing here" },
  method_not_allowed: { status: 405, message: "This URL doesn't accept that method" },
  payload_too_large: { status: 413, message: "This is too large. Send something smaller." },
  unsupported_media_type: { status: 415, message: "We don't accept this type of content here" },
  image_invalid: { status: 422, message: "We can't read this photo. Use a JPEG, PNG or WebP." },
  images_not_configured: { status: 503, message: "You can't upload photos here" },
  category_unknown: { status: 422, message: "Choose one of the categories" },
  category_exists: { status: 409, message: "A category with this name already exists. Choose another name." },
  too_many_categories: { status: 409, message: "No more categories can be added. Choose an existing one." },
  account_in_use: {
    status: 409,
    message: "You have a binding bid in a live auction, or your own live auction has bids. Wait until it ends.",
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
  mail_not_configured: { status: 503, message: "This site doesn't send email, so you can't reset your password here" },
  email_link_invalid: {
    status: 422,
    message: "This link has expired. Request a new one in your profile.",
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
  new_member_auctions: { status: 429, message: "New members can only start bidding in a few auctions a day" },
  email_not_verified: { status: 403, message: "Confirm your email address first. We sent you a link." },
  auction_live: { status: 409, message: "This auction hasn't ended yet" },
  account_in_deal: { status: 409, message: "You have an open deal. Finish or cancel it first." },
  note_not_found: { status: 404, message: "We can't find this note in the deal" },
  not_paid: { status: 409, message: "There's no invoice until the seller has confirmed the payment" },
  deal_open: { status: 409, message: "This item is in an open deal. Finish or cancel the deal first." },
  already_relisted: { status: 409, message: "This auction has already been listed again" },
  ...RULE_REFUSALS,
} as const satisfies Readonly<Record<string, ErrorEntry>>;

export type ErrorCode = keyof typeof ERRORS;

/** The refusal for too many requests, with the time to wait. */
export function tooManyRequestsFields(waitMs: number): { message: string; retryAfter: number } {
  const retryAfter = Math.ceil(waitMs / 1_000);
  return { retryAfter, message: `Too many requests. Try again in ${durationInWords(retryAfter)}.` };
}
