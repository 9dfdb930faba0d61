/**
 * Signing in with Google: to the provider and back in a window of its own, and then the call that opens the session.
 * Nothing that a client says of itself counts: the hand-off that we signed after verifying Google's token does.
 */
import { ArcticFetchError, CodeChallengeMethod, generateCodeVerifier, generateState, OAuth2Client } from "arctic";
import { Hono } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { timingSafeEqual } from "hono/utils/buffer";

import { enter } from "../accounts/google/entrance.ts";
import { verifyIdToken } from "../accounts/google/id-token.ts";
import { findProvider } from "../accounts/google/provider.ts";
import {
  ATTEMPT_MS,
  HAND_OFF_MS,
  readAttempt,
  readHandOff,
  signAttempt,
  signHandOff,
} from "../accounts/google/tickets.ts";
import { useSignInToken } from "../catalogue/sign-in-tokens.ts";
import { loginAnswer } from "../contract/account.ts";
import { googleLoginInput } from "../contract/google.ts";
import { jsonBody } from "../http/body.ts";
import type { HttpContext, HttpEnv } from "../http/context.ts";
import { described } from "../http/described.ts";
import { BUSY_RETRY_SECONDS, fail } from "../http/failure.ts";
import { logError, logEvent } from "../http/log.ts";
import { maybeSignedIn } from "../http/session.ts";
import { signIn } from "../http/sign-in.ts";
import { valid } from "../http/validation.ts";
import { failInWindow, tellOpener } from "../pages/google-window.ts";
import { networkLimit } from "../rate-limits/middleware.ts";
import type { GoogleSettings } from "../settings.ts";

/** Lax: the provider sends the browser back from another site. */
const ATTEMPT = { name: "__Host-google-attempt", sameSite: "Lax", maxAge: ATTEMPT_MS / 1_000 } as const;
/** Strict: only our own page ever sends it. */
const HAND_OFF = { name: "__Host-google", sameSite: "Strict", maxAge: HAND_OFF_MS / 1_000 } as const;
const SCOPES = ["openid", "email", "profile"];

const page = { content: { "text/html": { schema: { type: "string" } } } } as const;

