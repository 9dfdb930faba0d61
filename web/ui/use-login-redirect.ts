import { useLocation, useNavigate } from "react-router";

import type { Intent } from "../intent.ts";
import { paths } from "../paths.ts";

/**
 * Opens the login; the state of the history entry has the page to return to, this one if no other is named, and what
 * the person was about to do.
 */
export function useLoginRedirect(): (intent?: Intent, from?: string) => void {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  return (intent, from = pathname + search) => void navigate(paths.login, { state: { from, intent } });
}
