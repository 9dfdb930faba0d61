/** Guards of the routes: the routes below a guard are rendered only for the people who may see them. */
import { useState } from "react";
import { Navigate, Outlet, useLocation } from "react-router";

import { useSessionUser, endedByChoice } from "./api/session.ts";
import { paths } from "./paths.ts";
import { returnPath } from "./return-path.ts";

export function SignedInOnly() {
  const user = useSessionUser();
  const [cameSignedIn] = useState(user !== null);
  // Another person may have signed in in another tab, and must not see what was on screen.
  if (user) return <Outlet key={user.id} />;
  return <Navigate to={cameSignedIn && endedByChoice() ? paths.home : paths.login} replace />;
}

export function GuestsOnly() {
  const { state } = useLocation();
  return useSessionUser() ? <Navigate to={returnPath(state)} replace /> : <Outlet />;
}
