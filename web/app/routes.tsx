import { type RouteObject, useLocation, useRoutes } from "react-router";

import { paths } from "../paths.ts";
import { lazyComponent } from "../ui/lazy-component.tsx";
import { GuestsOnly, SignedInOnly } from "./guards.tsx";
import { pageRoutes } from "./page-routes.tsx";
import { PAGE_COMPONENTS } from "./pages.ts";
import { Shell } from "./shell.tsx";

const DashboardRoutes = lazyComponent(() => import("./dashboard-routes.tsx"));
const NotFoundPage = lazyComponent(() => import("../pages/not-found-page.tsx"));

const ROUTES: RouteObject[] = [
  {
    Component: Shell,
    children: [
      ...pageRoutes(PAGE_COMPONENTS, "everyone"),
      { Component: GuestsOnly, children: pageRoutes(PAGE_COMPONENTS, "guests") },
      { Component: SignedInOnly, children: [{ path: `${paths.dashboard}/*`, Component: DashboardRoutes }] },
      { path: "*", Component: NotFoundPage },
    ],
  },
];

/** None of our URLs contain such a character, so extra text was pasted with the URL. */
const NOT_OURS = /[^a-z\d_/-]/;

export function AppRoutes() {
  const { pathname } = useLocation();
  // The "not found" page can work out which page was meant.
  return useRoutes(ROUTES, NOT_OURS.test(pathname) ? "/-" : undefined);
}
