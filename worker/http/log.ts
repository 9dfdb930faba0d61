/**
 * The log, one line of JSON per event. It never contains a body, a password, a token, a cookie, an email address, a
 * whole IP address or a query string.
 */
import { routePath } from "hono/route";

import { describeError } from "../platform/failure-reason.ts";
import { prefixOf } from "./caller-address.ts";
import type { HttpContext } from "./context.ts";

/** Events that are logged in addition to failures. */
export type SecurityEvent =
  | "login"
  | "login_failed"
  | "google_refused"
  | "signup"
  | "logout"
  | "email_change_requested"
  | "email_changed"
  | "email_verification_requested"
  | "email_verified"
  | "mail_not_sent"
  | "passkey_added"
  | "passkey_removed"
  | "passkey_refused"
  | "password_changed"
  | "password_reset"
  | "password_reset_requested"
  | "data_exported"
  | "session_ended"
  | "sessions_ended"
  | "upload_refused"
  | "bid_voided"
  | "bidder_blocked"
  | "person_suspended"
  | "admin_added"
  | "admin_removed"
  | "people_read"
  | "sessions_read"
  | "account_deleted";

export function logEvent(
  c: HttpContext,
  event: SecurityEvent | "failed",
  extraFields: Record<string, string | number> = {},
) {
  const { session, requestId, now, failedWith } = c.var;
  console.log(
    JSON.stringify({
      time: new Date().toISOString(),
      event,
      requestId,
      method: c.req.method,
      route: routePath(c, -1),
      ms: Date.now() - now,
      code: failedWith,
      user: session?.user.id,
      session: session && sessionPrefix(session.id),
      address: prefixOf(c),
      ...extraFields,
    }),
  );
}

/** Logs a bug or an outage with the request's ID. Nothing else logs a request's errors. */
export function logError(c: HttpContext, error: Error): void {
  console.error(
    JSON.stringify({
      time: new Date().toISOString(),
      event: "error",
      requestId: c.get("requestId"),
      method: c.req.method,
      route: routePath(c, -1),
      error: describeError(error),
    }),
  );
}

/** Eight characters of a session's ID: enough to distinguish sessions in the log, too few to identify one elsewhere. */
function sessionPrefix(sessionId: string): string {
  return sessionId.slice(0, 8);
}
