/** Session middleware: finds the caller's session from the cookie, and sets and clears the cookie. */
import { every } from "hono/combine";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { createMiddleware } from "hono/factory";

import { needsFreshLevel } from "../accounts/level.ts";
import { SESSION_IDLE_MS, SESSION_MS } from "../accounts/queries/sessions.ts";
import {
  forgetSession,
  peekSession,
  type Recalled,
  recallSession,
  rememberSession,
} from "../accounts/session-cache.ts";
import { isProofDue, issueProof, sessionInProof } from "../accounts/session-proof.ts";
import { findSession, keepAlive, type Session, sessionIdOf } from "../accounts/sessions.ts";
import { moderates } from "../contract/people.ts";
import { PERSON_HEADER, PERSON_PARAMETER } from "../contract/person.ts";
import type { HttpContext, HttpEnv } from "./context.ts";
import { fail } from "./failure.ts";
import { logError } from "./log.ts";
import { countWrite } from "./write-limit.ts";

export const SESSION_COOKIE = "__Host-sid";
const PROOF_COOKIE = "__Host-sid-proof";

/** Requires a session, and counts a call that may change something for its person. */
export const signedIn = createMiddleware<HttpEnv>(async (c, next) => {
  const refusal = (await requireSession(c)) ?? (await countWrite(c, callerOf(c).user.id));
  return refusal ?? next();
});

/**
 * Requires a session, but accepts one that was cached recently, or for which the browser has a proof, without waiting
 * for D1, unless it is of a new member, whose level may have risen since. Only for commands that a room decides: the
 * room looks up a session when it first appears, and is then notified when it ends. Bids are not counted here: `bidLimit` follows, in memory, because they wait for no other
 * object.
 */
export const recentlySignedIn = createMiddleware<HttpEnv>(async (c, next) => {
  if (!setRecentSession(c)) return (await requireSession(c)) ?? next();
  await next();
});

/** The same for sockets of a room, which visitors open too. */
export const recentlyMaybeSignedIn = createMiddleware<HttpEnv>(async (c, next) => {
  if (!setRecentSession(c)) return maybeSignedIn(c, next);
  await next();
});

/**
 * Whether there is a session that needs no query to D1: one that this isolate has found recently, or for which the
 * browser has a proof. It is then confirmed in the background if that is due. One that would be refused for its level is
 * no such session, because the level may have changed since.
 */
function setRecentSession(c: HttpContext, { acceptsProof } = { acceptsProof: true }): boolean {
  const [token = "", ...others] = sessionTokens(c.req.header("cookie") ?? "");
  if (others.length > 0) return false;
  const known = recallSession(token, c.get("now")) ?? (acceptsProof ? proven(c, token) : null);
  if (!known || isSomeoneElse(c, known.session)) return false;
  if (needsFreshLevel(known.session, c.get("settings"), c.get("now"))) return false;
  c.set("session", known.session);
  if (known.toConfirm) c.executionCtx.waitUntil(confirm(c, known.session));
  return true;
}

/**
 * `requireSession` for a call that checks the session again where it writes: one that this isolate has found recently
 * is accepted without a query of its own.
 */
export async function requireRecentSession(c: HttpContext): Promise<Response | null> {
  return setRecentSession(c, { acceptsProof: false }) ? null : requireSession(c);
}

/** The session, if it is known without D1: from the cache, or by the browser's proof. For counting. */
export function recognisedSession(c: HttpContext): Session | null {
  const [token, ...others] = sessionTokens(c.req.header("cookie") ?? "");
  if (token === undefined || others.length > 0) return null;
  return peekSession(token) ?? inProof(c, token);
}

function inProof(c: HttpContext, token: string): Session | null {
  const secret = c.get("settings").passwordPepper;
  const proof = getCookie(c, PROOF_COOKIE);
  return secret === null || proof === undefined
    ? null
    : sessionInProof(proof, sessionIdOf(token), secret, c.get("now"));
}

/** The session for which the browser has a proof: cached from now on. */
function proven(c: HttpContext, token: string): Recalled | null {
  const session = inProof(c, token);
  if (!session) return null;
  rememberSession(token, session, c.get("now"));
  return { session, toConfirm: true };
}

/**
 * Looks a session up while its command is processed, and drops it if it has ended. If D1 stalls, a later call retries.
 */
async function confirm(c: HttpContext, { id }: Session): Promise<void> {
  try {
    const found = await sessionOf(c);
    if (!found || found === "ambiguous") return forgetSession(id);
    await keepAlive(c.get("catalogue"), found, c.get("now"));
  } catch (error) {
    logError(c, error instanceof Error ? error : new Error(String(error)));
  }
}

