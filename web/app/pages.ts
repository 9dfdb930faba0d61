/**
 * The components of the pages outside the dashboard. Those inside are in `dashboard-routes.tsx`. Everything else about
 * a page, such as its address and who can see it, is in the contract's table.
 */
import type { ComponentType } from "react";

import type { OwnPageName, PageName } from "../../worker/contract/pages.ts";
// The landing page is part of the first script, because most visits begin here and this saves a request.
import LandingPage from "../pages/landing-page.tsx";
import { lazyPart } from "../ui/lazy-part.tsx";

const text = lazyPart(() => import("../pages/text-page.tsx"));
const mailLink = lazyPart(() => import("../pages/mail-link-page.tsx"));

export const PAGE_COMPONENTS: { readonly [Name in Exclude<PageName, OwnPageName>]: ComponentType } = {
  home: LandingPage,
  about: lazyPart(() => import("../pages/about-page.tsx")),
  auctions: lazyPart(() => import("../pages/auctions-page.tsx")),
  auction: lazyPart(() => import("../pages/auction-page.tsx")),
  seller: lazyPart(() => import("../pages/seller-page.tsx")),
  howItWorks: text,
  help: text,
  contact: text,
  terms: text,
  privacy: text,
  cookies: text,
  imprint: text,
  login: lazyPart(() => import("../pages/login-page.tsx")),
  signup: lazyPart(() => import("../pages/signup-page.tsx")),
  forgotPassword: lazyPart(() => import("../pages/forgot-password-page.tsx")),
  resetPassword: mailLink,
  confirmEmail: mailLink,
};
