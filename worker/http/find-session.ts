/**
 * Finds a request's session. A fresh token in its cookie is enough. The owner's inbox confirms an older token, and the
 * response sets a new one.
 */
import { isKnownToHaveEnded, rememberEndedSessions } from "../accounts/ended-sessions.ts";
import { type ConfirmedSession, isFresh, type Session, MAX_STALE_TOKEN_MS } from "../accounts/sessions.ts";
import { PERSON_HEADER, PERSON_PARAMETER } from "../contract/person-header.ts";
import { withTimeout } from "../platform/with-timeout.ts";
import type { HttpContext } from "./context.ts";
import { logError } from "./log.ts";
import { setSessionCookie } from "./session-cookie.ts";

/** A bid waits for a renewal, so this is shorter than a bid's timeout. */
const RENEWAL_TIMEOUT_MS = 1_500;

/** `unknown`: the inbox would have to confirm the session, but doesn't answer. */
type FoundSession = Session | "unknown" | null;

/**
 * `fresh`: a fresh token is enough. `lasting`: an older token also counts for ten minutes if the inbox doesn't answer.
 * `confirmed`: the inbox always confirms it.
 */
export type SessionRequirement = "fresh" | "lasting" | "confirmed";

/**
 * The key that a request counts under, found without a call. For a fresh token, it's the owner's ID. An older session
 * may have ended, so it gets a separate key and doesn't use up its owner's limits.
 */
export function rateLimitKeyOf(c: HttpContext): string | null {
  const { cookieSession, now } = c.var;
  if (!cookieSession) return null;
  return isFresh(cookieSession, now) && !isKnownToHaveEnded(cookieSession.id)
    ? cookieSession.user.id
    : `session ${cookieSession.id}`;
}

/** Finds the caller on demand, for routes that rarely need one. Null for a visitor. */
export async function findCaller(c: HttpContext): Promise<Session | null> {
  const found = await findSession(c, "lasting");
  return found === "unknown" ? null : found;
}

/** The caller's session, confirmed again by their inbox after they've changed something. Null if it has since ended. */
export async function confirmCaller(c: HttpContext): Promise<ConfirmedSession | null> {
  return confirmSession(c, callerOf(c));
}

/** The caller's session on a route that requires one. Throws if a route lacks the middleware. */
export function callerOf(c: HttpContext): Session {
  const session = c.get("session");
  if (!session) throw new Error("this route has no session middleware");
  return session;
}

/** The caller with their address, on a route for which the inbox always confirms the session. */
export function confirmedCallerOf(c: HttpContext): ConfirmedSession {
  const { confirmedSession } = c.var;
  if (!confirmedSession) throw new Error("this route does not call the inbox");
  return confirmedSession;
}

export async function findSession(c: HttpContext, requirement: SessionRequirement): Promise<FoundSession> {
  const { cookieSession, now } = c.var;
  if (!cookieSession || isKnownToHaveEnded(cookieSession.id)) return null;
  if (requirement !== "confirmed" && isFresh(cookieSession, now)) return cookieSession;
  try {
    return await (requirement === "confirmed" ? confirmSession(c, cookieSession) : renewSession(c, cookieSession));
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    logError(c, error);
    if (requirement !== "lasting" || now >= cookieSession.checkedAt + MAX_STALE_TOKEN_MS) return "unknown";
    c.header("Warning", '110 - "Response is Stale"');
    return cookieSession;
  }
}

type Confirmation = ConfirmedSession | null;

/** The renewals running in this isolate, by session. */
const renewals = new Map<string, Promise<Confirmation>>();

/** Confirms a session with its inbox, in one call for all of the session's requests that are waiting for it. */
async function renewSession(c: HttpContext, session: Session): Promise<Confirmation> {
  let renewal = renewals.get(session.id);
  if (!renewal) {
    renewal = checkWithInbox(c, session).finally(() => renewals.delete(session.id));
    renewals.set(session.id, renewal);
    // The platform cancels a request's work once its client is gone, but other requests wait for this renewal.
    c.executionCtx.waitUntil(renewal.catch(() => {}));
  }
  return acceptConfirmation(c, session, await withTimeout(renewal, RENEWAL_TIMEOUT_MS));
}

/** Confirms a session with its inbox for this request alone. */
async function confirmSession(c: HttpContext, session: Session): Promise<Confirmation> {
  return acceptConfirmation(c, session, await checkWithInbox(c, session));
}

async function checkWithInbox(c: HttpContext, { id, user }: Session): Promise<Confirmation> {
  return c.env.INBOX.getByName(user.id).checkSession(user.id, id);
}

async function acceptConfirmation(c: HttpContext, { id }: Session, confirmation: Confirmation): Promise<Confirmation> {
  if (!confirmation) {
    rememberEndedSessions([id]);
    return null;
  }
  c.set("confirmedSession", confirmation);
  await setSessionCookie(c, confirmation);
  return confirmation;
}

/**
 * The session that was found, unless the page that sent the request shows a different person. All tabs in a browser
 * share the cookie, and a page whose person has signed out must not bid for the next person. API clients don't send
 * `PERSON_HEADER`.
 */
export function sessionOfPage(c: HttpContext, found: FoundSession): Session | null {
  if (!found || found === "unknown") return null;
  const person = c.req.header(PERSON_HEADER) ?? c.req.query(PERSON_PARAMETER);
  return person === undefined || person === found.user.id ? found : null;
}
