/** Session middleware: which callers a route accepts. It counts calls that can change something. */
import { createMiddleware } from "hono/factory";

import { findRole } from "../accounts/queries/people.ts";
import { isModerator } from "../contract/people.ts";
import type { HttpContext, HttpEnv } from "./context.ts";
import { fail, failSessionCheck } from "./failure.ts";
import { type SessionRequirement, callerOf, findSession, sessionOfPage } from "./find-session.ts";
import { SAFE_METHODS } from "./methods.ts";
import { countWrite } from "./write-limit.ts";

/**
 * Requires a session, and counts each call that can change something against its user's limit. Reads work without the
 * inbox.
 */
export const signedIn = sessionGuard();

/**
 * Like `signedIn`, for anything that could take over an account. The inbox confirms the session even if the token is
 * fresh.
 */
export const requireConfirmedSession = sessionGuard("confirmed");

function sessionGuard(requirement?: SessionRequirement) {
  return createMiddleware<HttpEnv>(async (c, next) => {
    const need = requirement ?? (SAFE_METHODS.has(c.req.method) ? "lasting" : "fresh");
    return (await requireSession(c, need)) ?? (await countWrite(c, callerOf(c).user.id)) ?? next();
  });
}

/**
 * Requires a session for a command that a room decides. Such commands keep working without the inbox. They aren't
 * counted here. `bidLimit` counts them next, in memory, because bids wait for no other object.
 */
export const signedInToBid = createMiddleware<HttpEnv>(async (c, next) => {
  return (await requireSession(c, "lasting")) ?? next();
});

/** Accepts every caller and adds the session if there is one. Counts a call that can change something. */
export const maybeSignedIn = createMiddleware<HttpEnv>(async (c, next) => {
  const found = await findSession(c, "lasting");
  const refusal = await countWrite(c, found === "unknown" ? null : (found?.user.id ?? null));
  if (refusal) return refusal;
  const session = sessionOfPage(c, found);
  if (session) c.set("session", session);
  await next();
});

/**
 * Adds the session, and counts nothing. If there is none, returns the refusal and counts the call against its network's
 * limit.
 */
export async function requireSession(c: HttpContext, requirement: SessionRequirement): Promise<Response | null> {
  const found = await findSession(c, requirement);
  const session = sessionOfPage(c, found);
  if (session) {
    c.set("session", session);
    return null;
  }
  if (found === "unknown") return failSessionCheck(c);
  return (await countWrite(c, null)) ?? fail(c, "not_signed_in");
}

/**
 * Returns 404 to everyone but admins. It reads the role from D1, so that granting or removing it takes effect
 * immediately.
 */
export const adminsOnly = createMiddleware<HttpEnv>(async (c, next) => {
  const found = await findSession(c, "confirmed");
  const session = sessionOfPage(c, found);
  const refusal = await countWrite(c, session && session.user.id);
  if (refusal) return refusal;
  if (found === "unknown") return failSessionCheck(c);
  const role = session && (await findRole(c.get("db"), session.user.id));
  if (!session || !role || !isModerator({ role })) return fail(c, "not_found");
  c.set("session", { ...session, user: { ...session.user, role } });
  await next();
});
