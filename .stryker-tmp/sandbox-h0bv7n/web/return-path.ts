/**
 * Where someone goes who has signed in: back to the page that sent them to the login, if it said so in the history
 * entry's state, else to their profile. Only addresses of our own pages count.
 */
// @ts-nocheck

import { paths } from "./paths.ts";

export function returnPath(state: unknown): string {
  if (typeof state !== "object" || state === null || !("from" in state)) return paths.myProfile;
  const { from } = state;
  return typeof from === "string" && /^\/(?![/\\])/.test(from) ? from : paths.myProfile;
}
