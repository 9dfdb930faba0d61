/** The screens and states that pictures are taken of, in that order, and which pictures README shows. */
import path from "node:path";

import type { Page, WebSocketRoute } from "@playwright/test";

import { type Auctions, LOT_IMAGES } from "./marketplace.ts";

export type Viewer = "visitor" | "amara" | "mateo" | "yuki" | "admin";

export type Screen = {
  readonly name: string;
  readonly as: Viewer;
  /** The address; `prepare` may open others. */
  readonly at: string | (() => Promise<string>);
  /** Runs on the page before the picture is taken. */
  readonly prepare?: (page: Page) => Promise<void>;
  /** Only on screens that are at most this wide: a larger one does not have it. */
  readonly upTo?: number;
};

/** The pictures in docs/screens: the screen, its width, and `-dark` in dark colours. */
export const KEPT: ReadonlySet<string> = new Set([
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
  "new-listing-photos-1280",
  "moderation-1280",
  "desk-people-1280",
]);

/** As long as an auction that ends for a picture is open. */
const WAITS_AT_MOST_MS = 90_000;

const press = (name: string | RegExp) => (page: Page) => page.getByRole("button", { name }).first().click();
const pressAndSee = (name: string | RegExp, seen: string | RegExp) => async (page: Page) => {
  await press(name)(page);
  await see(seen)(page);
};
const see = (text: string | RegExp) => (page: Page) =>
  page.getByText(text).filter({ visible: true }).first().waitFor({ timeout: WAITS_AT_MOST_MS });
const dialogOf = (name: string | RegExp) => async (page: Page) => {
  await press(name)(page);
  await page.getByRole("dialog").waitFor();
};
const tab = (name: string) => async (page: Page) => {
  await page.getByRole("tab", { name }).click();
  await page.getByRole("tabpanel").first().waitFor();
};
/** Calls to this address are lost from now on. */
const cut = (address: string, seen: string) => async (page: Page) => {
  await page.route(`**/api/v1${address}`, (route) => route.abort());
  await page.reload();
  await see(seen)(page);
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
  await see(/The smallest next bid is/)(page);
}

async function listingWithPhotos(page: Page): Promise<void> {
  const photos = ["roll-top-desk.webp", "roll-top-desk-middle.webp", "roll-top-desk-side.webp"];
  await page.getByLabel("Product Image").setInputFiles(photos.map((file) => path.join(LOT_IMAGES, file)));
  await see("3 of 6")(page);
  await page.getByLabel("Product Title").fill("Roll-top desk in quarter-sawn oak, 1905");
  await page.getByLabel("Starting Price").fill("1,250");
  await page.getByLabel("Starting Price").blur();
  await see("Draft saved")(page);
  await page.evaluate("scrollTo(0, 0)");
}

/** The live connection ends, and does not come back. */
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
  await see(/Reconnecting|stopped/)(page);
}

type Places = Auctions & { readonly ending: () => Promise<string> };

