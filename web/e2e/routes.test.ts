/** Every path in the route table, as a visitor and as a user, on a desktop and on a phone. */
import type { Page as BrowserPage } from "@playwright/test";

import { type SitePage, PAGE_NAMES, type PageName, PAGES } from "../../worker/contract/urls/pages.ts";
import { listAuction, placeBid, sellerPageOf } from "./actions.ts";
import { type TestAccount, expect, NIGHTLY, collectProblems, test } from "./fixtures.ts";

type RoutedPage = { readonly path: string; readonly title: string; readonly texts: readonly string[] };

const VIEWPORTS = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];

/** The browser logs the status of a missing page or deal. */
const LOGGED_ERROR = "Failed to load resource: the server responded with a status of 404 (Not Found)";

let sue: TestAccount;
let ann: TestAccount;
let auction: string;
let sellerPage: string;

test.beforeAll(async ({ newAccount }) => {
  [sue, ann] = await Promise.all([newAccount("Sue"), newAccount("Ann")]);
  auction = await listAuction(sue);
  await placeBid(auction, ann, 120);
  sellerPage = await sellerPageOf(auction, sue);
});

/** Text on each page, in addition to its title. The seller, auction and edit pages are those of Sue and her auction. */
const TEXTS: { readonly [Name in PageName]?: readonly string[] } = {
  home: [
    "Start Bidding",
    "1000+",
    "25000+",
    "2.5Cr+",
    "Secure Bidding",
    "Global Community",
    "Real-time Updates",
    "Featured Auctions",
    "Explore Categories",
    "Art & Collectibles",
    "2.5k+",
    "Antiques",
    "670+",
  ],
  about: ["Live Bidding", "Instant Updates", "Global Community", "Accessible Anywhere"],
  // On a phone, the list's choices are behind one button, which finding.test.ts opens.
  auctions: ["All Auctions", "Brass telescope", "Sue Example"],
  auction: [
    "211 reviews",
    "Free Return",
    "Fast and Secure Shipping",
    "Trending Auction - High Demand!",
    "1 bid placed",
    "Auction Closing soon - Place your Bid!",
    "Current Bid Price",
    "Starting Price",
    "1 bid is live",
    "Live Auction",
  ],
  seller: ["Sue Example", "Member since", "For sale", "Coming up", "Sold", "Brass telescope"],
  login: ["Welcome Back", "Sign In", "Sign In with Google"],
  signup: ["Create Account", "Sign Up with Google"],
  forgotPassword: ["Forgot your password?", "Send link", "Back to Login"],
  // The emailed link has its token after the #.
  resetPassword: ["Choose a new password", "This link is incomplete", "Request a new link"],
  myProfile: [
    "Member since",
    "Overview",
    "Recent Activity",
    "Statistics",
    "Total Auctions",
    "Items Won",
    "Total Bids",
    "Total Value",
  ],
  myAuctions: [
    "Total Auctions",
    "Live Auctions",
    "Sold Items",
    "Expired",
    "No Auctions Yet",
    "Start by creating your first auction",
  ],
  createAuction: [
    "Create New Auction",
    "Max 10MB",
    "Product Title",
    "Choose a Category",
    "Cannot be changed Later",
    "Product Description",
    "Starting Price",
    "Auction End Date",
  ],
  drafts: ["My Drafts", "No drafts yet", "No one else sees them"],
  editAuction: ["Edit Auction", "This isn't one of your auctions"],
  myBids: ["My Bids", "Leading", "Brass telescope", "Your bid"],
  watchlist: ["Watchlist", "Your watchlist is empty", "Browse Auctions"],
  auctionsWon: [
    "Items Won",
    "Total Value",
    "Total Savings",
    "Avg. Savings",
    "No Winnings Yet",
    "Start bidding on auctions to win amazing items",
  ],
  deals: ["My Deals", "No deals yet"],
  deal: ["No deal here", "My Deals"],
  invoice: ["No invoice here", "My Deals"],
  history: [
    "Total Activities",
    "Items Won",
    "Auctions Created",
    "Bids Placed",
    "All Activities",
    "Brass telescope",
    "Bid Placed",
  ],
  createCategory: ["Name of Category", "Description of Category", "Some Famous Categories already used:", "Antiques"],
};

/** The titles of pages that are named after their content. */
const TITLES: { readonly [Name in PageName]?: string } = {
  home: "",
  auction: "Brass telescope",
  seller: "Sue Example",
};

function screenOf(name: PageName): RoutedPage {
  const { path, title = "" }: SitePage = PAGES[name];
  const realPath = path
    .replace("/seller/:sellerId", sellerPage)
    .replace(/:auctionId|:dealId/, auction.split("/").at(-1) ?? "");
  return { path: realPath, title: TITLES[name] ?? title, texts: TEXTS[name] ?? [] };
}

/** All except the dashboard's root URL, which redirects. */
const screensFor = (audience: SitePage["audience"]) =>
  PAGE_NAMES.filter((name) => PAGES[name].audience === audience && name !== "dashboard").map(screenOf);

const NOT_FOUND_SCREEN: RoutedPage = { path: "/nowhere", title: "Page not found", texts: ["There's nothing here"] };

/** Opens a path and expects the screen, which may have a different path, because some redirect. */
async function expectScreen(page: BrowserPage, openedPath: string, { path, title, texts }: RoutedPage): Promise<void> {
  await page.goto(openedPath);
  await expect(page).toHaveURL(path);
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
  for (const text of texts) {
    await expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible();
  }
  await expect(page).toHaveTitle(title === "" ? "Lotline: live auctions" : `${title} · Lotline`);
  const overflowPx = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflowPx, `${path} scrolls sideways`).toBeLessThanOrEqual(0);
}

for (const viewport of VIEWPORTS) {
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport });

    test(
      `visitors see the login instead of private screens, at ${viewport.width} px`,
      { tag: NIGHTLY },
      async ({ page }) => {
        const problems = collectProblems(page);
        const allowed = [...screensFor("everyone"), NOT_FOUND_SCREEN, ...screensFor("guests")];
        for (const screen of allowed) await expectScreen(page, screen.path, screen);
        const protectedPages = [PAGES.dashboard, ...screensFor("members"), ...screensFor("admins")];
        for (const { path } of protectedPages) await expectScreen(page, path, screenOf("login"));
        expect(problems).toEqual([LOGGED_ERROR]);
      },
    );

    test(
      `T13: users can open all their screens but no admin screens, at ${viewport.width} px`,
      { tag: viewport.width === 1280 ? NIGHTLY : [] },
      async ({ signIn }) => {
        const page = await signIn(ann);
        const problems = collectProblems(page);
        const allowed = [...screensFor("everyone"), NOT_FOUND_SCREEN, ...screensFor("members")];
        for (const screen of allowed) await expectScreen(page, screen.path, screen);
        // For everyone but admins, the admin pages don't exist, and the menu doesn't list them.
        for (const { path } of screensFor("admins")) await expectScreen(page, path, { ...NOT_FOUND_SCREEN, path });
        await expect(page.getByRole("link", { name: "Moderation" })).toHaveCount(0);
        for (const { path } of screensFor("guests")) await expectScreen(page, path, screenOf("myProfile"));
        // The dashboard opens with My Bids for a user with bids.
        await expectScreen(page, PAGES.dashboard.path, screenOf("myBids"));
        // The page refetches a deal when the user's live channel opens.
        expect([...new Set(problems)]).toEqual([LOGGED_ERROR]);
      },
    );
  });
}
