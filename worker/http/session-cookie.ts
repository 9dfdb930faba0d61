/** Reads and writes the session's cookie, with its token (`worker/accounts/session-token.ts`). It makes no calls. */
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { createMiddleware } from "hono/factory";

import { readSession, signSession } from "../accounts/session-token.ts";
import type { Session } from "../accounts/sessions.ts";
import type { HttpContext, HttpEnv } from "./context.ts";

export const SESSION_COOKIE = "__Host-session";

/** Reads the session's cookie for everything that follows. */
export const sessionToken = createMiddleware<HttpEnv>(async (c, next) => {
  c.set("cookieSession", await readSessionCookie(c));
  await next();
});

/** Whether the caller may have a session. If so, the response must include their latest changes. */
export function hasSessionCookie(c: HttpContext): boolean {
  return getCookie(c, SESSION_COOKIE) !== undefined;
}

/** Sets the cookie for a session that its inbox has just opened or confirmed. */
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

async function readSessionCookie(c: HttpContext): Promise<Session | null> {
  const token = getCookie(c, SESSION_COOKIE);
  return token === undefined ? null : readSession(c.get("settings").sessionKeys, hostOf(c), token, c.get("now"));
}

/** Browsers send a cookie only to the host that set it, regardless of the port. */
function hostOf(c: HttpContext): string {
  return new URL(c.req.url).hostname;
}