export function screensOf(places: Places): readonly Screen[] {
  const dashboard = (page: string) => `/dashboard/${page}`;
  return [
    { name: "landing", as: "visitor", at: "/" },
    { name: "browse", as: "visitor", at: "/auctions" },
    {
      name: "browse-filtered",
      as: "visitor",
      at: "/auctions?category=jewelry-watches&sort=ending&maxPrice=5000",
    },
    { name: "browse-nothing", as: "visitor", at: "/auctions?search=zeppelin&category=vehicles" },
    {
      name: "browse-failed",
      as: "visitor",
      at: "/auctions",
      prepare: cut("/auction/fetchAllAuctions*", "No Auctions Currently Present"),
    },
    { name: "search", as: "visitor", at: "/about", prepare: searchSuggestions },
    { name: "menu", as: "visitor", at: "/about", prepare: press("Menu"), upTo: 390 },
    { name: "auction-visitor", as: "visitor", at: places.contested, prepare: see("Live") },
    { name: "auction-leader", as: "mateo", at: places.contested, prepare: see("You are the highest bidder") },
    { name: "auction-outbid", as: "yuki", at: places.contested, prepare: see(/Someone outbid you/) },
    { name: "auction-seller", as: "amara", at: places.contested, prepare: see("Live") },
    { name: "auction-scheduled", as: "mateo", at: places.scheduled },
    { name: "auction-cancelled", as: "yuki", at: places.cancelled },
    { name: "auction-offline", as: "mateo", at: places.contested, prepare: loseConnection },
    { name: "auction-missing", as: "visitor", at: "/auction/nothing-here" },
    { name: "bid", as: "yuki", at: places.contested, prepare: dialogOf("Place Bid") },
    { name: "bid-too-low", as: "yuki", at: places.contested, prepare: bidTooLow },
    { name: "buy-now", as: "mateo", at: places.buyNow, prepare: dialogOf(/Buy now for/) },
    { name: "report", as: "yuki", at: places.buyNow, prepare: dialogOf("Report this listing") },
    { name: "zoom", as: "visitor", at: places.scheduled, prepare: dialogOf("View full screen") },
    // The auctions that are waited for have ended by now.
    { name: "auction-won", as: "mateo", at: places.ended, prepare: see(/Yours for/) },
    { name: "auction-lost", as: "yuki", at: places.ended, prepare: see("So close") },
    { name: "auction-sold", as: "visitor", at: places.ended, prepare: see(/Sold/) },
    { name: "auction-unsold", as: "amara", at: places.unsold },
    { name: "verify", as: "visitor", at: places.ended, prepare: dialogOf("Verify this auction") },
    { name: "last-minute", as: "yuki", at: places.ending, prepare: see("Last minute") },
    { name: "going-once", as: "mateo", at: places.ending, prepare: see("Going once") },
    { name: "seller", as: "visitor", at: places.seller },
    { name: "login", as: "visitor", at: "/login" },
    {
      name: "login-errors",
      as: "visitor",
      at: "/login",
      prepare: pressAndSee(/^Sign In$/, "Email is required"),
    },
    { name: "signup", as: "visitor", at: "/signup" },
    {
      name: "signup-errors",
      as: "visitor",
      at: "/signup",
      prepare: pressAndSee("Create Account", "First name is required"),
    },
    { name: "forgot-password", as: "visitor", at: "/forgot-password" },
    { name: "reset-password", as: "visitor", at: "/reset-password#token=none" },
    { name: "profile", as: "mateo", at: dashboard("my-profile") },
    {
      name: "profile-activity",
      as: "mateo",
      at: dashboard("my-profile"),
      prepare: tab("Recent Activity"),
    },
    { name: "profile-statistics", as: "amara", at: dashboard("my-profile"), prepare: tab("Statistics") },
    { name: "profile-account", as: "mateo", at: dashboard("my-profile"), prepare: tab("Account") },
    { name: "profile-privacy", as: "mateo", at: dashboard("my-profile"), prepare: tab("Privacy") },
    { name: "security", as: "mateo", at: dashboard("my-profile"), prepare: tab("Security") },
    { name: "notifications", as: "yuki", at: "/about", prepare: dialogOf(/^Notifications/) },
    { name: "my-bids", as: "mateo", at: dashboard("my-bids") },
    { name: "watchlist", as: "mateo", at: dashboard("watchlist") },
    { name: "winnings", as: "mateo", at: dashboard("auctions-won") },
    { name: "history", as: "mateo", at: dashboard("history") },
    { name: "my-auctions", as: "amara", at: dashboard("my-auctions") },
    { name: "new-listing", as: "yuki", at: dashboard("create-auction") },
    {
      name: "new-listing-errors",
      as: "yuki",
      at: dashboard("create-auction"),
      prepare: pressAndSee(/^Create Auction$/, /is required/),
    },
    { name: "new-listing-photos", as: "amara", at: dashboard("create-auction"), prepare: listingWithPhotos },
    { name: "drafts", as: "amara", at: dashboard("drafts") },
    { name: "edit-listing", as: "amara", at: places.edited },
    { name: "moderation", as: "admin", at: dashboard("moderation") },
    { name: "desk-people", as: "admin", at: dashboard("desk") },
    { name: "desk-auctions", as: "admin", at: dashboard("desk?view=auctions") },
    { name: "desk-categories", as: "admin", at: dashboard("desk?view=categories") },
    { name: "desk-acts", as: "admin", at: dashboard("desk?view=acts") },
    { name: "desk-deployment", as: "admin", at: dashboard("desk?view=deployment") },
    { name: "new-category", as: "admin", at: dashboard("create-category") },
    { name: "api", as: "visitor", at: "/api/v1/docs" },
    { name: "about", as: "visitor", at: "/about" },
    { name: "how-it-works", as: "visitor", at: "/how-it-works" },
    { name: "help", as: "visitor", at: "/help" },
    { name: "terms", as: "visitor", at: "/terms" },
    { name: "not-found", as: "visitor", at: "/nothing-here" },
  ];
}