/** Accepts every caller and adds the session if there is one. Counts a call that may change something. */
export const maybeSignedIn = createMiddleware<HttpEnv>(async (c, next) => {
  const found = await sessionOf(c);
  const refusal = await countWrite(c, found && found !== "ambiguous" ? found.user.id : null);
  if (refusal) return refusal;
  if (found === "ambiguous") return fail(c, "malformed_request");
  if (found && !isSomeoneElse(c, found)) setSession(c, found);
  await next();
});

/** Adds the session; without one returns the refusal, and counts the call for its network. */
export async function requireSession(c: HttpContext): Promise<Response | null> {
  const found = await sessionOf(c);
  if (found && found !== "ambiguous" && !isSomeoneElse(c, found)) {
    setSession(c, found);
    return null;
  }
  return (await countWrite(c, null)) ?? fail(c, found === "ambiguous" ? "malformed_request" : "not_signed_in");
}

/**
 * Whether the page that sent this belongs to another person than the session: all tabs of a browser share the cookie, and
 * a page whose person is not signed in any more must not bid for the next one. Programs name nobody.
 */
function isSomeoneElse(c: HttpContext, { user }: Session): boolean {
  const person = c.req.header(PERSON_HEADER) ?? c.req.query(PERSON_PARAMETER);
  return person !== undefined && person !== user.id;
}

/** Sets the caller's session, which D1 has just confirmed. */
function setSession(c: HttpContext, session: Session): void {
  c.set("session", session);
  c.executionCtx.waitUntil(keepAlive(c.get("catalogue"), session, c.get("now")));
  renewProof(c, session);
}

/** Without `PASSWORD_PEPPER` there is nothing to sign with, and a browser has no proof. */
function renewProof(c: HttpContext, session: Session): void {
  const { settings, now } = c.var;
  const secret = settings.passwordPepper;
  if (secret === null || !isProofDue(getCookie(c, PROOF_COOKIE) ?? "", session.id, secret, now)) return;
  setCookie(c, PROOF_COOKIE, issueProof(session, secret, now), cookieOptions(SESSION_IDLE_MS));
}

const isAdmin = createMiddleware<HttpEnv>(async (c, next) => {
  const { session } = c.var;
  return session && moderates(session.user) ? next() : fail(c, "not_found");
});

/** Answers 404 to everyone but admins. */
export const adminsOnly = every(maybeSignedIn, isAdmin);

/** Whether the caller may have a session: then the answer must include what they have just done. */
export function hasSessionCookie(c: HttpContext): boolean {
  return sessionTokens(c.req.header("cookie") ?? "").length > 0;
}

/** Finds the caller on demand, for routes that rarely need one; null for a visitor. */
export async function findCaller(c: HttpContext): Promise<Session | null> {
  const found = await sessionOf(c);
  return found === "ambiguous" ? null : found;
}

/** The caller's session on a route that uses `signedIn`. Throws if a route lacks the middleware. */
export function callerOf(c: HttpContext): Session {
  const session = c.get("session");
  if (!session) throw new Error("this route has no session middleware");
  return session;
}

/**
 * Sets the cookies of a session that has just begun. It is known at once: whatever a script sends from the same network, its
 * next call needs no look-up (limits-in-memory.ts).
 */
export function beginSession(c: HttpContext, token: string, session: Session): void {
  setCookie(c, SESSION_COOKIE, token, cookieOptions(SESSION_MS));
  rememberSession(token, session, c.get("now"));
  renewProof(c, session);
}

export function clearSessionCookie(c: HttpContext): void {
  deleteCookie(c, SESSION_COOKIE, cookieOptions(0));
  // Also where the browser sent none: this very response may have renewed it.
  deleteCookie(c, PROOF_COOKIE, cookieOptions(0));
}

function cookieOptions(maxAgeMs: number) {
  return { path: "/", secure: true, httpOnly: true, sameSite: "Strict", maxAge: maxAgeMs / 1_000 } as const;
}

async function sessionOf(c: HttpContext): Promise<Session | "ambiguous" | null> {
  const tokens = sessionTokens(c.req.header("cookie") ?? "");
  const [token] = tokens;
  if (token === undefined) return null;
  // Of two cookies with the same name it is unknown which one this site has set.
  if (tokens.length > 1) return "ambiguous";
  const found = await findSession(c.get("catalogue"), token, c.get("now"));
  if (found) rememberSession(token, found, c.get("now"));
  return found;
}

function sessionTokens(header: string): string[] {
  return header
    .split(";")
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${SESSION_COOKIE}=`))
    .map((pair) => pair.slice(SESSION_COOKIE.length + 1));
}
