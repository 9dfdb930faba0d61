/**
 * The history state that the pages for signing in and up pass to each other: the page to return to, and the e-mail
 * address of a new account.
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

/** For the login after signing up: it leads back to the same page. */
export function signedUpState(state: unknown, email: string): { readonly from: string; readonly email: string } {
  return { from: returnPath(state), email };
}

function textIn(state: unknown, name: "from" | "email"): string {
  const value: unknown = typeof state === "object" && state !== null ? Reflect.get(state, name) : undefined;
  return typeof value === "string" ? value : "";
}
