/** Every address of the route table, as a visitor and as a user, on a desk and on a phone. */
import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";

import { type Account, bidOn, listed, newAccount, newPerson, problemsIn, signedIn } from "./browser.ts";

type Screen = { readonly path: string; readonly title: string; readonly texts: readonly string[] };

const SIZES = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];

let sue: Account;
let ann: Account;
let auction: string;

beforeAll(async () => {
  [sue, ann] = await Promise.all([newAccount("Sue"), newAccount("Ann")]);
  auction = await listed(sue);
  await bidOn(auction, ann, 120);
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
/** Also for who is signed in; the link of a mail has its token behind the #. */
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
    texts: ["All Auctions", "All Categories", "Brass telescope", "Sue Example"],
  },
  {
    path: auction,
    title: "Brass telescope",
    texts: [
      "211 reviews",
      "Free Return",
      "Fast and Secure Shipping",
      "Trending Auction - High Demand!",
      "1 bids placed",
      "Auction Closing soon - Place your Bid!",
      "Current Bid Price",
      "Starting Price",
      "1 bids are live",
      "Live Auction",
    ],
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
    path: auction.replace("/auction/", "/dashboard/edit-auction/"),
    title: "Edit Auction",
    texts: ["Edit Auction", "This is not one of your auctions"],
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
  // For admins; nobody else learns that it is there.
  { path: "/dashboard/moderation", title: "Page not found", texts: ["There is nothing here"] },
];

/** Opens an address and finds the screen, where it may be another than the one that was asked for. */
async function expectScreen(page: Page, address: string, { path, title, texts }: Screen): Promise<void> {
  await page.goto(address);
  await page.waitForURL(`**${path}`);
  for (const text of texts) {
    await page.getByText(text).filter({ visible: true }).first().waitFor();
  }
  await expect.poll(() => page.title()).toBe(title === "" ? "Lotline: live auctions" : `${title} · Lotline`);
  const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(tooWide, `${path} scrolls sideways`).toBeLessThanOrEqual(0);
}

it.each(SIZES)(
  "a visitor finds what is open to everyone, and the login before the rest, at $width",
  async (viewport) => {
    const { page } = await newPerson("Vera", { viewport });
    const problems = problemsIn(page);
    const guests = [...everyone(), LOGIN, SIGNUP, FORGOT];
    for (const screen of guests) await expectScreen(page, screen.path, screen);
    for (const { path } of [{ path: "/dashboard" }, ...dashboard()]) await expectScreen(page, path, LOGIN);
    expect(problems).toEqual([]);
  },
);

it.each(SIZES)(
  "a user finds every screen, and the profile in the place of login and sign-up, at $width",
  async (viewport) => {
    const { page } = await signedIn(ann, { viewport });
    const problems = problemsIn(page);
    for (const screen of [...everyone(), ...dashboard()]) await expectScreen(page, screen.path, screen);
    for (const path of ["/login", "/signup", "/forgot-password", "/dashboard"]) await expectScreen(page, path, PROFILE);
    expect(problems).toEqual([]);
  },
);

it("the header of each knows who is there", async () => {
  const [{ page: visitor }, { page: user }] = await Promise.all([newPerson("Vera"), signedIn(ann)]);
  await Promise.all([visitor.goto("/about"), user.goto("/about")]);
  const [their, own] = [visitor.getByRole("banner"), user.getByRole("banner")];
  await their.getByRole("link", { name: "Login" }).waitFor();
  await their.getByRole("link", { name: "Sign Up" }).waitFor();
  expect(await their.getByRole("button", { name: "Log Out" }).count()).toBe(0);
  await own.getByRole("button", { name: "Log Out" }).waitFor();
  await own.getByRole("button", { name: /^Notifications/ }).waitFor();
  expect(await own.getByRole("link", { name: "Login" }).count()).toBe(0);
  await own.getByRole("link", { name: "Dashboard" }).click();
  await user.getByText("Quick Stats").waitFor();
  await user.waitForURL("**/dashboard/my-profile");
});
