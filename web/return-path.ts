/**
 * The history state that sign-in and sign-up pages pass to each other: the page to return to, the typed email address,
 * whether we sent it a link, and what the person was about to do (`intent.ts`).
 */
import { paths } from "./paths.ts";

/** The page after signing in, by default the profile. Only addresses of our own pages are accepted. */
export function returnPath(state: unknown): string {
  const from = textIn(state, "from");
  return /^\/(?![/\\])/.test(from) ? from : paths.myProfile;
}

/** The email address typed on the previous page, or an empty string. */
export function typedEmail(state: unknown): string {
  return textIn(state, "email");
}

/** Whether a link was sent to that address, which confirms it. */
export function linkWasSent(state: unknown): boolean {
  return valueIn(state, "linkSent") === true;
}

/** The state for the next sign-in or sign-up page, which returns to the same page and the same action. */
export function onwardState(state: unknown, email: string) {
  return { from: returnPath(state), email, ...returnState(state) };
}

/** The state for the page to return to. */
export function returnState(state: unknown): { readonly intent: unknown } | null {
  const intent = valueIn(state, "intent");
  return intent ? { intent } : null;
}

function textIn(state: unknown, name: "from" | "email"): string {
  const value = valueIn(state, name);
  return typeof value === "string" ? value : "";
}

function valueIn(state: unknown, name: string): unknown {
  return typeof state === "object" && state !== null ? Reflect.get(state, name) : undefined;
}
