/** Route guards. The routes below a guard render only for people who can see them. */
import { useState } from "react";
import { Navigate, Outlet, useLocation } from "react-router";

import { useSessionUser, wasEndedByChoice } from "../api/session.ts";
import { paths } from "../paths.ts";
import { readReturnPath, returnState } from "../sign-in-state.ts";

/** Visitors sign in or sign up first, then return to the page they wanted. */
export function SignedInOnly() {
  const user = useSessionUser();
  const { pathname, search } = useLocation();
  const [cameSignedIn] = useState(user !== null);
  // Someone else may have signed in in another tab, and must not see what was on screen.
  if (user) return <Outlet key={user.id} />;
  if (cameSignedIn && wasEndedByChoice()) return <Navigate to={paths.home} replace />;
  return <Navigate to={paths.login} state={cameSignedIn ? null : { from: pathname + search }} replace />;
}

export function GuestsOnly() {
  const { state } = useLocation();
  return useSessionUser() ? <Navigate to={readReturnPath(state)} state={returnState(state)} replace /> : <Outlet />;
}
