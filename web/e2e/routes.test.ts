/** Every path of the route table, as a visitor and as a user, on a desktop and on a phone. */
import type { Page } from "@playwright/test";

import { listAuction, placeBid, sellerPageOf } from "./actions.ts";
import { type Account, expect, NIGHTLY, problemsIn, test } from "./fixtures.ts";

type Screen = { readonly path: string; readonly title: string; readonly texts: readonly string[] };

const VIEWPORTS = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];

/** The browser logs the status of the page at an address that does not exist. */
const LOGGED = "Failed to load resource: the server responded with a status of 404 (Not Found)";

let sue: Account;
let ann: Account;
let auction: string;
let sellerPage: string;

test.beforeAll(async ({ newAccount }) => {
  [sue, ann] = await Promise.all([newAccount("Sue"), newAccount("Ann")]);
  auction = await listAuction(sue);
  await placeBid(auction, ann, 120);
  sellerPage = await sellerPageOf(auction, sue);
});

const LOGIN: Screen = {
  path: "/login",
  title: "Login",
  texts: ["Welcome Back", "Sign In", "Sign In with Google"],
};
const SIGNUP: Screen = {
  path: "/signup",
  title: "Sign Up",
  texts: ["Create Account", "Sign Up with Google"],
};
const FORGOT: Screen = {
  path: "/forgot-password",
  title: "Forgot Password",
  texts: ["Forgot your password?", "Send Link", "Back to Login"],
};
/** Open to people who are signed in, too; the link in a mail has its token behind the #. */
const RESET: Screen = {
  path: "/reset-password",
  title: "New Password",
  texts: ["Choose a new password", "This address is incomplete", "Request a new link"],
};
const PROFILE: Screen = {
  path: "/dashboard/my-profile",
  title: "My Profile",
  texts: [
    "Member since",
    "Overview",
    "Recent Activity",
    "Statistics",
    "Total Auctions",
    "Items Won",
    "Total Bids",
    "Total Value",
  ],
};

const MY_BIDS: Screen = {
  path: "/dashboard/my-bids",
  title: "My Bids",
  texts: ["My Bids", "Leading", "Brass telescope", "Your bid"],
};

