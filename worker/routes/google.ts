/**
 * Sign-in with Google. A separate window goes to the provider and back, then the page's own call opens the session.
 * That call never trusts the client's data about the user, only the sign-in token that we issue after verifying
 * Google's ID token.
 */
import { CodeChallengeMethod, generateCodeVerifier, generateState, OAuth2Client } from "arctic";
import { Hono } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { timingSafeEqual } from "hono/utils/buffer";

import { exchangeCode } from "../accounts/google/exchange-code.ts";
import { verifyIdToken } from "../accounts/google/id-token.ts";
import { getProvider } from "../accounts/google/provider.ts";
import { signInOrSignUp } from "../accounts/google/sign-in-or-sign-up.ts";
import {
  ATTEMPT_MS,
  issueSignInToken,
  readAttempt,
  readSignInToken,
  SIGN_IN_TOKEN_MS,
  signAttempt,
} from "../accounts/google/sign-in-tokens.ts";
import { consumeOneTimeToken } from "../accounts/queries/one-time-tokens.ts";
import { refuseSuspended, signIn } from "../authentication/sign-in.ts";
import { loginResponse } from "../contract/account.ts";
import { tooManyRequestsFields } from "../contract/errors.ts";
import { googleLoginInput } from "../contract/google.ts";
import { loginAttemptsOf, removeLoginAttempts } from "../http/account-limits.ts";
import { jsonBody } from "../http/body.ts";
import type { HttpContext, HttpEnv } from "../http/context.ts";
import { describeRoute } from "../http/describe-route.ts";
import { BUSY_RETRY_SECONDS, fail } from "../http/failure.ts";
import { logError, logEvent } from "../http/log.ts";
import { signInLimit } from "../http/network-limits.ts";
import { maybeSignedIn } from "../http/session.ts";
import { validate } from "../http/validation.ts";
import { canSendMail, mailNewDevice } from "../mail/send-mail.ts";
import { refreshAccounts } from "../object-clients/objects.ts";
import { failInPopup, popupPage } from "../pages/google-popup.ts";
import type { GoogleSettings } from "../settings/settings.ts";

/** Lax, because the provider sends the browser back from another site. */
const ATTEMPT_COOKIE = { name: "__Host-google-attempt", sameSite: "Lax", maxAge: ATTEMPT_MS / 1_000 } as const;
/** Strict, because only the site's own page ever sends it. */
const TOKEN_COOKIE = { name: "__Host-google", sameSite: "Strict", maxAge: SIGN_IN_TOKEN_MS / 1_000 } as const;
const SCOPES = ["openid", "email", "profile"];

const htmlContent = { content: { "text/html": { schema: { type: "string" } } } } as const;

