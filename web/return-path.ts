/**
 * The page after signing in: the one that redirected to the login, from the history entry's state, else the profile.
 * Only addresses of our own pages are accepted.
 */
import { paths } from "./paths.ts";

export function returnPath(state: unknown): string {
  if (typeof state !== "object" || state === null || !("from" in state)) return paths.myProfile;
  const { from } = state;
  return typeof from === "string" && /^\/(?![/\\])/.test(from) ? from : paths.myProfile;
}
