/**
 * Sign-in with Google. A separate window goes to Google and back, and sends the result to this page over a same-origin
 * channel. That message alone authorizes nothing. The call that follows carries the proof in a cookie.
 */
import { GOOGLE_CHANNEL, type GoogleLoginInput, googleMessage } from "../../worker/contract/google.ts";
import { openChannel } from "../browser/channel.ts";
import { call } from "./client.ts";
import { loginResponse } from "./response-schemas.ts";
import { renewSessionDuring } from "./session.ts";

type GoogleOutcome =
  | { readonly type: "verified"; readonly payload: GoogleLoginInput }
  /** The window was closed, or the person canceled in it. */
  | { readonly type: "cancelled" }
  | { readonly type: "failed"; readonly reason?: string | undefined }
  /** The browser blocked the window. */
  | { readonly type: "blocked" };

const POPUP_FEATURES = "popup,width=480,height=640";
const NO_CHANNEL = "This browser can't sign in with Google here. Use your email and password.";
const CLOSED_CHECK_INTERVAL_MS = 250;
/** The window's message may arrive shortly after the window has closed. */
const GRACE_MS = 1_500;

/**
 * Call this right after a click, or the browser blocks the window. Aborting closes the window and counts as canceled.
 */
export function openGoogleSignIn(signal: AbortSignal): Promise<GoogleOutcome> {
  const channel = openChannel(GOOGLE_CHANNEL);
  if (channel === null) return Promise.resolve({ type: "failed", reason: NO_CHANNEL });
  const popup = window.open("/api/v1/auth/google", GOOGLE_CHANNEL, POPUP_FEATURES);
  if (!popup) {
    channel.close();
    return Promise.resolve({ type: "blocked" });
  }
  const { promise, resolve } = Promise.withResolvers<GoogleOutcome>();
  channel.addEventListener("message", ({ data }) => {
    const parsed = googleMessage.safeParse(data);
    resolve(parsed.success ? parsed.data : { type: "failed" });
  });
  const closedCheck = setInterval(() => {
    if (!popup.closed) return;
    clearInterval(closedCheck);
    setTimeout(() => resolve({ type: "cancelled" }), GRACE_MS);
  }, CLOSED_CHECK_INTERVAL_MS);
  signal.addEventListener("abort", () => {
    popup.close();
    resolve({ type: "cancelled" });
  });
  return promise.finally(() => {
    clearInterval(closedCheck);
    channel.close();
  });
}

/** Signs in. Later calls carry the session cookie, and the page header shows who's signed in. */
export async function signInWithGoogle(payload: GoogleLoginInput): Promise<void> {
  await renewSessionDuring(async () => {
    const { user } = await call(loginResponse, "/auth/google-login", { method: "POST", body: payload });
    const { beginSession } = await import("./begin-session.ts");
    await beginSession(user);
  });
}
