import { useLocation, useNavigate } from "react-router";

import { paths } from "../paths.ts";

/** Opens the login; `from` in the state of the history entry is the page to return to. */
export function useLoginRedirect(): () => void {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  return () => void navigate(paths.login, { state: { from: pathname + search } });
}
