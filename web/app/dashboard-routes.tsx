/**
 * The pages of the dashboard. They're kept out of the first script, because visitors who aren't signed in never open
 * them.
 */
import type { ComponentType } from "react";
import { type RouteObject, useRoutes } from "react-router";

import type { OwnPageName } from "../../worker/contract/pages.ts";
import { paths } from "../paths.ts";
import { lazyPart } from "../ui/lazy-part.tsx";
import AdminsOnly from "./admins-only.tsx";
import DashboardLayout from "./dashboard-layout.tsx";
import { pageRoutes } from "./page-routes.tsx";

const NotFoundPage = lazyPart(() => import("../pages/not-found-page.tsx"));

const COMPONENTS: { readonly [Name in OwnPageName]: ComponentType } = {
  dashboard: lazyPart(() => import("../pages/dashboard-index.tsx")),
  myProfile: lazyPart(() => import("../pages/my-profile-page.tsx")),
  myAuctions: lazyPart(() => import("../pages/my-auctions-page.tsx")),
  createAuction: lazyPart(() => import("../pages/create-auction-page.tsx")),
  drafts: lazyPart(() => import("../pages/drafts-page.tsx")),
  editAuction: lazyPart(() => import("../pages/edit-auction-page.tsx")),
  myBids: lazyPart(() => import("../pages/my-bids-page.tsx")),
  watchlist: lazyPart(() => import("../pages/watchlist-page.tsx")),
  auctionsWon: lazyPart(() => import("../pages/auctions-won-page.tsx")),
  deals: lazyPart(() => import("../pages/deals-page.tsx")),
  deal: lazyPart(() => import("../pages/deal-page.tsx")),
  invoice: lazyPart(() => import("../pages/invoice-page.tsx")),
  history: lazyPart(() => import("../pages/history-page.tsx")),
  moderation: lazyPart(() => import("../pages/moderation-page.tsx")),
  admin: lazyPart(() => import("../pages/admin-page.tsx")),
  adminDeal: lazyPart(() => import("../pages/admin-deal-page.tsx")),
  createCategory: lazyPart(() => import("../pages/create-category-page.tsx")),
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
