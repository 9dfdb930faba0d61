/**
 * Signing in with Google: a window of its own goes there and back, and tells this page by a channel within our origin
 * who it was. What the window says opens nothing by itself; the call that follows carries the proof in a cookie.
 */
import { loginAnswer } from "../../worker/contract/account.ts";
import { GOOGLE_CHANNEL, type GoogleLoginInput, googleMessage } from "../../worker/contract/google.ts";
import { call } from "./client.ts";
import { setSessionUser } from "./session.ts";

export type GoogleOutcome =
  | { readonly type: "verified"; readonly payload: GoogleLoginInput }
  /** The window was closed, or the person decided otherwise there. */
  | { readonly type: "cancelled" }
  | { readonly type: "failed" }
  /** The browser did not let us open a window. */
  | { readonly type: "blocked" };

const WINDOW = "popup,width=480,height=640";
const LOOK_EVERY_MS = 250;
/** The message of a window that has closed itself may come a moment after its end. */
const GRACE_MS = 1_500;

/** Right after a click: browsers open no window otherwise. An abort closes it and is a cancellation. */
export function askGoogle(signal: AbortSignal): Promise<GoogleOutcome> {
  const channel = new BroadcastChannel(GOOGLE_CHANNEL);
  const opened = window.open("/api/v1/auth/google", GOOGLE_CHANNEL, WINDOW);
  if (!opened) {
    channel.close();
    return Promise.resolve({ type: "blocked" });
  }
  const { promise, resolve } = Promise.withResolvers<GoogleOutcome>();
  channel.addEventListener("message", ({ data }) => {
    const read = googleMessage.safeParse(data);
    resolve(read.success ? read.data : { type: "failed" });
  });
  const looking = setInterval(() => {
    if (!opened.closed) return;
    clearInterval(looking);
    setTimeout(() => resolve({ type: "cancelled" }), GRACE_MS);
  }, LOOK_EVERY_MS);
  signal.addEventListener("abort", () => {
    opened.close();
    resolve({ type: "cancelled" });
  });
  return promise.finally(() => {
    clearInterval(looking);
    channel.close();
  });
}

/** From here on every call carries the session, and the header knows the person. */
export async function logInWithGoogle(payload: GoogleLoginInput): Promise<void> {
  const { user } = await call(loginAnswer, "/auth/google-login", { method: "POST", body: payload });
  setSessionUser(user);
}
