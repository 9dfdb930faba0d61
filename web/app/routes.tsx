import { type RouteObject, useRoutes } from "react-router";

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

export function AppRoutes() {
  return useRoutes(ROUTES);
}
