/**
 * The access matrix: for every call of the Worker and every kind of caller or mistake, the expected status and error
 * code. Its test takes the calls from the route table, so a new call without a row fails.
 *
 * `owner` is the owner of the resource: the seller of an auction, the bidder of a bid, the user of an account.
 */
import { AUCTION_ROWS } from "./auction-rows.ts";
import { AUTH_ROWS } from "./auth-rows.ts";
import { BID_ROWS } from "./bid-rows.ts";
import { DEAL_ROWS } from "./deal-rows.ts";
import { DEPLOYMENT_ROWS } from "./deployment-rows.ts";
import { MODERATION_ROWS } from "./moderation-rows.ts";
import { QUESTION_ROWS } from "./question-rows.ts";
import { RATING_ROWS } from "./rating-rows.ts";
import type { AccessRows } from "./row.ts";
import { USER_ROWS } from "./user-rows.ts";

export const ACCESS_ROWS: AccessRows = {
  ...DEPLOYMENT_ROWS,
  ...AUTH_ROWS,
  ...AUCTION_ROWS,
  ...BID_ROWS,
  ...DEAL_ROWS,
  ...MODERATION_ROWS,
  ...QUESTION_ROWS,
  ...RATING_ROWS,
  ...USER_ROWS,
};

/**
 * Calls for which the person's inbox confirms the session, no matter how fresh a token is: admins' calls, and anything
 * that could take over an account.
 */
export const CALLS_CONFIRMED_BY_INBOX: ReadonlySet<string> = new Set([
  ...Object.keys({ ...MODERATION_ROWS, ...QUESTION_ROWS, ...RATING_ROWS }).filter((call) =>
    call.includes("/moderation"),
  ),
  "PUT /user/password",
  "GET /user/sessions",
  "DELETE /user/sessions",
  "DELETE /user/sessions/:sessionId",
  "POST /user/passkeys",
  "POST /user/passkeys/options",
  "DELETE /user/passkeys/:passkeyId",
  "POST /user/email",
  "POST /user/email/verification",
  "POST /user/export",
  "DELETE /user/delete-account",
  "GET /user/live",
  "GET /user/trust",
  // It could redirect payments.
  "PUT /user/payment-instructions",
  // An open page fetches it to find out whether its session has ended.
  "GET /auction/notifications",
  // Its response has the account as the inbox confirms it.
  "PATCH /user/profile",
]);

/** Calls that check in D1 that the caller is not suspended. */
export const CALLS_REFUSING_SUSPENDED: ReadonlySet<string> = new Set([
  "POST /auction/createAuction",
  "POST /auction/:id/questions",
]);
