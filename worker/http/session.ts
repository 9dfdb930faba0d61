/**
 * Session middleware. A request's session is the one in its cookie's token (worker/accounts/session-token.ts): while
 * that is fresh, nobody is asked. An older one is confirmed by its person's inbox, and the response has a new one.
 */
import { deleteCookie, setCookie } from "hono/cookie";
import { createMiddleware } from "hono/factory";

import { isKnownToHaveEnded, noteEnded } from "../accounts/ended-sessions.ts";
import { findRole } from "../accounts/queries/people.ts";
import { readSession, signSession } from "../accounts/session-token.ts";
import { type ConfirmedSession, isFresh, type Session, STALE_TOKEN_MS } from "../accounts/sessions.ts";
import { moderates } from "../contract/people.ts";
import { PERSON_HEADER, PERSON_PARAMETER } from "../contract/person.ts";
import { withTimeout } from "../platform/with-timeout.ts";
import type { HttpContext, HttpEnv } from "./context.ts";
import { fail, uncheckable } from "./failure.ts";
import { logError } from "./log.ts";
import { SAFE_METHODS } from "./methods.ts";
import { countWrite } from "./write-limit.ts";

export const SESSION_COOKIE = "__Host-session";

/** A bid waits for this, so it is less than a bid may wait. */
const RENEWAL_WAITS_MS = 1_500;

/** A session that two cookies claim to be is `ambiguous`. */
type Sent = Session | "ambiguous" | null;
/** `unknown`: the inbox has to be asked, and does not answer. */
type Found = Sent | "unknown";

/**
 * `fresh`: a fresh token is enough. `lasting`: the same, and without the inbox an older one is for ten minutes.
 * `confirmed`: the inbox is asked in any case.
 */
type Needs = "fresh" | "lasting" | "confirmed";

/** Reads the session's cookie, for all that follows. It calls nobody. */
export const sessionToken = createMiddleware<HttpEnv>(async (c, next) => {
  c.set("sent", await sentSession(c));
  await next();
});

/** Requires a session, and counts a call that may change something for its person. Reads go on without the inbox. */
export const signedIn = createMiddleware<HttpEnv>(async (c, next) => {
  const needs = SAFE_METHODS.has(c.req.method) ? "lasting" : "fresh";
  const refusal = (await requireSession(c, needs)) ?? (await countWrite(c, callerOf(c).user.id));
  return refusal ?? next();
});

/** The same for what could take an account over: the inbox is asked, however fresh the token is. */
export const surelySignedIn = createMiddleware<HttpEnv>(async (c, next) => {
  const refusal = (await requireSession(c, "confirmed")) ?? (await countWrite(c, callerOf(c).user.id));
  return refusal ?? next();
});

/**
 * Requires a session for a command that a room decides, which goes on without the inbox. It is not counted here:
 * `bidLimit` follows, in memory, because bids wait for no other object.
 */
export const signedInToBid = createMiddleware<HttpEnv>(async (c, next) => {
  return (await requireSession(c, "lasting")) ?? next();
});

/** Accepts every caller and adds the session if there is one. Counts a call that may change something. */
export const maybeSignedIn = createMiddleware<HttpEnv>(async (c, next) => {
  const found = await sessionOf(c, "lasting");
  const refusal = await countWrite(c, isSession(found) ? found.user.id : null);
  if (refusal) return refusal;
  if (found === "ambiguous") return fail(c, "malformed_request");
  if (isSession(found) && !isSomeoneElse(c, found)) c.set("session", found);
  await next();
});

/** The same for an auction's socket, which is counted in front of all routes. */
export const maybeSignedInToWatch = createMiddleware<HttpEnv>(async (c, next) => {
  const found = await sessionOf(c, "lasting");
  if (found === "ambiguous") return fail(c, "malformed_request");
  if (isSession(found) && !isSomeoneElse(c, found)) c.set("session", found);
  await next();
});

/** Adds the session; without one returns the refusal, and counts the call for its network. */
export async function requireSession(c: HttpContext, needs: Needs): Promise<Response | null> {
  const found = await sessionOf(c, needs);
  if (isSession(found) && !isSomeoneElse(c, found)) {
    c.set("session", found);
    return null;
  }
  if (found === "unknown") return uncheckable(c);
  return (await countWrite(c, null)) ?? fail(c, found === "ambiguous" ? "malformed_request" : "not_signed_in");
}

/** Answers 404 to everyone but admins. D1 is asked for the role, so that a grant or its end takes effect at once. */
export const adminsOnly = createMiddleware<HttpEnv>(async (c, next) => {
  const found = await sessionOf(c, "confirmed");
  const session = isSession(found) && !isSomeoneElse(c, found) ? found : null;
  const refusal = await countWrite(c, session && session.user.id);
  if (refusal) return refusal;
  if (found === "ambiguous") return fail(c, "malformed_request");
  if (found === "unknown") return uncheckable(c);
  const role = session && (await findRole(c.get("db"), session.user.id));
  if (!session || !role || !moderates({ role })) return fail(c, "not_found");
  c.set("session", { ...session, user: { ...session.user, role } });
  await next();
});

/** Whether the caller may have a session: then the answer must include what they have just done. */
export function hasSessionCookie(c: HttpContext): boolean {
  return sessionTokens(c).length > 0;
}

/**
 * Who a request counts for, without a call: the person of a fresh token, or a session that may have ended meanwhile,
 * which must not use up anything of its person's.
 */
