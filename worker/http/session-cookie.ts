/** Reads and writes the session's cookie, with its token (`worker/accounts/session-token.ts`). It makes no calls. */
import { deleteCookie, setCookie } from "hono/cookie";
import { createMiddleware } from "hono/factory";

import { readSession, signSession } from "../accounts/session-token.ts";
import type { Session } from "../accounts/sessions.ts";
import type { HttpContext, HttpEnv } from "./context.ts";

export const SESSION_COOKIE = "__Host-session";

/** `ambiguous`: two cookies have the session's name. */
export type SentSession = Session | "ambiguous" | null;

/** Reads the session's cookie for everything that follows. It makes no calls. */
export const sessionToken = createMiddleware<HttpEnv>(async (c, next) => {
  c.set("sent", await sentSession(c));
  await next();
});

/** Whether the caller may have a session. The answer must then include what they have just done. */
export function hasSessionCookie(c: HttpContext): boolean {
  return sessionTokens(c).length > 0;
}

/** The session that this browser has, to end it. It may already have ended. */
export function sentSessionOf(c: HttpContext): Session | null {
  const { sent } = c.var;
  return isSession(sent) ? sent : null;
}

/** Sets the cookie of a session that its inbox has just opened or confirmed. */
export async function setSessionCookie(c: HttpContext, session: Session): Promise<void> {
  const [key = ""] = c.get("settings").sessionKeys;
  const token = await signSession(key, hostOf(c), session);
  setCookie(c, SESSION_COOKIE, token, cookieOptions(session.expiresAt - c.get("now")));
}

export function clearSessionCookie(c: HttpContext): void {
  // Even if the browser sent none, because this response may have renewed it.
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

async function sentSession(c: HttpContext): Promise<SentSession> {
  const [token, ...others] = sessionTokens(c);
  // With two cookies of the same name, we don't know which one this site has set.
  if (others.length > 0) return "ambiguous";
  if (token === undefined) return null;
  return readSession(c.get("settings").sessionKeys, hostOf(c), token, c.get("now"));
}

export function isSession(found: SentSession | "unknown"): found is Session {
  return found !== null && typeof found === "object";
}

/** Browsers send a cookie only to the host that set it, regardless of the port. */
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
