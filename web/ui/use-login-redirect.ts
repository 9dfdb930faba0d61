import { useLocation, useNavigate } from "react-router";

import type { Intent } from "../intent.ts";
import { paths } from "../paths.ts";

/**
 * Opens the sign-in page. The history entry's state holds the page to return to (by default this one) and what the
 * person was about to do.
 */
export function useLoginRedirect(): (intent?: Intent, from?: string) => void {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  return (intent, from = pathname + search) => void navigate(paths.login, { state: { from, intent } });
}
