/** The screens and states to take screenshots of, in order, and which screenshots are kept in docs/screens. */
import path from "node:path";

import type { Page, WebSocketRoute } from "@playwright/test";

import { type Auctions, ITEM_IMAGES } from "./marketplace.ts";

export type ScreenViewer = "visitor" | "amara" | "mateo" | "yuki" | "admin";

/**
 * `pagePath` is the path. `prepare` runs on the page before the screenshot, and can open other pages. Viewports wider
 * than `maxWidth` skip this screen.
 */
const screen = (
  name: string,
  viewer: ScreenViewer,
  pagePath: string | (() => Promise<string>),
  prepare: (page: Page) => Promise<void> = async () => {},
  maxWidth = Infinity,
) => ({ name, as: viewer, at: pagePath, prepare, upTo: maxWidth });
export type Screen = ReturnType<typeof screen>;

/** The screenshots in `docs/screens`: the screen, its width, and `-dark` in dark colors. */
export const COMMITTED_SCREENS: ReadonlySet<string> = new Set([
  "landing-1280",
  "landing-390",
  "browse-1280",
  "browse-1280-dark",
  "auction-leader-1280",
  "auction-leader-390",
  "auction-outbid-1280",
  "bid-1280",
  "going-once-390-dark",
  "auction-won-1280",
  "my-bids-1280",
  "my-bids-390-dark",
  "winnings-1280",
  "deal-buyer-1280",
  "new-listing-photos-1280",
  "moderation-1280",
  "admin-people-1280",
]);

/** How long an auction that ends for a screenshot stays open. */
const MAX_WAIT_MS = 90_000;

const click = (name: string | RegExp) => (page: Page) => page.getByRole("button", { name }).first().click();
const clickAndExpect = (name: string | RegExp, seen: string | RegExp) => async (page: Page) => {
  await click(name)(page);
  await expectText(seen)(page);
};
const expectText = (text: string | RegExp) => (page: Page) =>
  page.getByText(text).filter({ visible: true }).first().waitFor({ timeout: MAX_WAIT_MS });
const dialogOf = (name: string | RegExp) => async (page: Page) => {
  await click(name)(page);
  await page.getByRole("dialog").waitFor();
};
const openTab = (name: string) => async (page: Page) => {
  await page.getByRole("tab", { name }).click();
  await page.getByRole("tabpanel").first().waitFor();
};
/** From now on, calls to this path fail. */
const abortRequests = (address: string, seen: string) => async (page: Page) => {
  await page.route(`**/api/v1${address}`, (route) => route.abort());
  await page.reload();
  await expectText(seen)(page);
};

async function searchSuggestions(page: Page): Promise<void> {
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("combobox", { name: "Search auctions" }).fill("gold");
  await page.getByRole("option").first().waitFor();
}

async function bidTooLow(page: Page): Promise<void> {
  await dialogOf("Place Bid")(page);
  await page.getByRole("textbox", { name: "Your bid" }).fill("50");
  await page.getByRole("dialog").getByRole("button", { name: "Place Bid" }).click();
  await expectText(/The minimum bid is/)(page);
}

async function listingWithPhotos(page: Page): Promise<void> {
  const photos = ["roll-top-desk.webp", "roll-top-desk-middle.webp", "roll-top-desk-side.webp"];
  await page.getByLabel("Product Image").setInputFiles(photos.map((file) => path.join(ITEM_IMAGES, file)));
  await expectText("3 of 6")(page);
  await page.getByLabel("Product Title").fill("Roll-top desk in quarter-sawn oak, 1905");
  await page.getByLabel("Starting Price").fill("1,250");
  await page.getByLabel("Starting Price").blur();
  await expectText("Draft saved")(page);
  await page.evaluate("scrollTo(0, 0)");
}

/** The buyer gives an address, pays, and sees the deal's page again. Both steps are safe to repeat. */
const payIn = (deal: string) => async (page: Page) => {
  const call = new URL(`/api/v1${deal.replace("/dashboard", "")}-1`, page.url()).href;
  await page.request.post(`${call}/delivery`, { data: { delivery: "address", address: ADDRESS } });
  await page.request.post(`${call}/paid`, { data: {} });
  await page.reload();
  await expectText(/to send it/)(page);
};

