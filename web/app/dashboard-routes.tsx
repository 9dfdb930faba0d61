/**
 * The pages of the dashboard. They're kept out of the first script, because visitors who aren't signed in never open
 * them.
 */
import type { ComponentType } from "react";
import { type RouteObject, useRoutes } from "react-router";

import type { DashboardPageName } from "../../worker/contract/urls/pages.ts";
import { paths } from "../paths.ts";
import { lazyComponent } from "../ui/lazy-component.tsx";
import AdminsOnly from "./admins-only.tsx";
import DashboardLayout from "./dashboard-layout.tsx";
import { pageRoutes } from "./page-routes.tsx";

const NotFoundPage = lazyComponent(() => import("../pages/not-found-page.tsx"));

const COMPONENTS: { readonly [Name in DashboardPageName]: ComponentType } = {
  dashboard: lazyComponent(() => import("../pages/dashboard-index.tsx")),
  myProfile: lazyComponent(() => import("../pages/my-profile-page.tsx")),
  myAuctions: lazyComponent(() => import("../pages/my-auctions-page.tsx")),
  createAuction: lazyComponent(() => import("../pages/create-auction-page.tsx")),
  drafts: lazyComponent(() => import("../pages/drafts-page.tsx")),
  editAuction: lazyComponent(() => import("../pages/edit-auction-page.tsx")),
  myBids: lazyComponent(() => import("../pages/my-bids-page.tsx")),
  watchlist: lazyComponent(() => import("../pages/watchlist-page.tsx")),
  auctionsWon: lazyComponent(() => import("../pages/auctions-won-page.tsx")),
  deals: lazyComponent(() => import("../pages/deals-page.tsx")),
  deal: lazyComponent(() => import("../pages/deal-page.tsx")),
  invoice: lazyComponent(() => import("../pages/invoice-page.tsx")),
  history: lazyComponent(() => import("../pages/history-page.tsx")),
  moderation: lazyComponent(() => import("../pages/moderation-page.tsx")),
  admin: lazyComponent(() => import("../pages/admin-page.tsx")),
  adminDeal: lazyComponent(() => import("../pages/admin-deal-page.tsx")),
  createCategory: lazyComponent(() => import("../pages/create-category-page.tsx")),
};

const ROUTES: RouteObject[] = [
  {
    Component: DashboardLayout,
    children: [
      ...pageRoutes(COMPONENTS, "members", paths.dashboard),
      { Component: AdminsOnly, children: pageRoutes(COMPONENTS, "admins", paths.dashboard) },
    ],
  },
  { path: "*", Component: NotFoundPage },
];

export default function DashboardRoutes() {
  return useRoutes(ROUTES);
}
