/** Signing someone in, however they have shown who they are: a new session, its cookie, and the end of what it replaces. */
import { accountOf } from "../accounts/account.ts";
import { deviceOf } from "../accounts/device.ts";
import { openSession } from "../accounts/sessions.ts";
import { deleteSession, type SessionUser } from "../catalogue/sessions.ts";
import type { Account } from "../contract/account.ts";
import { prefixOf } from "./address.ts";
import type { HttpContext } from "./context.ts";
import { logEvent } from "./log.ts";
import { endSockets } from "./rooms.ts";
import { giveSessionCookie } from "./session.ts";

/** Behind `maybeSignedIn`. Answers with the person as they see themselves. */
export async function signIn(c: HttpContext, user: SessionUser, by: "password" | "google"): Promise<Account> {
  const { catalogue, now, session: earlier } = c.var;
  // This browser's earlier session ends: nobody would ever log it out again.
  if (earlier) {
    await endSockets(c, earlier.user.id, earlier.id);
    await deleteSession(catalogue, earlier.id);
  }
  const marks = { device: deviceOf(c.req.header("user-agent") ?? ""), network: prefixOf(c) ?? null };
  const { token, droppedIds } = await openSession(catalogue, user.id, now, marks);
  for (const id of droppedIds) c.executionCtx.waitUntil(endSockets(c, user.id, id));
  giveSessionCookie(c, token);
  logEvent(c, "login", { newSessionOf: user.id, by });
  return accountOf(catalogue, user, now);
}
