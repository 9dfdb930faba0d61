/**
 * The history state that the pages for signing in and up pass to each other: the page to return to, the typed email
 * address, whether we sent a link to it, and what the person was about to do (`intent.ts`). Only the pages that use it
 * read it.
 */
import { paths } from "./paths.ts";

/** The page after signing in, else the profile. Only addresses of our own pages are accepted. */
export function returnPath(state: unknown): string {
  const from = textIn(state, "from");
  return /^\/(?![/\\])/.test(from) ? from : paths.myProfile;
}

/** The email address that was typed on the page before, else an empty text. */
export function typedEmail(state: unknown): string {
  return textIn(state, "email");
}

/** Whether a link was sent to that address, which confirms it. */
export function linkWasSent(state: unknown): boolean {
  return valueIn(state, "linkSent") === true;
}

/** For the next page of signing in or up, which leads back to the same page to do the same. */
export function onwardState(state: unknown, email: string) {
  return { from: returnPath(state), email, ...returnState(state) };
}

/** For the page to return to. */
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
