/** Opens sessions after a verified sign-in, and ends them: the row, the sockets and the right to bid. */
import { accountOf } from "../accounts/account.ts";
import { deviceOf } from "../accounts/device.ts";
import type { Login } from "../accounts/queries/people.ts";
import { endSessionOf, endSessionsOf } from "../accounts/queries/sessions.ts";
import { deliverSessionEnds } from "../accounts/session-ends.ts";
import { findSession, openSession, type Session } from "../accounts/sessions.ts";
import type { Account } from "../contract/account.ts";
import { ERRORS } from "../contract/errors.ts";
import { prefixOf } from "../http/address.ts";
import type { HttpContext } from "../http/context.ts";
import { fail } from "../http/failure.ts";
import { logError, logEvent } from "../http/log.ts";
import { beginSession } from "../http/session.ts";
import { findSuspensionReason } from "../moderation/queries/moderated-people.ts";

/**
 * Opens a session, sets its cookies and ends the session that it replaces. Null when the user may not sign in any more,
 * or the password whose hash was checked (`passwordHash`) was changed meanwhile. Needs `maybeSignedIn` before it.
 */
export async function signIn(
  c: HttpContext,
  user: Login,
  by: "password" | "google" | "passkey",
  passwordHash?: string | null,
): Promise<Account | null> {
  const { catalogue, now, session: earlier } = c.var;
  // This browser's earlier session ends: without its cookie nobody could log it out.
  if (earlier) await endEarlier(c, earlier);
  const metadata = { device: deviceOf(c.req.header("user-agent") ?? ""), network: prefixOf(c) ?? null };
  const token = await openSession(catalogue, user.id, now, metadata, passwordHash);
  const session = token === null ? null : await findSession(catalogue, token, now);
  if (token === null || session === null) return null;
  // The oldest sessions may have ended to make space.
  c.executionCtx.waitUntil(deliverSessionEnds(catalogue, c.env.INBOX, user.id));
  beginSession(c, token, session);
  logEvent(c, "login", { newSessionOf: user.id, by });
  return accountOf(catalogue, user, now);
}

/** The answer to someone who has proven who they are, and is suspended: with the reason that an admin gave. */
export async function refuseSuspended(c: HttpContext, userId: string) {
  const reason = await findSuspensionReason(c.get("catalogue"), userId);
  const { message } = ERRORS.account_suspended;
  return fail(c, "account_suspended", { message: reason ? `${message} Reason: ${reason}` : message });
}

/** Ends one session: its row at once, then its sockets and its right to bid. Throws when the inbox does not answer. */
export async function endSession(c: HttpContext, userId: string, sessionId: string): Promise<void> {
  await endSessionOf(c.get("catalogue"), userId, sessionId, c.get("now"));
  await deliverSessionEnds(c.get("catalogue"), c.env.INBOX, userId, [sessionId]);
}

/** Ends all sessions of a user: also those whose rows went earlier, when the inbox did not answer. */
export async function endSessions(c: HttpContext, userId: string): Promise<void> {
  await endSessionsOf(c.get("catalogue"), userId, c.get("now"));
  await deliverSessionEnds(c.get("catalogue"), c.env.INBOX, userId);
}

/** Only logs a failure: an unreachable inbox must not prevent the user from signing in. */
async function endEarlier(c: HttpContext, { id, user }: Session): Promise<void> {
  try {
    await endSession(c, user.id, id);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    logError(c, error);
  }
}