export const google = new Hono<HttpEnv>()
  .get(
    "/google",
    describeRoute({
      tag: "Accounts",
      summary: "Start signing in with Google",
      description: "For a separate window. Redirects to the provider.",
      access: "anyone",
      setsCookie: true,
      status: 302,
      refuses: ["google_not_configured"],
    }),
    signInLimit("googleStarts", failTooManyInPopup),
    async (c) => {
      const { settings, now } = c.var;
      if (!settings.google) return failInPopup(c, "google_not_configured");
      try {
        const { authorizationEndpoint } = await getProvider(settings.google, now);
        const [state, nonce, verifier] = [generateState(), generateState(), generateCodeVerifier()];
        setTokenCookie(c, ATTEMPT_COOKIE, await signAttempt(settings.google, { state, nonce, verifier }, now));
        const url = clientOf(c, settings.google).createAuthorizationURLWithPKCE(
          authorizationEndpoint,
          state,
          CodeChallengeMethod.S256,
          verifier,
          SCOPES,
        );
        url.searchParams.set("nonce", nonce);
        // Users with several accounts choose one, instead of always getting the one that they used last.
        url.searchParams.set("prompt", "select_account");
        return c.redirect(url.href);
      } catch (error) {
        return failOutage(c, error);
      }
    },
  )
  .get(
    "/google/callback",
    describeRoute({
      tag: "Accounts",
      summary: "Handle the callback from Google",
      description:
        "Verifies the identity, sets the sign-in token cookie, and notifies the page that opened this window.",
      access: "anyone",
      setsCookie: true,
      response: htmlContent,
      refuses: ["malformed_request", "google_not_configured", "google_sign_in_failed"],
    }),
    signInLimit("googleReturns", failTooManyInPopup),
    async (c) => {
      const { settings, now } = c.var;
      if (!settings.google) return failInPopup(c, "google_not_configured");
      const attempt = await readAttempt(settings.google, getCookie(c, ATTEMPT_COOKIE.name) ?? "", now);
      const { state = "", code = "", error } = c.req.query();
      if (!attempt || !(await timingSafeEqual(state, attempt.state))) return failInPopup(c, "malformed_request");
      clearTokenCookie(c, ATTEMPT_COOKIE);
      if (error === "access_denied") return failInPopup(c, "google_sign_in_failed", {}, { type: "cancelled" });
      try {
        const { tokenEndpoint, keys } = await getProvider(settings.google, now);
        const tokenRequest = { code, verifier: attempt.verifier, redirectUri: redirectUriOf(c) };
        const idToken = await exchangeCode(settings.google, tokenEndpoint, tokenRequest);
        const { siteName } = settings;
        const expected = { settings: settings.google, keys, nonce: attempt.nonce, now, siteName };
        const verified = idToken === null ? REFUSED_CODE : await verifyIdToken(idToken, expected);
        if (!verified.ok) {
          logEvent(c, "google_refused", { reason: verified.reason });
          return failInPopup(c, "google_sign_in_failed");
        }
        const { subject: uid, firstName, lastName, email, pictureUrl } = verified.identity;
        setTokenCookie(c, TOKEN_COOKIE, await issueSignInToken(settings.google, verified.identity, now));
        const payload = { uid, firstName, lastName, email, ...(pictureUrl === null ? {} : { imageUrl: pictureUrl }) };
        return popupPage(c, { type: "verified", payload }, "Google has confirmed your identity.");
      } catch (failure) {
        return failOutage(c, failure);
      }
    },
  )
  .post(
    "/google-login",
    describeRoute({
      tag: "Accounts",
      summary: "Sign in with Google",
      description: "Needs the sign-in token cookie from the callback, which works once. Sets the session cookie.",
      access: "anyone",
      setsCookie: true,
      response: loginResponse,
      refuses: [
        "google_not_configured",
        "google_sign_in_failed",
        "use_password",
        "signup_refused",
        "account_suspended",
      ],
    }),
    signInLimit("googleLogins"),
    jsonBody,
    validate("json", googleLoginInput),
    maybeSignedIn,
    async (c) => {
      const { settings, db, now } = c.var;
      if (!settings.google) return fail(c, "google_not_configured");
      const token = await readSignInToken(settings.google, getCookie(c, TOKEN_COOKIE.name) ?? "", now);
      const isSameUser = token?.identity.subject === c.req.valid("json").uid;
      if (!token || !isSameUser || !(await consumeOneTimeToken(db, token.id, token.expiresAt))) {
        logEvent(c, "google_refused", { reason: token ? (isSameUser ? "used" : "uid") : "no sign-in token" });
        return fail(c, "google_sign_in_failed");
      }
      clearTokenCookie(c, TOKEN_COOKIE);
      const signedIn = await signInOrSignUp(db, c.env, token.identity, canSendMail(c), now);
      if (!signedIn.ok) return fail(c, signedIn.hasPassword ? "use_password" : "signup_refused");
      const { account, isNew, previousHolderId } = signedIn;
      if (account.suspendedAt !== null) return refuseSuspended(c, account.id);
      // Devices that have signed in with this address belong to the account that had it.
      if (previousHolderId !== null) {
        await removeLoginAttempts(c, token.identity.email);
        await refreshAccounts(c, [previousHolderId]);
      }
      if (isNew) logEvent(c, "signup", { newUser: account.id });
      const user = await signIn(c, account, "google");
      // The account has just been deleted or suspended.
      if (!user) return fail(c, "google_sign_in_failed");
      if (account.email !== null && (await loginAttemptsOf(c, account.email).recordSuccess()))
        mailNewDevice(c, account);
      return c.json({ success: true, message: "Login Successful", user });
    },
  );

const REFUSED_CODE = { ok: false, reason: "the code" } as const;

function clientOf(c: HttpContext, { clientId, clientSecret }: GoogleSettings): OAuth2Client {
  return new OAuth2Client(clientId, clientSecret, redirectUriOf(c));
}

function redirectUriOf(c: HttpContext): string {
  return new URL("/api/v1/auth/google/callback", c.req.url).href;
}

/** Shows a rate limit in the window. The window's script sends it to the page that opened the window. */
function failTooManyInPopup(c: HttpContext, waitMs: number) {
  return failInPopup(c, "too_many_requests", tooManyRequestsFields(waitMs));
}

/** Logs that the provider is unreachable or misconfigured, and asks the user to try again. */
function failOutage(c: HttpContext, error: unknown) {
  logError(c, error instanceof Error ? error : new Error("unknown"));
  return failInPopup(c, "busy", { retryAfter: BUSY_RETRY_SECONDS });
}

type TokenCookie = typeof ATTEMPT_COOKIE | typeof TOKEN_COOKIE;

function setTokenCookie(c: HttpContext, { name, sameSite, maxAge }: TokenCookie, value: string): void {
  setCookie(c, name, value, { path: "/", secure: true, httpOnly: true, sameSite, maxAge });
}

function clearTokenCookie(c: HttpContext, { name, sameSite }: TokenCookie): void {
  deleteCookie(c, name, { path: "/", secure: true, httpOnly: true, sameSite });
}
