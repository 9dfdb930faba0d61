/** The product's main job, with three people in three browsers: list by keyboard, bid against each other live, win. */
import path from "node:path";

import type { Page } from "@playwright/test";

import { savedAuctionResponse } from "../../worker/contract/auction.ts";
import { expectOutbid, expectSuccess } from "./actions.ts";
import { expect, test } from "./fixtures.ts";
import { press, type } from "./keyboard-actions.ts";

/** Bidding may take this many times as long as finding the item took. */
const BIDDING_TIME_FACTOR = 4;
const MIN_TIME_MS = 15_000;
const DAY_MS = 86_400_000;
/** How long after its end an auction may close on a busy machine. */
const CLOSE_TIMEOUT_MS = 120_000;

test("a seller lists an item, two bidders outbid each other live, and one of them wins", async ({
  newSignedInUser,
}) => {
  test.setTimeout(900_000);
  const [ada, bea, cem] = await Promise.all([newSignedInUser("Ada"), newSignedInUser("Bea"), newSignedInUser("Cem")]);
  const [seller, winner, loser] = [ada.page, bea.page, cem.page];
  const title = `Brass telescope ${crypto.randomUUID().slice(0, 6)}`;
  await listItem(seller, title, new Date(Date.now() + DAY_MS));

  const startedAt = Date.now();
  await findAuction(winner, title);
  await loser.goto(winner.url());
  const photo = winner.getByRole("img", { name: title }).first();
  await expect(photo).toBeVisible();
  await expect(photo).not.toHaveJSProperty("naturalWidth", 0);
  // The form accepts whole minutes, and the API milliseconds.
  const endsAt = Date.now() + Math.max(MIN_TIME_MS, BIDDING_TIME_FACTOR * (Date.now() - startedAt));
  await setEnd(seller, winner.url(), endsAt);

  await bid(winner, 120);
  await expectBid(loser, "$120");
  await bid(loser, 150);
  await expectBid(winner, "$150");
  await expectOutbid(winner);
  await bid(winner, 200);
  await expectBid(loser, "$200");
  await expectOutbid(loser);
  await expectNotification(loser, /You were outbid on .* The price is now \$200/);

  // The auction closes by the clock, and its pages show it without a reload.
  const timeout = endsAt - Date.now() + CLOSE_TIMEOUT_MS;
  await expect(winner.getByRole("heading", { name: "Yours for $200" })).toBeVisible({ timeout });
  await expect(loser.getByText("To Bea Example")).toBeVisible();
  await expect(loser.getByRole("button", { name: "Place Bid" })).toHaveCount(0);
  await expectNotification(seller, new RegExp(`"${title}" sold for \\$200`));
  await winner.goto("/dashboard/auctions-won");
  await expect(winner.getByRole("heading", { name: title })).toBeVisible();

  // A user without an unfinished sale can delete their account.
  await loser.goto("/dashboard/my-profile");
  await loser.getByRole("tab", { name: "Account" }).click();
  await loser.getByRole("button", { name: "Delete account" }).click();
  const question = loser.getByRole("dialog", { name: "Are you sure you want to delete your account?" });
  await question.getByLabel("Your password").fill(cem.password);
  await question.getByRole("button", { name: "Yes" }).click();
  await expect(loser.getByText("Account Removed")).toBeVisible();
  await expect(loser).toHaveURL("/");
});

async function listItem(page: Page, title: string, endsAt: Date): Promise<void> {
  await page.goto("/dashboard/my-profile");
  await press(page, page.getByRole("link", { name: "Create Auction" }));
  await expect(page).toHaveURL("/dashboard/create-auction");
  await page.getByLabel("Product Image").setInputFiles(path.join(import.meta.dirname, "pictures/telescope.png"));
  await type(page, page.getByLabel("Product Title"), title);
  await press(page, page.getByLabel("Category"));
  await expect(page.getByRole("option", { name: "Antiques" })).toBeVisible();
  // Typed letters go to the list once it has focus.
  await expect(page.getByRole("listbox").locator(":focus")).toBeAttached();
  await page.keyboard.type("Antiques");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Category")).toHaveText("Antiques");
  await type(page, page.getByLabel("Product Description"), "Three draws, London, about 1840.");
  await type(page, page.getByLabel("Starting Price"), "100");
  const day = `${twoDigits(endsAt.getMonth() + 1)}${twoDigits(endsAt.getDate())}${endsAt.getFullYear()}`;
  await type(page, page.getByLabel("Auction End Date"), day);
  await press(page, page.getByRole("button", { name: "Create Auction" }));
  await expect(page).toHaveURL("/dashboard/my-auctions");
  await expect(page.getByRole("heading", { name: title })).toBeVisible();
}

async function setEnd(seller: Page, auctionUrl: string, endsAt: number): Promise<void> {
  const multipart = { auctionEndTime: new Date(endsAt).toISOString() };
  const id = auctionUrl.split("/").at(-1);
  await expectSuccess(savedAuctionResponse, seller.request.patch(`/api/v1/auction/editAuction/${id}`, { multipart }));
}

/** Uses the search on the auctions page. */
async function findAuction(page: Page, title: string): Promise<void> {
  await page.goto("/auctions");
  await page.getByRole("searchbox").fill(title);
  // Clicks right away, before the search is sent. The search must not navigate back from the auction to the list.
  await page.getByRole("article").filter({ hasText: title }).getByRole("link").click();
  await expect(page).toHaveURL(/\/auction\/\w+$/);
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
}

async function bid(page: Page, amount: number): Promise<void> {
  await page.getByRole("button", { name: "Place Bid" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox").fill(String(amount));
  await dialog.getByRole("button", { name: "Place Bid" }).click();
  await expect(dialog).toBeHidden();
}

async function expectBid(page: Page, price: string): Promise<void> {
  await expect(page.getByRole("region", { name: "Bids" }).getByText(price, { exact: true })).toBeVisible();
}

async function expectNotification(page: Page, message: RegExp): Promise<void> {
  await page.getByRole("button", { name: /^Notifications, \d+ unread$/ }).click();
  await expect(page.getByRole("dialog", { name: "Notifications" }).getByText(message).first()).toBeVisible();
  await page.keyboard.press("Escape");
}

function twoDigits(number: number): string {
  return String(number).padStart(2, "0");
}
