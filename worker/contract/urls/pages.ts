/**
 * All pages. Everything about URLs follows from this table: where the Worker serves the app (it answers 404 elsewhere),
 * search engines and link previews, the router with its guards, `paths`, tab titles, the dashboard's menu and the tests
 * that walk all pages. A public page also needs a description, at the end of this file. The code of a page is in
 * `web/app/pages.ts` or `dashboard-routes.tsx`, and its menu icon in `dashboard-entries.tsx`.
 */

export type SitePage = {
  /** Contains placeholders for IDs, such as `:auctionId`. */
  readonly path: string;
  /** Without the site's name, which the Worker and the browser add. Absent if the page is named after what it shows. */
  readonly title?: string;
  /** Who can see it. Visitors sign in first. For everyone but admins, an admin page doesn't exist. */
  readonly audience: "everyone" | "guests" | "members" | "admins";
  /** Its label in the dashboard's menu, which lists pages in the order of `PAGES`. */
  readonly menuLabel?: string;
  /** The page whose menu entry is highlighted. */
  readonly parent?: string;
};

export const PAGES = {
  home: {
    path: "/",
    title: "Live auctions",
    audience: "everyone",
  },
  about: {
    path: "/about",
    title: "About",
    audience: "everyone",
  },
  auctions: {
    path: "/auctions",
    title: "All Auctions",
    audience: "everyone",
  },
  auction: { path: "/auction/:auctionId", audience: "everyone" },
  seller: { path: "/seller/:sellerId", audience: "everyone" },
  howItWorks: {
    path: "/how-it-works",
    title: "How it works",
    audience: "everyone",
  },
  help: {
    path: "/help",
    title: "Help",
    audience: "everyone",
  },
  contact: {
    path: "/contact",
    title: "Contact",
    audience: "everyone",
  },
  terms: {
    path: "/terms",
    title: "Terms",
    audience: "everyone",
  },
  privacy: {
    path: "/privacy",
    title: "Privacy",
    audience: "everyone",
  },
  cookies: {
    path: "/cookies",
    title: "Cookies",
    audience: "everyone",
  },
  imprint: {
    path: "/imprint",
    title: "Legal notice",
    audience: "everyone",
  },
  login: {
    path: "/login",
    title: "Login",
    audience: "guests",
  },
  signup: {
    path: "/signup",
    title: "Sign Up",
    audience: "guests",
  },
  forgotPassword: { path: "/forgot-password", title: "Forgot password", audience: "guests" },
  // Emails link to these two, with a token in the fragment. A person who is still signed in may have forgotten the
  // password, or open a link elsewhere.
  resetPassword: { path: "/reset-password", title: "New password", audience: "everyone" },
  confirmEmail: { path: "/confirm-email", title: "Confirm your email address", audience: "everyone" },
  // It has no title, because it only redirects.
  dashboard: { path: "/dashboard", audience: "members" },
  myProfile: { path: "/dashboard/my-profile", title: "My Profile", audience: "members", menuLabel: "My Profile" },
  myAuctions: { path: "/dashboard/my-auctions", title: "My Auctions", audience: "members", menuLabel: "My Auctions" },
  createAuction: {
    path: "/dashboard/create-auction",
    title: "Create New Auction",
    audience: "members",
    menuLabel: "Create Auction",
  },
  drafts: { path: "/dashboard/drafts", title: "My Drafts", audience: "members", parent: "myAuctions" },
  editAuction: { path: "/dashboard/edit-auction/:auctionId", title: "Edit Auction", audience: "members" },
  myBids: { path: "/dashboard/my-bids", title: "My Bids", audience: "members", menuLabel: "My Bids" },
  watchlist: { path: "/dashboard/watchlist", title: "Watchlist", audience: "members", menuLabel: "Watchlist" },
  auctionsWon: {
    path: "/dashboard/auctions-won",
    title: "My Winnings",
    audience: "members",
    menuLabel: "Auctions Won",
  },
  deals: { path: "/dashboard/deals", title: "My Deals", audience: "members", menuLabel: "Deals" },
  deal: { path: "/dashboard/deals/:dealId", title: "Deal", audience: "members", parent: "deals" },
  invoice: {
    path: "/dashboard/deals/:dealId/invoice",
    title: "Invoice and receipt",
    audience: "members",
    parent: "deals",
  },
  history: { path: "/dashboard/history", title: "Auction History", audience: "members", menuLabel: "History" },
  moderation: { path: "/dashboard/moderation", title: "Moderation", audience: "admins", menuLabel: "Moderation" },
  admin: { path: "/dashboard/admin", title: "Admin pages", audience: "admins", parent: "moderation" },
  adminDeal: { path: "/dashboard/admin/deals/:dealId", title: "Deal", audience: "admins", parent: "moderation" },
  createCategory: { path: "/dashboard/create-category", title: "Create Category", audience: "members" },
} as const satisfies Readonly<Record<string, SitePage>>;

