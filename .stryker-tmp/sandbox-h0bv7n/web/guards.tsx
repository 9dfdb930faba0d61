/** Who may see a page. The routes below a guard are rendered only for those they are for. */
// @ts-nocheck

import { useState } from "react";
import { Navigate, Outlet, useLocation } from "react-router";

import { useSessionUser, wasLeftByChoice } from "./api/session.ts";
import { paths } from "./paths.ts";
import { returnPath } from "./return-path.ts";

export function SignedInOnly() {
  const user = useSessionUser();
  const [cameSignedIn] = useState(user !== null);
  if (user) return <Outlet />;
  return <Navigate to={cameSignedIn && wasLeftByChoice() ? paths.home : paths.login} replace />;
}

export function GuestsOnly() {
  const { state } = useLocation();
  return useSessionUser() ? <Navigate to={returnPath(state)} replace /> : <Outlet />;
}