export function countedFor(c: HttpContext): string | null {
  const { sent, now } = c.var;
  if (!isSession(sent)) return null;
  return isFresh(sent, now) && !isKnownToHaveEnded(sent.id) ? sent.user.id : `session ${sent.id}`;
}

/** The session that this browser has, for ending it; it may have ended already. */
export function sentSessionOf(c: HttpContext): Session | null {
  const { sent } = c.var;
  return isSession(sent) ? sent : null;
}

/** Finds the caller on demand, for routes that rarely need one; null for a visitor. */
export async function findCaller(c: HttpContext): Promise<Session | null> {
  const found = await sessionOf(c, "lasting");
  return isSession(found) ? found : null;
}

/** The caller as their inbox knows them after a change of theirs; null when their session has ended meanwhile. */
export async function confirmCaller(c: HttpContext): Promise<ConfirmedSession | null> {
  return confirm(c, callerOf(c));
}

/** The caller's session on a route that requires one. Throws if a route lacks the middleware. */
export function callerOf(c: HttpContext): Session {
  const session = c.get("session");
  if (!session) throw new Error("this route has no session middleware");
  return session;
}

/** The same on a route for which the inbox is asked in any case: with the address. */
export function confirmedCallerOf(c: HttpContext): ConfirmedSession {
  const { confirmed } = c.var;
  if (!confirmed) throw new Error("this route does not ask the inbox");
  return confirmed;
}

/** Sets the cookie of a session that its inbox has just opened or confirmed. */
export async function setSessionCookie(c: HttpContext, session: Session): Promise<void> {
  const [key = ""] = c.get("settings").sessionKeys;
  const token = await signSession(key, hostOf(c), session);
  setCookie(c, SESSION_COOKIE, token, cookieOptions(session.expiresAt - c.get("now")));
}

export function clearSessionCookie(c: HttpContext): void {
  // Also where the browser sent none: this very response may have renewed it.
  deleteCookie(c, SESSION_COOKIE, cookieOptions(0));
}

function cookieOptions(maxAgeMs: number) {
  return {
    path: "/",
    secure: true,
    httpOnly: true,
    sameSite: "Strict",
    maxAge: Math.max(0, Math.floor(maxAgeMs / 1_000)),
  } as const;
}

async function sentSession(c: HttpContext): Promise<Sent> {
  const [token, ...others] = sessionTokens(c);
  // Of two cookies with the same name it is unknown which one this site has set.
  if (others.length > 0) return "ambiguous";
  if (token === undefined) return null;
  return readSession(c.get("settings").sessionKeys, hostOf(c), token, c.get("now"));
}

async function sessionOf(c: HttpContext, needs: Needs): Promise<Found> {
  const { sent, now } = c.var;
  if (!isSession(sent)) return sent;
  if (isKnownToHaveEnded(sent.id)) return null;
  if (needs !== "confirmed" && isFresh(sent, now)) return sent;
  try {
    return await (needs === "confirmed" ? confirm(c, sent) : renewed(c, sent));
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    logError(c, error);
    if (needs !== "lasting" || now >= sent.checkedAt + STALE_TOKEN_MS) return "unknown";
    c.header("Warning", '110 - "Response is Stale"');
    return sent;
  }
}

type Answer = ConfirmedSession | null;

/** The renewals that are under way in this isolate, by session. */
const renewals = new Map<string, Promise<Answer>>();

/** Asks the inbox, together with the other calls of this session that are waiting for the same. */
async function renewed(c: HttpContext, session: Session): Promise<Answer> {
  let renewal = renewals.get(session.id);
  if (!renewal) {
    renewal = askInbox(c, session).finally(() => renewals.delete(session.id));
    renewals.set(session.id, renewal);
    // The platform cancels what a request waits for once its client is gone; here others wait, too.
    c.executionCtx.waitUntil(renewal.catch(() => {}));
  }
  return answered(c, session, await withTimeout(renewal, RENEWAL_WAITS_MS));
}

/** Asks the inbox for this request alone. */
async function confirm(c: HttpContext, session: Session): Promise<Answer> {
  return answered(c, session, await askInbox(c, session));
}

async function askInbox(c: HttpContext, { id, user }: Session): Promise<Answer> {
  return c.env.INBOX.getByName(user.id).checkSession(user.id, id);
}

async function answered(c: HttpContext, { id }: Session, answer: Answer): Promise<Answer> {
  if (!answer) {
    noteEnded([id]);
    return null;
  }
  c.set("confirmed", answer);
  await setSessionCookie(c, answer);
  return answer;
}

/**
 * Whether the page that sent this belongs to another person than the session: all tabs of a browser share the cookie,
 * and a page whose person is not signed in any more must not bid for the next one. Programs name nobody.
 */
function isSomeoneElse(c: HttpContext, { user }: Session): boolean {
  const person = c.req.header(PERSON_HEADER) ?? c.req.query(PERSON_PARAMETER);
  return person !== undefined && person !== user.id;
}

function isSession(found: Found): found is Session {
  return found !== null && typeof found === "object";
}

/** Browsers send a cookie only to the host that set it, whatever the port. */
function hostOf(c: HttpContext): string {
  return new URL(c.req.url).hostname;
}

function sessionTokens(c: HttpContext): string[] {
  return (c.req.header("cookie") ?? "")
    .split(";")
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${SESSION_COOKIE}=`))
    .map((pair) => pair.slice(SESSION_COOKIE.length + 1));
}
