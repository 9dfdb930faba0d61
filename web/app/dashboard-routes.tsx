import { type RouteObject, useRoutes } from "react-router";

import { paths } from "../paths.ts";
import { lazyPart } from "../ui/lazy-part.tsx";
import { DashboardLayout } from "./dashboard-layout.tsx";

const DashboardIndex = lazyPart(() => import("../pages/dashboard-index.tsx"));
const MyProfilePage = lazyPart(() => import("../pages/my-profile-page.tsx"));
const MyAuctionsPage = lazyPart(() => import("../pages/my-auctions-page.tsx"));
const CreateAuctionPage = lazyPart(() => import("../pages/create-auction-page.tsx"));
const DraftsPage = lazyPart(() => import("../pages/drafts-page.tsx"));
const EditAuctionPage = lazyPart(() => import("../pages/edit-auction-page.tsx"));
const MyBidsPage = lazyPart(() => import("../pages/my-bids-page.tsx"));
const WatchlistPage = lazyPart(() => import("../pages/watchlist-page.tsx"));
const AuctionsWonPage = lazyPart(() => import("../pages/auctions-won-page.tsx"));
const HistoryPage = lazyPart(() => import("../pages/history-page.tsx"));
const CreateCategoryPage = lazyPart(() => import("../pages/create-category-page.tsx"));
const ModerationPage = lazyPart(() => import("../pages/moderation-page.tsx"));
const DeskPage = lazyPart(() => import("../pages/desk-page.tsx"));
const NotFoundPage = lazyPart(() => import("../pages/not-found-page.tsx"));

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