const everyone = (): Screen[] => [
  {
    path: "/",
    title: "",
    texts: [
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
  },
  {
    path: "/about",
    title: "About",
    texts: ["Live Bidding", "Instant Updates", "Global Community", "Accessible Anywhere"],
  },
  {
    path: "/auctions",
    title: "All Auctions",
    // The choices of the list are behind one button on a phone: finding.test.ts opens it.
    texts: ["All Auctions", "Brass telescope", "Sue Example"],
  },
  {
    path: auction,
    title: "Brass telescope",
    texts: [
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
  },
  {
    path: sellerPage,
    title: "Sue Example",
    texts: ["Sue Example", "Member since", "For sale", "Coming up", "Sold", "Brass telescope"],
  },
  RESET,
  { path: "/nowhere", title: "Page not found", texts: ["There is nothing here"] },
];

const dashboard = (): Screen[] => [
  PROFILE,
  {
    path: "/dashboard/my-auctions",
    title: "My Auctions",
    texts: [
      "Total Auctions",
      "Live Auctions",
      "Sold Items",
      "Expired",
      "No Auctions Yet",
      "Start by creating your first auction",
    ],
  },
  {
    path: "/dashboard/create-auction",
    title: "Create New Auction",
    texts: [
      "Create New Auction",
      "Max 10MB",
      "Product Title",
      "Choose a Category",
      "Cannot be changed Later",
      "Product Description",
      "Starting Price",
      "Auction End Date",
    ],
  },
  {
    path: "/dashboard/drafts",
    title: "My Drafts",
    texts: ["My Drafts", "No Drafts", "No one else sees them"],
  },
  {
    path: auction.replace("/auction/", "/dashboard/edit-auction/"),
    title: "Edit Auction",
    texts: ["Edit Auction", "This is not one of your auctions"],
  },
  MY_BIDS,
  {
    path: "/dashboard/watchlist",
    title: "Watchlist",
    texts: ["Watchlist", "Nothing watched yet", "Browse Auctions"],
  },
  {
    path: "/dashboard/auctions-won",
    title: "My Winnings",
    texts: [
      "Items Won",
      "Total Value",
      "Total Savings",
      "Avg. Savings",
      "No Winnings Yet",
      "Start bidding on auctions to win amazing items",
    ],
  },
  {
    path: "/dashboard/history",
    title: "Auction History",
    texts: [
      "Total Activities",
      "Items Won",
      "Auctions Created",
      "Bids Placed",
      "All Activities",
      "Brass telescope",
      "Bid Placed",
    ],
  },
  {
    path: "/dashboard/create-category",
    title: "Create Category",
    texts: ["Name of Category", "Description of Category", "Some Famous Categories already used:", "Antiques"],
  },
  // For admins; to everyone else it does not exist.
  { path: "/dashboard/moderation", title: "Page not found", texts: ["There is nothing here"] },
];

/** Opens a path and expects the screen, which may have another path: some lead on. */
async function expectScreen(page: Page, opened: string, { path, title, texts }: Screen): Promise<void> {
  await page.goto(opened);
  await expect(page).toHaveURL(path);
  for (const text of texts) {
    await expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible();
  }
  await expect(page).toHaveTitle(title === "" ? "Lotline: live auctions" : `${title} · Lotline`);
  const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(tooWide, `${path} scrolls sideways`).toBeLessThanOrEqual(0);
}

for (const viewport of VIEWPORTS) {
  test.describe(`at ${viewport.width} px`, { tag: viewport.width === 1280 ? NIGHTLY : [] }, () => {
    test.use({ viewport });

    test("a visitor finds the screens that are open to everyone, and the login in place of the others", async ({
      page,
    }) => {
      const problems = problemsIn(page);
      const open = [...everyone(), LOGIN, SIGNUP, FORGOT];
      for (const screen of open) await expectScreen(page, screen.path, screen);
      for (const { path } of [{ path: "/dashboard" }, ...dashboard()]) await expectScreen(page, path, LOGIN);
      expect(problems).toEqual([LOGGED]);
    });

    test("T13: a user finds every screen, and the profile in place of login and sign-up", async ({ signIn }) => {
      const page = await signIn(ann);
      const problems = problemsIn(page);
      for (const screen of [...everyone(), ...dashboard()]) await expectScreen(page, screen.path, screen);
      for (const path of ["/login", "/signup", "/forgot-password"]) await expectScreen(page, path, PROFILE);
      // A user with bids.
      await expectScreen(page, "/dashboard", MY_BIDS);
      expect(problems).toEqual([LOGGED]);
    });
  });
}

test("the header has the login for a visitor, and log-out, notifications and dashboard for a user", async ({
  page: visitor,
  signIn,
}) => {
  const user = await signIn(ann);
  await Promise.all([visitor.goto("/about"), user.goto("/about")]);
  const header = visitor.getByRole("banner");
  await expect(header.getByRole("link", { name: "Login" })).toBeVisible();
  await expect(header.getByRole("link", { name: "Sign Up" })).toBeVisible();
  await expect(header.getByRole("button", { name: "Log Out" })).toHaveCount(0);
  const own = user.getByRole("banner");
  await expect(own.getByRole("button", { name: "Log Out" })).toBeVisible();
  await expect(own.getByRole("button", { name: /^Notifications/ })).toBeVisible();
  await expect(own.getByRole("link", { name: "Login" })).toHaveCount(0);
  await own.getByRole("link", { name: "Dashboard" }).click();
  await expect(user.getByRole("heading", { name: "Quick Stats" })).toBeVisible();
  await expect(user).toHaveURL("/dashboard/my-profile");
});

test("a page reaches the API on its own origin", async ({ page }) => {
  const problems = problemsIn(page);
  await page.goto("/");
  await expect(page.getByRole("link", { name: "Auctions", exact: true }).first()).toBeVisible();
  const health = await page.evaluate(async () => (await fetch("/api/v1/healthz")).json());
  expect(health).toMatchObject({ success: true });
  expect(problems).toEqual([]);
});