export type PageName = keyof typeof PAGES;
/** The dashboard's pages, for people who are signed in. */
export type DashboardPageName = {
  [Name in PageName]: (typeof PAGES)[Name]["audience"] extends "members" | "admins" ? Name : never;
}[PageName];
export type PagePath = (typeof PAGES)[PageName]["path"];

/** The names of all pages, in the order of the table. */
export const PAGE_NAMES = Object.keys(PAGES).filter((name): name is PageName => name in PAGES);

/** The URLs of all pages, as patterns. */
export const PAGE_PATHS: readonly PagePath[] = Object.values(PAGES).map(({ path }) => path);

export function isPage(path: string): boolean {
  return pagePatternOf(path) !== null;
}

export function isPagePattern(pattern: string): boolean {
  return PAGE_PATHS.some((path) => path === pattern);
}

/** The pattern of a page's URL, without the IDs in it. Null if there is no page. */
export function pagePatternOf(path: string): PagePath | null {
  return PAGE_PATHS.find((pattern) => new RegExp(`^${pattern.replace(/:\w+/, "[^/]+")}/?$`).test(path)) ?? null;
}

/** Pages with a title that visitors can see. */
type DescribedPageName = {
  [Name in PageName]: (typeof PAGES)[Name] extends { title: string; audience: "everyone" | "guests" } ? Name : never;
}[PageName];

/** For search engines and link previews. Null for a page that they don't list. No page's script includes them. */
const DESCRIPTIONS: { readonly [Name in DescribedPageName]: string | null } = {
  home: "An online auction marketplace with live bidding. List an item, bid in real time, and win.",
  about: "What this site is, how bidding works, and how anyone can check that the rules were followed.",
  auctions: "Search every auction, choose a category, and bid live.",
  howItWorks: "How to buy and sell at live auctions, from the first bid to the end.",
  help: "The rules of bidding, and what a bid means.",
  contact: "How to reach the people who run this site.",
  terms: "The terms and conditions of buying and selling on this site.",
  privacy: "What this site stores about you, why, and for how long.",
  cookies: "The cookies that this site needs, and what each is for.",
  imprint: "Who runs this site.",
  login: "Sign in to bid, sell, and follow your auctions.",
  signup: "Create an account to bid and sell at live auctions.",
  resetPassword: null,
  confirmEmail: null,
  forgotPassword: null,
};

export type PageText = { readonly title: string; readonly description: string };

/** The title and description that search engines show, for a page with its own text. Null for any other. */
export function pageTextAt(path: string): PageText | null {
  const name = PAGE_NAMES.find((pageName) => PAGES[pageName].path === path);
  if (name === undefined) return null;
  const { title }: SitePage = PAGES[name];
  const description = hasDescription(name) ? DESCRIPTIONS[name] : null;
  return title === undefined || description === null ? null : { title, description };
}

function hasDescription(name: PageName): name is DescribedPageName {
  return Object.hasOwn(DESCRIPTIONS, name);
}

/** The URLs that sitemaps list, in addition to items, sellers and categories. */
export function indexedPaths(): readonly PagePath[] {
  return PAGE_PATHS.filter((path) => pageTextAt(path) !== null);
}
