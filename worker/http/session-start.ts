/** Signing someone in, however they have shown who they are: a new session, its cookie, and the end of what it replaces. */
import { accountOf } from "../accounts/account.ts";
import { deviceOf } from "../accounts/device.ts";
import { openSession, type Session } from "../accounts/sessions.ts";
import type { SessionUser } from "../catalogue/sessions.ts";
import type { Account } from "../contract/account.ts";
import { prefixOf } from "./address.ts";
import type { HttpContext } from "./context.ts";
import { logError, logEvent } from "./log.ts";
import { endSockets } from "./objects.ts";
import { endSession } from "./session-end.ts";
import { giveSessionCookie } from "./session.ts";

/** Behind `maybeSignedIn`. Answers with the person as they see themselves. */
export async function signIn(c: HttpContext, user: SessionUser, by: "password" | "google"): Promise<Account> {
  const { catalogue, now, session: earlier } = c.var;
  // This browser's earlier session ends: nobody would ever log it out again.
  if (earlier) await endEarlier(c, earlier);
  const marks = { device: deviceOf(c.req.header("user-agent") ?? ""), network: prefixOf(c) ?? null };
  const { token, droppedIds } = await openSession(catalogue, user.id, now, marks);
  for (const id of droppedIds) c.executionCtx.waitUntil(endSockets(c, user.id, id));
  giveSessionCookie(c, token);
  logEvent(c, "login", { newSessionOf: user.id, by });
  return accountOf(catalogue, user, now);
}

/** A room that cannot be told now is told later, and keeps nobody from signing in. */
async function endEarlier(c: HttpContext, { id, user }: Session): Promise<void> {
  try {
    await endSession(c, user.id, id);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    logError(c, error);
  }
}
