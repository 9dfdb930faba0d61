/** Session middleware: which callers a route accepts. It counts calls that can change something. */
import { createMiddleware } from "hono/factory";

import { findRole } from "../accounts/queries/people.ts";
import { isModerator } from "../contract/people.ts";
import type { HttpContext, HttpEnv } from "./context.ts";
import { fail, failSessionCheck } from "./failure.ts";
import { type SessionNeed, callerOf, sessionOf, isOtherPerson } from "./find-session.ts";
import { SAFE_METHODS } from "./methods.ts";
import { isSession } from "./session-cookie.ts";
import { countWrite } from "./write-limit.ts";

/**
 * Requires a session, and counts each call that can change something against its user's limit. Reads work without the
 * inbox.
 */
export const signedIn = createMiddleware<HttpEnv>(async (c, next) => {
  const needs = SAFE_METHODS.has(c.req.method) ? "lasting" : "fresh";
  const refusal = (await requireSession(c, needs)) ?? (await countWrite(c, callerOf(c).user.id));
  return refusal ?? next();
});

/**
 * Like `signedIn`, for anything that could take over an account. The inbox confirms the session even if the token is
 * fresh.
 */
export const requireFreshSession = createMiddleware<HttpEnv>(async (c, next) => {
  const refusal = (await requireSession(c, "confirmed")) ?? (await countWrite(c, callerOf(c).user.id));
  return refusal ?? next();
});

/**
 * Requires a session for a command that a room decides, which continues without the inbox. It isn't counted here.
 * `bidLimit` follows and counts in memory, because bids wait for no other object.
 */
export const signedInToBid = createMiddleware<HttpEnv>(async (c, next) => {
  return (await requireSession(c, "lasting")) ?? next();
});

/** Accepts every caller and adds the session if there is one. Counts a call that can change something. */
export const maybeSignedIn = createMiddleware<HttpEnv>(async (c, next) => {
  const found = await sessionOf(c, "lasting");
  const refusal = await countWrite(c, isSession(found) ? found.user.id : null);
  if (refusal) return refusal;
  if (found === "ambiguous") return fail(c, "malformed_request");
  if (isSession(found) && !isOtherPerson(c, found)) c.set("session", found);
  await next();
});

/** Like `maybeSignedIn`, for an auction's socket, which is counted in front of all routes. */
export const maybeSignedInToWatch = createMiddleware<HttpEnv>(async (c, next) => {
  const found = await sessionOf(c, "lasting");
  if (found === "ambiguous") return fail(c, "malformed_request");
  if (isSession(found) && !isOtherPerson(c, found)) c.set("session", found);
  await next();
});

/** Adds the session. If there is none, returns the refusal and counts the call against its network's limit. */
export async function requireSession(c: HttpContext, needs: SessionNeed): Promise<Response | null> {
  const found = await sessionOf(c, needs);
  if (isSession(found) && !isOtherPerson(c, found)) {
    c.set("session", found);
    return null;
  }
  if (found === "unknown") return failSessionCheck(c);
  return (await countWrite(c, null)) ?? fail(c, found === "ambiguous" ? "malformed_request" : "not_signed_in");
}

/**
 * Answers 404 to everyone but admins. It reads the role from D1, so that granting or removing it takes effect
 * immediately.
 */
export const adminsOnly = createMiddleware<HttpEnv>(async (c, next) => {
  const found = await sessionOf(c, "confirmed");
  const session = isSession(found) && !isOtherPerson(c, found) ? found : null;
  const refusal = await countWrite(c, session && session.user.id);
  if (refusal) return refusal;
  if (found === "ambiguous") return fail(c, "malformed_request");
  if (found === "unknown") return failSessionCheck(c);
  const role = session && (await findRole(c.get("db"), session.user.id));
  if (!session || !role || !isModerator({ role })) return fail(c, "not_found");
  c.set("session", { ...session, user: { ...session.user, role } });
  await next();
});
