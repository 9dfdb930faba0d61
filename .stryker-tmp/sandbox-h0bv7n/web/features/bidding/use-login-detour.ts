// @ts-nocheck
import { useLocation, useNavigate } from "react-router";

import { paths } from "../../paths.ts";

/** The way to the login and back: `from` in the state of the history entry is where the person returns to. */
export function useLoginDetour(): () => void {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return () => void navigate(paths.login, { state: { from: pathname } });
}
