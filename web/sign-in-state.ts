/**
 * The history state that sign-in and sign-up pages pass to each other. It holds the page to return to, the typed email
 * address, whether we sent a link there, and the interrupted action (`intent.ts`).
 */
import { paths } from "./paths.ts";

/** The page after signing in, by default the profile. Only paths of our own pages are accepted. */
export function readReturnPath(state: unknown): string {
  const from = readText(state, "from");
  return /^\/(?![/\\])/.test(from) ? from : paths.myProfile;
}

/** The email address typed on the previous page, or an empty string. */
export function readTypedEmail(state: unknown): string {
  return readText(state, "email");
}

/** Whether we sent a confirmation link to the typed address. */
export function wasLinkSent(state: unknown): boolean {
  return readValue(state, "linkSent") === true;
}

/** The state for the next sign-in or sign-up page, which returns to the same page and the same action. */
export function onwardState(state: unknown, email: string) {
  return { from: readReturnPath(state), email, ...returnState(state) };
}

/** The state for the page to return to. */
export function returnState(state: unknown): { readonly intent: unknown } | null {
  const intent = readValue(state, "intent");
  return intent ? { intent } : null;
}

function readText(state: unknown, name: "from" | "email"): string {
  const value = readValue(state, name);
  return typeof value === "string" ? value : "";
}

function readValue(state: unknown, name: string): unknown {
  return typeof state === "object" && state !== null ? Reflect.get(state, name) : undefined;
}
