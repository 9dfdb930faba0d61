/** Opens sessions after a verified sign-in, and ends them: the row, the sockets and the right to bid. */
import { accountOf } from "../accounts/account.ts";
import { deviceOf } from "../accounts/device.ts";
import { openSession, type Session } from "../accounts/sessions.ts";
import { deleteSession, listSessionsOf, type SessionUser } from "../catalogue/sessions.ts";
import type { Account } from "../contract/account.ts";
import { prefixOf } from "./address.ts";
import type { HttpContext } from "./context.ts";
import { logError, logEvent } from "./log.ts";
import { endSockets } from "./objects.ts";
import { setSessionCookie } from "./session.ts";

/** Opens a session, sets its cookie and ends the session that it replaces. Needs `maybeSignedIn` before it. */
export async function signIn(c: HttpContext, user: SessionUser, by: "password" | "google"): Promise<Account> {
  const { catalogue, now, session: earlier } = c.var;
  // This browser's earlier session ends: without its cookie nobody could log it out.
  if (earlier) await endEarlier(c, earlier);
  const metadata = { device: deviceOf(c.req.header("user-agent") ?? ""), network: prefixOf(c) ?? null };
  const { token, droppedIds } = await openSession(catalogue, user.id, now, metadata);
  for (const id of droppedIds) c.executionCtx.waitUntil(endSockets(c, user.id, id));
  setSessionCookie(c, token);
  logEvent(c, "login", { newSessionOf: user.id, by });
  return accountOf(catalogue, user, now);
}

/** Deletes the session's row even if the inbox fails: the inbox retries closing the sockets. */
export async function endSession(c: HttpContext, userId: string, sessionId: string): Promise<void> {
  try {
    await endSockets(c, userId, sessionId);
  } finally {
    await deleteSession(c.get("catalogue"), sessionId);
  }
}

/** Ends all sessions of a user except `keptId`. Tries all of them before it throws for one that failed. */
export async function endSessions(c: HttpContext, userId: string, keptId?: string): Promise<void> {
  const sessions = await listSessionsOf(c.get("catalogue"), userId);
  const ended = sessions.filter(({ id }) => id !== keptId);
  const results = await Promise.allSettled(ended.map(({ id }) => endSession(c, userId, id)));
  for (const result of results) if (result.status === "rejected") throw result.reason;
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