export const google = new Hono<HttpEnv>()
  .get(
    "/google",
    described({
      tag: "Accounts",
      summary: "Begin to sign in with Google",
      description: "For a window of its own: redirects to the provider",
      by: "anyone",
      does: "reads",
      status: 302,
      refuses: ["google_not_configured"],
    }),
    networkLimit("googleStarts", tooManyInWindow),
    async (c) => {
      const { settings, now } = c.var;
      if (!settings.google) return failInWindow(c, "google_not_configured");
      try {
        const { authorizationEndpoint } = await findProvider(settings.google, now);
        const [state, nonce, verifier] = [generateState(), generateState(), generateCodeVerifier()];
        give(c, ATTEMPT, await signAttempt(settings.google, { state, nonce, verifier }, now));
        const url = clientOf(c, settings.google).createAuthorizationURLWithPKCE(
          authorizationEndpoint,
          state,
          CodeChallengeMethod.S256,
          verifier,
          SCOPES,
        );
        url.searchParams.set("nonce", nonce);
        // Someone with several accounts chooses, rather than being taken for the last one.
        url.searchParams.set("prompt", "select_account");
        return c.redirect(url.href);
      } catch (error) {
        return outage(c, error);
      }
    },
  )
  .get(
    "/google/callback",
    described({
      tag: "Accounts",
      summary: "Come back from Google",
      description: "Verifies who it is, sets the hand-off cookie, and tells the page that opened this window",
      by: "anyone",
      does: "reads",
      answer: page,
      refuses: ["malformed_request", "google_not_configured", "google_sign_in_failed"],
    }),
    networkLimit("googleReturns", tooManyInWindow),
    async (c) => {
      const { settings, now } = c.var;
      if (!settings.google) return failInWindow(c, "google_not_configured");
      const attempt = await readAttempt(settings.google, getCookie(c, ATTEMPT.name) ?? "", now);
      const { state = "", code = "", error } = c.req.query();
      if (!attempt || !(await timingSafeEqual(state, attempt.state))) return failInWindow(c, "malformed_request");
      take(c, ATTEMPT);
      if (error === "access_denied")
        return failInWindow(c, "google_sign_in_failed", { message: { type: "cancelled" } });
      try {
        const { tokenEndpoint, keys } = await findProvider(settings.google, now);
        const idToken = await exchange(clientOf(c, settings.google), tokenEndpoint, code, attempt.verifier);
        const expected = { settings: settings.google, keys, nonce: attempt.nonce, now };
        const verified = idToken === null ? refusedCode : await verifyIdToken(idToken, expected);
        if (!verified.ok) {
          logEvent(c, "google_refused", { reason: verified.reason });
          return failInWindow(c, "google_sign_in_failed");
        }
        const { subject: uid, firstName, lastName, email, pictureUrl } = verified.identity;
        give(c, HAND_OFF, await signHandOff(settings.google, verified.identity, now));
        const payload = { uid, firstName, lastName, email, ...(pictureUrl === null ? {} : { imageUrl: pictureUrl }) };
        return tellOpener(c, { type: "verified", payload }, "Google has told us who you are.");
      } catch (failure) {
        return outage(c, failure);
      }
    },
  )
  .post(
    "/google-login",
    described({
      tag: "Accounts",
      summary: "Log in with Google",
      description: "Needs the hand-off cookie of the callback, once. Sets the session cookie",
      by: "anyone",
      does: "writes",
      takes: "json",
      answer: loginAnswer,
      refuses: [
        "google_not_configured",
        "google_sign_in_failed",
        "use_password",
        "signup_refused",
        "account_suspended",
      ],
    }),
    networkLimit("googleLogins"),
    jsonBody,
    valid("json", googleLoginInput),
    maybeSignedIn,
    async (c) => {
      const { settings, catalogue, now } = c.var;
      if (!settings.google) return fail(c, "google_not_configured");
      const handOff = await readHandOff(settings.google, getCookie(c, HAND_OFF.name) ?? "", now);
      const isTheirs = handOff?.identity.subject === c.req.valid("json").uid;
      if (!handOff || !isTheirs || !(await useSignInToken(catalogue, handOff.id, handOff.expiresAt))) {
        logEvent(c, "google_refused", { reason: handOff ? (isTheirs ? "used" : "uid") : "no hand-off" });
        return fail(c, "google_sign_in_failed");
      }
      take(c, HAND_OFF);
      const entrance = await enter(catalogue, c.env, handOff.identity, now);
      if (!entrance.ok) return fail(c, entrance.hasPassword ? "use_password" : "signup_refused");
      const { login, isNew } = entrance;
      if (login.suspendedAt !== null) return fail(c, "account_suspended");
      if (isNew) logEvent(c, "signup", { newUser: login.id });
      return c.json({ success: true, message: "Login Successful", user: await signIn(c, login, "google") });
    },
  );

const refusedCode = { ok: false, reason: "the code" } as const;

function clientOf(c: HttpContext, { clientId, clientSecret }: GoogleSettings): OAuth2Client {
  return new OAuth2Client(clientId, clientSecret, new URL("/api/v1/auth/google/callback", c.req.url).href);
}

/** The ID token for a code; null when the provider does not take it. Throws when the provider does not answer. */
async function exchange(
  client: OAuth2Client,
  endpoint: string,
  code: string,
  verifier: string,
): Promise<string | null> {
  try {
    return (await client.validateAuthorizationCode(endpoint, code, verifier)).idToken();
  } catch (error) {
    if (error instanceof ArcticFetchError) throw error;
    return null;
  }
}

/** The window is told as the page that opened it would be, which hears of it and closes the window. */
function tooManyInWindow(c: HttpContext, waitMs: number) {
  return failInWindow(c, "too_many_requests", { retryAfter: Math.ceil(waitMs / 1_000) });
}

/** The provider is not to be reached, or not what it should be: nothing that the person could do better. */
function outage(c: HttpContext, error: unknown) {
  logError(c, error instanceof Error ? error : new Error("unknown"));
  return failInWindow(c, "busy", { retryAfter: BUSY_RETRY_SECONDS });
}

type Ticket = typeof ATTEMPT | typeof HAND_OFF;

function give(c: HttpContext, { name, sameSite, maxAge }: Ticket, value: string): void {
  setCookie(c, name, value, { path: "/", secure: true, httpOnly: true, sameSite, maxAge });
}

function take(c: HttpContext, { name, sameSite }: Ticket): void {
  deleteCookie(c, name, { path: "/", secure: true, httpOnly: true, sameSite });
}
