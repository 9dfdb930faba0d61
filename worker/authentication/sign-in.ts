/** Opens sessions after a verified sign-in, and ends them, in the person's inbox. */
import { deviceOf } from "../accounts/device.ts";
import { rememberEndedSessions } from "../accounts/ended-sessions.ts";
import type { SignInAccount } from "../accounts/queries/people.ts";
import type { Account } from "../contract/account.ts";
import { ERRORS } from "../contract/errors.ts";
import { prefixOf } from "../http/caller-address.ts";
import type { HttpContext } from "../http/context.ts";
import { fail } from "../http/failure.ts";
import { logError, logEvent } from "../http/log.ts";
import { setSessionCookie } from "../http/session-cookie.ts";
import { findSuspensionReason } from "../moderation/queries/moderated-people.ts";
import { inboxOf } from "../object-clients/objects.ts";
import { loadAccount } from "../profiles/account.ts";

/**
 * Opens a session, sets its cookie and ends the session that it replaces. Null when the user may not sign in anymore,
 * or the password whose hash was checked (`passwordHash`) has since been changed.
 */
export async function signIn(
  c: HttpContext,
  user: SignInAccount,
  method: "password" | "google" | "passkey",
  passwordHash?: string | null,
): Promise<Account | null> {
  const { db, now } = c.var;
  await endEarlierSession(c);
  const metadata = { device: deviceOf(c.req.header("user-agent") ?? ""), network: prefixOf(c) ?? null };
  const session = await inboxOf(c, user.id).openSession(user.id, metadata, passwordHash);
  if (!session) return null;
  await setSessionCookie(c, session);
  logEvent(c, "login", { newSessionOf: user.id, by: method });
  return loadAccount(db, user, now);
}

/** The response to someone who has signed in correctly but is suspended, with the admin's reason. */
export async function refuseSuspended(c: HttpContext, userId: string) {
  const reason = await findSuspensionReason(c.get("db"), userId);
  const { message } = ERRORS.account_suspended;
  return fail(c, "account_suspended", { message: reason ? `${message} Reason: ${reason}` : message });
}

/** Ends one session. Throws when the inbox does not answer. Then only this isolate refuses the session. */
export async function endSession(c: HttpContext, userId: string, sessionId: string): Promise<void> {
  rememberEndedSessions([sessionId]);
  await inboxOf(c, userId).endSession(sessionId);
}

/** Ends all of a user's sessions. Throws when the inbox does not answer. */
export async function endSessions(c: HttpContext, userId: string): Promise<void> {
  rememberEndedSessions(await inboxOf(c, userId).endSessions());
}

/**
 * Ends this browser's earlier session, because without its cookie no one could sign it out. Only logs a failure,
 * because an unreachable inbox must not prevent the user from signing in.
 */
async function endEarlierSession(c: HttpContext): Promise<void> {
  const earlier = c.get("cookieSession");
  if (!earlier) return;
  try {
    await endSession(c, earlier.user.id, earlier.id);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    logError(c, error);
  }
}
