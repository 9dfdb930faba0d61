import { lazy } from "react";
import { Route, Routes } from "react-router";

import { GuestsOnly, SignedInOnly } from "./guards.tsx";
// The landing page is part of the first script: most visits begin here, and this saves a request.
import LandingPage from "./pages/landing-page.tsx";
import { paths } from "./paths.ts";
import { Shell } from "./shell.tsx";

const AboutPage = lazy(() => import("./pages/about-page.tsx"));
const AuctionsPage = lazy(() => import("./pages/auctions-page.tsx"));
const AuctionPage = lazy(() => import("./pages/auction-page.tsx"));
const SellerPage = lazy(() => import("./pages/seller-page.tsx"));
const TextPage = lazy(() => import("./pages/text-page.tsx"));
const LoginPage = lazy(() => import("./pages/login-page.tsx"));
const SignupPage = lazy(() => import("./pages/signup-page.tsx"));
const ForgotPasswordPage = lazy(() => import("./pages/forgot-password-page.tsx"));
const MailLinkPage = lazy(() => import("./pages/mail-link-page.tsx"));
const DashboardPage = lazy(() => import("./pages/dashboard-page.tsx"));
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

const TEXTS = [
  paths.howItWorks,
  paths.help,
  paths.contact,
  paths.terms,
  paths.privacy,
  paths.cookies,
  paths.imprint,
] as const;

export function AppRoutes() {
  return (
    <Routes>
      <Route element={<Shell />}>
        <Route path={paths.home} element={<LandingPage />} />
        <Route path={paths.about} element={<AboutPage />} />
        <Route path={paths.auctions} element={<AuctionsPage />} />
        <Route path="/auction/:auctionId" element={<AuctionPage />} />
        <Route path="/seller/:sellerId" element={<SellerPage />} />
        {TEXTS.map((address) => (
          <Route key={address} path={address} element={<TextPage address={address} />} />
        ))}
        <Route element={<GuestsOnly />}>
          <Route path={paths.login} element={<LoginPage />} />
          <Route path={paths.signup} element={<SignupPage />} />
          <Route path={paths.forgotPassword} element={<ForgotPasswordPage />} />
        </Route>
        {/* For everyone: a person who is still signed in may have forgotten the password, or open a link elsewhere. */}
        <Route path={paths.resetPassword} element={<MailLinkPage />} />
        <Route path={paths.confirmEmail} element={<MailLinkPage />} />
        <Route element={<SignedInOnly />}>
          <Route path={paths.dashboard} element={<DashboardPage />}>
            <Route index element={<DashboardIndex />} />
            <Route path={paths.myProfile} element={<MyProfilePage />} />
            <Route path={paths.myAuctions} element={<MyAuctionsPage />} />
            <Route path={paths.createAuction} element={<CreateAuctionPage />} />
            <Route path={paths.drafts} element={<DraftsPage />} />
            <Route path="/dashboard/edit-auction/:auctionId" element={<EditAuctionPage />} />
            <Route path={paths.myBids} element={<MyBidsPage />} />
            <Route path={paths.watchlist} element={<WatchlistPage />} />
            <Route path={paths.auctionsWon} element={<AuctionsWonPage />} />
            <Route path={paths.history} element={<HistoryPage />} />
            <Route path={paths.moderation} element={<ModerationPage />} />
            <Route path={paths.desk} element={<DeskPage />} />
            <Route path={paths.createCategory} element={<CreateCategoryPage />} />
          </Route>
        </Route>
        <Route path="*" element={<NotFoundPage />} />
      </Route>
    </Routes>
  );
}
