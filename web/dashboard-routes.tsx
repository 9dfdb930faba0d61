import { lazy } from "react";
import { type RouteObject, useRoutes } from "react-router";

import { DashboardLayout } from "./features/navigation/dashboard-layout.tsx";
import { paths } from "./paths.ts";

const DashboardIndex = lazy(() => import("./pages/dashboard-index.tsx"));
const MyProfilePage = lazy(() => import("./pages/my-profile-page.tsx"));
const MyAuctionsPage = lazy(() => import("./pages/my-auctions-page.tsx"));
const CreateAuctionPage = lazy(() => import("./pages/create-auction-page.tsx"));
const DraftsPage = lazy(() => import("./pages/drafts-page.tsx"));
const EditAuctionPage = lazy(() => import("./pages/edit-auction-page.tsx"));
const MyBidsPage = lazy(() => import("./pages/my-bids-page.tsx"));
const WatchlistPage = lazy(() => import("./pages/watchlist-page.tsx"));
const AuctionsWonPage = lazy(() => import("./pages/auctions-won-page.tsx"));
const HistoryPage = lazy(() => import("./pages/history-page.tsx"));
const CreateCategoryPage = lazy(() => import("./pages/create-category-page.tsx"));
const ModerationPage = lazy(() => import("./pages/moderation-page.tsx"));
const DeskPage = lazy(() => import("./pages/desk-page.tsx"));
const NotFoundPage = lazy(() => import("./pages/not-found-page.tsx"));

const ROUTES: RouteObject[] = [
  {
    Component: DashboardLayout,
    children: [
      { index: true, Component: DashboardIndex },
      { path: below(paths.myProfile), Component: MyProfilePage },
      { path: below(paths.myAuctions), Component: MyAuctionsPage },
      { path: below(paths.createAuction), Component: CreateAuctionPage },
      { path: below(paths.drafts), Component: DraftsPage },
      { path: "edit-auction/:auctionId", Component: EditAuctionPage },
      { path: below(paths.myBids), Component: MyBidsPage },
      { path: below(paths.watchlist), Component: WatchlistPage },
      { path: below(paths.auctionsWon), Component: AuctionsWonPage },
      { path: below(paths.history), Component: HistoryPage },
      { path: below(paths.moderation), Component: ModerationPage },
      { path: below(paths.desk), Component: DeskPage },
      { path: below(paths.createCategory), Component: CreateCategoryPage },
    ],
  },
  { path: "*", Component: NotFoundPage },
];

/** The pages of the dashboard. The first script does not name them: visitors open none of them. */
export default function DashboardRoutes() {
  return useRoutes(ROUTES);
}

/** The path relative to the dashboard. */
function below(path: string): string {
  return path.slice(`${paths.dashboard}/`.length);
}