const ADDRESS = {
  name: "Mateo Rivera",
  line1: "Calle del Pez 7",
  line2: "2º izquierda",
  postalCode: "28004",
  city: "Madrid",
  region: "",
  country: "Spain",
};

/** The live connection ends and doesn't come back. */
async function loseConnection(page: Page): Promise<void> {
  const sockets: WebSocketRoute[] = [];
  let isUp = true;
  await page.routeWebSocket(/\/auction\/[^/]+\/live/, (socket) => {
    if (!isUp) return void socket.close({ code: 1012 });
    socket.connectToServer();
    sockets.push(socket);
  });
  await page.reload();
  await page.getByText("Live", { exact: true }).waitFor();
  isUp = false;
  await Promise.all(sockets.map((socket) => socket.close({ code: 1012 })));
  await expectText(/Reconnecting|stopped/)(page);
}

async function openDeal(page: Page): Promise<void> {
  await page.getByRole("textbox", { name: "Why are you opening it?" }).fill("The buyer wrote to us");
  await click("Open deal")(page);
  await expectText("What happened")(page);
}

async function closeDeal(page: Page): Promise<void> {
  await openDeal(page);
  await dialogOf("Close deal")(page);
}

async function ratings(page: Page): Promise<void> {
  await page.getByText("3 sales rated").first().waitFor();
  // These load when they come near the screen.
  await page.evaluate("scrollTo(0, document.body.scrollHeight)");
  await expectText("Give it eleven years.")(page);
}

type ScreenAddresses = Auctions & { readonly ending: () => Promise<string> };

