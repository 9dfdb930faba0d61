/**
 * The components of the pages outside the dashboard. Those inside are in `dashboard-routes.tsx`. Everything else about
 * a page, such as its path and who can see it, is in the contract's table.
 */
import type { ComponentType } from "react";

import type { DashboardPageName, PageName } from "../../worker/contract/urls/pages.ts";
// The landing page is part of the first script, because most visits begin here and this saves a request.
import LandingPage from "../pages/landing-page.tsx";
import { lazyComponent } from "../ui/lazy-component.tsx";

const LazyTextPage = lazyComponent(() => import("../pages/text-page.tsx"));
const LazyEmailLinkPage = lazyComponent(() => import("../pages/email-link-page.tsx"));

export const PAGE_COMPONENTS: { readonly [Name in Exclude<PageName, DashboardPageName>]: ComponentType } = {
  home: LandingPage,
  about: lazyComponent(() => import("../pages/about-page.tsx")),
  auctions: lazyComponent(() => import("../pages/auctions-page.tsx")),
  auction: lazyComponent(() => import("../pages/auction-page.tsx")),
  seller: lazyComponent(() => import("../pages/seller-page.tsx")),
  howItWorks: LazyTextPage,
  help: LazyTextPage,
  contact: LazyTextPage,
  terms: LazyTextPage,
  privacy: LazyTextPage,
  cookies: LazyTextPage,
  imprint: LazyTextPage,
  login: lazyComponent(() => import("../pages/login-page.tsx")),
  signup: lazyComponent(() => import("../pages/signup-page.tsx")),
  forgotPassword: lazyComponent(() => import("../pages/forgot-password-page.tsx")),
  resetPassword: LazyEmailLinkPage,
  confirmEmail: LazyEmailLinkPage,
};
