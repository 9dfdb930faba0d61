/** Every screen and dialog before axe, in both colour schemes. */
import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";

import { newAdmin } from "./admin.ts";
import { expectAccessible, expectNoGuardFocused, prepareAxe } from "./axe.ts";
import { type Account, bidOn, listed, newAccount, newPerson, signedIn, unhurried } from "./browser.ts";

const PHONE = { width: 390, height: 844 };

let sue: Account;
let ann: Account;
let bob: Account;
/** Ann leads Bob in it. */
let contested: string;
/** Ann won it. */
let won: string;

beforeAll(async () => {
  [sue, ann, bob] = await Promise.all([newAccount("Sue"), newAccount("Ann"), newAccount("Bob")]);
  [contested, won] = await Promise.all([listed(sue), listed(sue, unhurried(4), { title: "Oak chest" })]);
  await bidOn(contested, bob, 110);
  await Promise.all([bidOn(contested, ann, 120), bidOn(won, ann, 150)]);
});

async function visitor(viewport?: typeof PHONE): Promise<Page> {
  const { page } = await newPerson("Vera", viewport ? { viewport } : {});
  await prepareAxe(page);
  return page;
}

async function user(account: Account): Promise<Page> {
  const { page } = await signedIn(account);
  await prepareAxe(page);
  return page;
}

/** Opens a page and looks at it once a text that it ends up with is there. */
async function look(page: Page, path: string, heading: string): Promise<void> {
  await page.goto(path);
  await page.getByRole("heading", { name: heading }).first().waitFor();
  await page.locator("[aria-busy=true], .animate-pulse.bg-sunken").first().waitFor({ state: "detached" });
  await expectAccessible(page, path);
}

it("what a visitor sees has no violation", async () => {
  const page = await visitor();
  await look(page, "/", "Featured Auctions");
  await look(page, "/about", "Live Bidding");
  await look(page, "/auctions", "All Auctions");
  await page.getByRole("combobox", { name: "Category" }).click();
  await page.getByRole("option", { name: "Antiques" }).waitFor();
  await expectAccessible(page, "the categories");
  await look(page, "/auctions?search=nothing-of-this-name", "No auctions found");
  await look(page, "/login", "Welcome Back");
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await page.getByText("Email is required").waitFor();
  await expectAccessible(page, "the login's messages");
  await look(page, "/forgot-password", "Forgot your password?");
  await look(page, "/reset-password#token", "Choose a new password");
  await page.getByRole("button", { name: "Set Password" }).click();
  await page.getByText("Password is required").first().waitFor();
  await expectAccessible(page, "the new password's messages");
  await look(page, "/signup", "Create Account");
  await page.getByRole("button", { name: "Create Account" }).click();
  await page.getByText("You must agree to the terms and conditions").waitFor();
  await expectAccessible(page, "the sign-up's messages");
  await look(page, contested, "Brass telescope");
  await look(page, "/auction/0123456789abcdef", "This auction does not exist");
  await look(page, "/nowhere", "There is nothing here");
});

it("what a visitor sees on a phone has no violation", async () => {
  const page = await visitor(PHONE);
  await look(page, "/", "Featured Auctions");
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("navigation", { name: "Menu" }).waitFor();
  await expectAccessible(page, "the menu");
  await look(page, "/auctions", "All Auctions");
  await look(page, contested, "Brass telescope");
});

it("the dialogs of bidding have no violation", async () => {
  const page = await user(ann);
  await look(page, contested, "Brass telescope");
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Place Bid" }).click();
  await dialog.getByText("Highest Bid: $120").waitFor();
  await dialog.getByRole("spinbutton").fill("1");
  await dialog.getByRole("button", { name: "Place Bid" }).click();
  await dialog.getByText("The smallest next bid is $121").waitFor();
  await expectAccessible(page, "Bid Amount");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Edit your bid of $120" }).click();
  await dialog.getByText("Current Bid: $120").waitFor();
  await expectAccessible(page, "Edit Bid Amount");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Delete your bid of $120" }).click();
  await dialog.getByText("Are you sure you want to delete this bid?").waitFor();
  await expectAccessible(page, "Delete bid");
});

