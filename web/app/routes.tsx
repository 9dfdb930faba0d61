import { type RouteObject, useLocation, useRoutes } from "react-router";

// The landing page is part of the first script: most visits begin here, and this saves a request.
import LandingPage from "../pages/landing-page.tsx";
import { paths } from "../paths.ts";
import { lazyPart } from "../ui/lazy-part.tsx";
import { GuestsOnly, SignedInOnly } from "./guards.tsx";
import { Shell } from "./shell.tsx";

const AboutPage = lazyPart(() => import("../pages/about-page.tsx"));
const AuctionsPage = lazyPart(() => import("../pages/auctions-page.tsx"));
const AuctionPage = lazyPart(() => import("../pages/auction-page.tsx"));
const SellerPage = lazyPart(() => import("../pages/seller-page.tsx"));
const TextPage = lazyPart(() => import("../pages/text-page.tsx"));
const LoginPage = lazyPart(() => import("../pages/login-page.tsx"));
const SignupPage = lazyPart(() => import("../pages/signup-page.tsx"));
const ForgotPasswordPage = lazyPart(() => import("../pages/forgot-password-page.tsx"));
const MailLinkPage = lazyPart(() => import("../pages/mail-link-page.tsx"));
const DashboardRoutes = lazyPart(() => import("./dashboard-routes.tsx"));
const NotFoundPage = lazyPart(() => import("../pages/not-found-page.tsx"));

const TEXTS = [
  paths.howItWorks,
  paths.help,
  paths.contact,
  paths.terms,
  paths.privacy,
  paths.cookies,
  paths.imprint,
] as const;

const ROUTES: RouteObject[] = [
  {
    Component: Shell,
    children: [
      { path: paths.home, Component: LandingPage },
      { path: paths.about, Component: AboutPage },
      { path: paths.auctions, Component: AuctionsPage },
      { path: "/auction/:auctionId", Component: AuctionPage },
      { path: "/seller/:sellerId", Component: SellerPage },
      ...TEXTS.map((path) => ({ path, element: <TextPage address={path} /> })),
      {
        Component: GuestsOnly,
        children: [
          { path: paths.login, Component: LoginPage },
          { path: paths.signup, Component: SignupPage },
          { path: paths.forgotPassword, Component: ForgotPasswordPage },
        ],
      },
      // For everyone: a person who is still signed in may have forgotten the password, or open a link elsewhere.
      { path: paths.resetPassword, Component: MailLinkPage },
      { path: paths.confirmEmail, Component: MailLinkPage },
      { Component: SignedInOnly, children: [{ path: `${paths.dashboard}/*`, Component: DashboardRoutes }] },
      { path: "*", Component: NotFoundPage },
    ],
  },
];

/** No address of ours has such a character: something was pasted around it. */
const NOT_OURS = /[^a-z\d_/-]/;

export function AppRoutes() {
  const { pathname } = useLocation();
  // The page for what is not found knows what may be meant.
  return useRoutes(ROUTES, NOT_OURS.test(pathname) ? "/-" : undefined);
}