export function screensOf(places: ScreenAddresses): readonly Screen[] {
  const dashboard = (page: string) => `/dashboard/${page}`;
  const dealOf = (auction: string) => auction.replace("/auction/", dashboard("deals/"));
  const dealForAdmins = places.ended.replace("/auction/", dashboard("admin/deals/")) + "-1";
  return [
    screen("landing", "visitor", "/"),
    screen("browse", "visitor", "/auctions"),
    screen("browse-filtered", "visitor", "/auctions?category=jewelry-watches&sort=ending&maxPrice=5000"),
    screen("browse-nothing", "visitor", "/auctions?search=zeppelin&category=vehicles"),
    screen(
      "browse-failed",
      "visitor",
      "/auctions",
      abortRequests("/auction/fetchAllAuctions*", "No Auctions Currently Present"),
    ),
    screen("search", "visitor", "/about", searchSuggestions),
    screen("menu", "visitor", "/about", click("Menu"), 390),
    screen("auction-visitor", "visitor", places.contested, expectText("Live")),
    screen("auction-leader", "mateo", places.contested, expectText("You are the highest bidder")),
    screen("auction-outbid", "yuki", places.contested, expectText(/Someone outbid you/)),
    screen("auction-seller", "amara", places.contested, expectText("Live")),
    screen("auction-scheduled", "mateo", places.scheduled),
    screen("auction-cancelled", "yuki", places.cancelled),
    screen("auction-offline", "mateo", places.contested, loseConnection),
    screen("auction-missing", "visitor", "/auction/nothing-here"),
    screen("bid", "yuki", places.contested, dialogOf("Place Bid")),
    screen("bid-too-low", "yuki", places.contested, bidTooLow),
    screen("buy-now", "mateo", places.buyNow, dialogOf(/Buy now for/)),
    screen("report", "yuki", places.buyNow, dialogOf("Report this listing")),
    screen("zoom", "visitor", places.scheduled, dialogOf("View full screen")),
    // The auctions that end for screenshots are over by now.
    screen("auction-won", "mateo", places.ended, expectText(/Yours for/)),
    screen("auction-lost", "yuki", places.ended, expectText("So close")),
    screen("auction-sold", "visitor", places.ended, expectText(/Sold/)),
    screen("auction-unsold", "amara", places.unsold),
    screen("verify", "visitor", places.ended, dialogOf("Verify this auction")),
    screen("last-minute", "yuki", places.ending, expectText("Last minute")),
    screen("going-once", "mateo", places.ending, expectText("Going once")),
    screen("seller", "visitor", places.seller),
    screen("seller-ratings", "visitor", places.ratedSeller, ratings),
    screen("login", "visitor", "/login"),
    screen("login-errors", "visitor", "/login", clickAndExpect(/^Sign In$/, "Email is required")),
    screen("signup", "visitor", "/signup"),
    screen("signup-errors", "visitor", "/signup", clickAndExpect("Create Account", "First name is required")),
    screen("forgot-password", "visitor", "/forgot-password"),
    screen("reset-password", "visitor", "/reset-password#token=none"),
    screen("profile", "mateo", dashboard("my-profile")),
    screen("profile-activity", "mateo", dashboard("my-profile"), openTab("Recent Activity")),
    screen("profile-statistics", "amara", dashboard("my-profile"), openTab("Statistics")),
    screen("profile-account", "mateo", dashboard("my-profile"), openTab("Account")),
    screen("profile-privacy", "mateo", dashboard("my-profile"), openTab("Privacy")),
    screen("security", "mateo", dashboard("my-profile"), openTab("Security")),
    screen("notifications", "yuki", "/about", dialogOf(/^Notifications/)),
    screen("my-bids", "mateo", dashboard("my-bids")),
    screen("watchlist", "mateo", dashboard("watchlist")),
    screen("winnings", "mateo", dashboard("auctions-won")),
    screen("deals", "mateo", dashboard("deals")),
    screen("deal-buyer", "mateo", dealOf(places.ended), expectText("How do you want to get it?")),
    screen("deal-seller", "amara", dealOf(places.ended), expectText(/^Waiting for/)),
    screen("deal-rate", "mateo", dealOf(places.received), expectText("How did it go with Amara?")),
    screen("deal-rated", "mateo", dealOf(places.rated), expectText("You've rated each other.")),
    screen("deal-paid", "mateo", dealOf(places.ended), payIn(dealOf(places.ended))),
    screen("invoice", "mateo", `${dealOf(places.received)}/invoice`, expectText("Invoice number")),
    screen("deal-settings", "amara", dashboard("my-profile?tab=deals"), expectText("Payment instructions")),
    screen("history", "mateo", dashboard("history")),
    screen("my-auctions", "amara", dashboard("my-auctions")),
    screen("new-listing", "yuki", dashboard("create-auction")),
    screen(
      "new-listing-errors",
      "yuki",
      dashboard("create-auction"),
      clickAndExpect(/^Create Auction$/, /is required/),
    ),
    screen("new-listing-photos", "amara", dashboard("create-auction"), listingWithPhotos),
    screen("drafts", "amara", dashboard("drafts")),
    screen("edit-listing", "amara", places.edited),
    screen("moderation", "admin", dashboard("moderation")),
    screen("admin-people", "admin", dashboard("admin")),
    screen("admin-auctions", "admin", dashboard("admin?view=auctions")),
    screen("admin-deals", "admin", dashboard("admin?view=deals&state=open")),
    screen("admin-deal-reason", "admin", dealForAdmins),
    screen("admin-deal", "admin", dealForAdmins, openDeal),
    screen("admin-deal-close", "admin", dealForAdmins, closeDeal),
    screen("admin-categories", "admin", dashboard("admin?view=categories")),
    screen("admin-actions", "admin", dashboard("admin?view=actions")),
    screen("admin-deployment", "admin", dashboard("admin?view=deployment")),
    screen("new-category", "admin", dashboard("create-category")),
    screen("api", "visitor", "/api/v1/docs"),
    screen("about", "visitor", "/about"),
    screen("how-it-works", "visitor", "/how-it-works"),
    screen("help", "visitor", "/help"),
    screen("terms", "visitor", "/terms"),
    screen("not-found", "visitor", "/nothing-here"),
  ];
}