it("an auction as its outbid bidder, its seller and its winner see it has no violation", async () => {
  const outbid = await user(bob);
  await outbid.goto(contested);
  await outbid.getByText("Someone outbid you. Increase your bid to win!").waitFor();
  await expectAccessible(outbid, "outbid");
  const seller = await user(sue);
  await seller.goto(contested);
  await seller.getByText("This is your own auction.").waitFor();
  await expectAccessible(seller, "the seller's own auction");
  const winner = await user(ann);
  await winner.goto(won);
  await winner.getByText("You won this auction for $150").waitFor();
  await expectAccessible(winner, "the winner's auction");
});

it("reporting a listing and refusing a bidder have no violation", async () => {
  const outbid = await user(bob);
  await look(outbid, contested, "Brass telescope");
  await outbid.getByRole("button", { name: "Report this listing" }).click();
  const dialog = outbid.getByRole("dialog", { name: "Report this listing" });
  await dialog.getByRole("button", { name: "Send report" }).click();
  await dialog.getByText("Please choose a reason").waitFor();
  await expectAccessible(outbid, "Report this listing");
  const seller = await user(sue);
  await look(seller, contested, "Brass telescope");
  await seller.getByRole("button", { name: "More about Ann Example" }).click();
  await seller.getByRole("dialog", { name: "Block Ann Example?" }).waitFor();
  await expectAccessible(seller, "Block bidder");
});

it("moderation has no violation", async () => {
  const id = contested.split("/").at(-1);
  const data = { reason: "other", text: "It is too shiny." };
  const reported = await bob.request.post(`/api/v1/auction/${id}/report`, { data });
  expect(reported.status()).toBe(201);
  const page = await user(await newAdmin("Ada"));
  await look(page, "/dashboard/moderation", "Moderation");
  await page.getByText("It is too shiny.").waitFor();
  await page.getByRole("heading", { name: "Signs of shill bidding" }).waitFor();
  await expectAccessible(page, "Moderation");
  await page.getByRole("button", { name: "Hide listing: Brass telescope" }).click();
  const dialog = page.getByRole("dialog", { name: "Hide listing" });
  await dialog.getByRole("button", { name: "Hide listing" }).click();
  await dialog.getByText("Please give a reason").waitFor();
  await expectAccessible(page, "Hide listing");
});

it("the dashboard has no violation", async () => {
  const page = await user(ann);
  await look(page, "/dashboard/my-profile", "Ann Example");
  await page.getByRole("tab", { name: "Recent Activity" }).click();
  await page.getByText("Bid placed on Brass telescope").waitFor();
  await expectAccessible(page, "Recent Activity");
  await page.getByRole("tab", { name: "Statistics" }).click();
  await page.getByRole("tabpanel").getByRole("heading").first().waitFor();
  await expectAccessible(page, "Statistics");
  await page.getByRole("tab", { name: "Security" }).click();
  await page.getByText("This device", { exact: true }).waitFor();
  await expectAccessible(page, "Security");
  await page.getByRole("button", { name: "Delete Account" }).click();
  await page.getByRole("button", { name: "Yes" }).click();
  await page.getByText("Password is required").waitFor();
  await expectAccessible(page, "Delete Account");
  await look(page, "/dashboard/my-auctions", "No Auctions Yet");
  await look(page, "/dashboard/auctions-won", "Oak chest");
  await look(page, "/dashboard/history", "Auction History");
  await page.getByRole("button", { name: /^Notifications/ }).click();
  await page.getByRole("dialog", { name: "Notifications" }).getByRole("link").first().waitFor();
  await expectAccessible(page, "Notifications");
});

it("the screens of selling have no violation", async () => {
  const page = await user(sue);
  await look(page, "/dashboard/my-auctions", "Brass telescope");
  await look(page, "/dashboard/create-auction", "Create New Auction");
  await page.getByRole("button", { name: "Create Auction" }).click();
  await page.getByText("Title is required").waitFor();
  await expectAccessible(page, "the messages of Create Auction");
  await page.getByLabel("Category").click();
  await page.getByRole("option", { name: "Antiques" }).waitFor();
  await expectAccessible(page, "the categories to choose");
  await expectNoGuardFocused(page);
  await look(page, contested.replace("/auction/", "/dashboard/edit-auction/"), "Edit Auction");
  await look(page, "/dashboard/create-category", "Create Category");
  await page.getByRole("button", { name: "Create Category" }).click();
  await page.getByText("Please enter Name of Category").waitFor();
  await expectAccessible(page, "the messages of Create Category");
});
