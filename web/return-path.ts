/**
 * The history state that the pages for signing in and up pass to each other: the page to return to, the e-mail address
 * of a new account, and whether a link to it is on its way.
 */
import { paths } from "./paths.ts";

/** The page after signing in, else the profile. Only addresses of our own pages are accepted. */
export function returnPath(state: unknown): string {
  const from = textIn(state, "from");
  return /^\/(?![/\\])/.test(from) ? from : paths.myProfile;
}

/** The e-mail address that was just signed up with, else an empty text. */
export function newEmail(state: unknown): string {
  return textIn(state, "email");
}

/** Whether a link was sent to that address, which confirms it. */
export function linkWasSent(state: unknown): boolean {
  return valueIn(state, "linkSent") === true;
}

type SignedUpState = { readonly from: string; readonly email: string; readonly linkSent: boolean };

/** For the login after signing up: it leads back to the same page. */
export function signedUpState(state: unknown, email: string, linkSent: boolean): SignedUpState {
  return { from: returnPath(state), email, linkSent };
}

function textIn(state: unknown, name: "from" | "email"): string {
  const value = valueIn(state, name);
  return typeof value === "string" ? value : "";
}

function valueIn(state: unknown, name: keyof SignedUpState): unknown {
  return typeof state === "object" && state !== null ? Reflect.get(state, name) : undefined;
}
