/** Checks every screen and dialog with axe, in both color schemes. */
import type { Locator, Page } from "@playwright/test";

import { expectOutbid, listAuction, listShortAuction, placeBid, sellerPageOf } from "./actions.ts";
import { expectAccessible, expectNoGuardFocused } from "./axe.ts";
import { type TestAccount, expect, NIGHTLY, test } from "./fixtures.ts";

let sue: TestAccount;
let ann: TestAccount;
let bob: TestAccount;
/** An auction in which Ann leads Bob. */
let contested: string;
/** An auction that Ann won. */
let won: string;

test.beforeAll(async ({ newAccount }) => {
  [sue, ann, bob] = await Promise.all([newAccount("Sue"), newAccount("Ann"), newAccount("Bob")]);
  [contested, won] = await Promise.all([listAuction(sue), listShortAuction(sue, [[ann, 150]], "Oak chest")]);
  await placeBid(contested, bob, 110);
  await placeBid(contested, ann, 120);
});

/** Opens a page and checks it once its heading is there and nothing more is loading. */
async function examine(page: Page, path: string, heading: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole("heading", { name: heading }).first()).toBeVisible();
  await expect(page.locator("[aria-busy=true], .animate-pulse.bg-sunken")).toHaveCount(0);
  await expectAccessible(page, path);
}

/** Scrolls the API reference from its top to a call, because it draws only those near the viewport. */
async function scrollToCall(page: Page, name: string): Promise<Locator> {
  const call = page.getByRole("button", { name });
  await page.evaluate(() => scrollTo(0, 0));
  await expect(async () => {
    const isThere = await call.isVisible();
    if (!isThere) await page.mouse.wheel(0, 400);
    expect(isThere).toBe(true);
  }).toPass({ intervals: [500] });
  return call;
}

test("axe finds no problems on a visitor's screens", { tag: NIGHTLY }, async ({ page }) => {
  await examine(page, "/", "Featured Auctions");
  await examine(page, "/about", "Live Bidding");
  // A footer heading, because a deployment may have its own text.
  await examine(page, "/help", "Support");
  await examine(page, "/terms", "Support");
  await examine(page, "/auctions", "All Auctions");
  await page.getByRole("combobox", { name: "Category" }).click();
  await expect(page.getByRole("option", { name: "Antiques" })).toBeVisible();
  await expectAccessible(page, "the categories");
  await examine(page, "/auctions?search=nothing-of-this-name", "No auctions found");
  await examine(page, "/auctions?status=Ended", "All Auctions");
  await expect(page.getByRole("button", { name: "Clear", exact: true })).toBeVisible();
  await expectAccessible(page, "a filter that cannot be read");
  await examine(page, "/login", "Welcome Back");
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await expect(page.getByText("Email is required")).toBeVisible();
  await expectAccessible(page, "the login's messages");
  await examine(page, "/forgot-password", "Forgot your password?");
  await examine(page, "/reset-password#token", "Choose a new password");
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page.getByText("Password is required").first()).toBeVisible();
  await expectAccessible(page, "the new password's messages");
  await examine(page, "/confirm-email#token", "Confirm your email address");
  await examine(page, "/signup", "Create Account");
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect(page.getByText("You must agree to the terms and conditions")).toBeVisible();
  await expectAccessible(page, "the sign-up's messages");
  await examine(page, contested, "Brass telescope");
  await examine(page, await sellerPageOf(contested, sue), "Sue Example");
  await examine(page, "/seller/0123456789abcdef", "This seller doesn't exist");
  await examine(page, "/auction/0123456789abcdef", "This auction doesn't exist");
  await examine(page, "/nowhere", "There's nothing here");
});

test("a visitor runs a call in the API reference, and axe finds no problems", { tag: NIGHTLY }, async ({ page }) => {
  await page.goto("/api/v1/docs");
  const health = await scrollToCall(page, "Check this deployment's health");
  await health.click();
  await page.getByRole("button", { name: "Try it out" }).click();
  await page.getByRole("button", { name: "Execute" }).click();
  await expect(page.locator(".live-responses-table")).toContainText('"success": true');
  await expect(page.getByText(/^curl -X 'GET'/)).toBeVisible();
  await health.click();
  await (await scrollToCall(page, "Place a bid")).click();
  await expect(page.getByText("bid_too_low").first()).toBeVisible();
  await expectAccessible(page, "a call in the API reference");
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("axe finds no problems on a phone's main pages, and a chosen theme persists", async ({ signIn }) => {
    const page = await signIn(ann);
    await examine(page, "/", "Featured Auctions");
    await page.getByRole("button", { name: "Menu" }).click();
    await expect(page.getByRole("navigation", { name: "Menu" })).toBeVisible();
    await expectAccessible(page, "the menu");
    // The chosen theme overrides the system's, even at the next load and under the content security policy.
    await page.getByRole("radio", { name: "Dark" }).check();
    await page.reload();
    await expect(page.locator("html")).toHaveCSS("color-scheme", "dark");
    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("radio", { name: "System" }).check();
    await expect(page.locator("html")).toHaveCSS("color-scheme", "light dark");
    await examine(page, "/auctions", "All Auctions");
    await page.getByRole("button", { name: "Filters" }).click();
    await expect(page.getByRole("textbox", { name: "Lowest price" })).toBeVisible();
    await expectAccessible(page, "the filters");
    await examine(page, "/dashboard/my-bids", "My Bids");
    await examine(page, contested, "Brass telescope");
    // Without scrolling. layout.test.ts measures the rest.
    const bar = page.locator(".bottom-bar");
    const bidButton = bar.getByRole("button", { name: "Place Bid" });
    for (const part of [bar.getByText("$120"), bar.getByText("left", { exact: false }), bidButton]) {
      await expect(part).toBeInViewport({ ratio: 1 });
    }
    await bidButton.click();
    await expect(page.getByRole("dialog").getByText("Highest Bid: $120")).toBeVisible();
    await expectAccessible(page, "Bid Amount");
  });
});

test("axe finds no problems in the bidding dialogs", { tag: NIGHTLY }, async ({ signIn }) => {
  const page = await signIn(ann);
  await examine(page, contested, "Brass telescope");
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Place Bid" }).click();
  await expect(dialog.getByText("Highest Bid: $120")).toBeVisible();
  await dialog.getByRole("textbox").fill("1");
  await dialog.getByRole("button", { name: "Place Bid" }).click();
  await expect(dialog.getByText("The minimum bid is $121")).toBeVisible();
  await expectAccessible(page, "Bid Amount");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Edit your bid of $120" }).click();
  await expect(dialog.getByText("Current Bid: $120")).toBeVisible();
  await expectAccessible(page, "Edit Bid Amount");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Delete your bid of $120" }).click();
  await expect(dialog.getByText("Are you sure you want to delete this bid?")).toBeVisible();
  await expectAccessible(page, "Delete your bid of $120?");
});

test(
  "axe finds no problems on an auction page for an outbid bidder, seller or winner",
  { tag: NIGHTLY },
  async ({ signIn }) => {
    const outbid = await signIn(bob);
    await outbid.goto(contested);
    await expectOutbid(outbid);
    await expectAccessible(outbid, "outbid");
    const seller = await signIn(sue);
    await seller.goto(contested);
    await expect(seller.getByText("This is your own auction.")).toBeVisible();
    await expectAccessible(seller, "the seller's own auction");
    const winner = await signIn(ann);
    await winner.goto(won);
    await expect(winner.getByRole("heading", { name: "Yours for $150" })).toBeVisible();
    await expectAccessible(winner, "the winner's auction");
  },
);

test("axe finds no problems in the dialogs for reporting and blocking", { tag: NIGHTLY }, async ({ signIn }) => {
  const outbid = await signIn(bob);
  await examine(outbid, contested, "Brass telescope");
  await outbid.getByRole("button", { name: "Report this listing" }).click();
  const dialog = outbid.getByRole("dialog", { name: "Report this listing" });
  await dialog.getByRole("button", { name: "Send report" }).click();
  await expect(dialog.getByText("Choose a reason")).toBeVisible();
  await expectAccessible(outbid, "Report this listing");
  const seller = await signIn(sue);
  await examine(seller, contested, "Brass telescope");
  await seller.getByRole("button", { name: "More actions for Ann Example" }).click();
  await expect(seller.getByRole("dialog", { name: "Block Ann Example?" })).toBeVisible();
  await expectAccessible(seller, "Block bidder");
});

test("axe finds no problems on the moderation page", { tag: NIGHTLY }, async ({ newAdmin, signIn }) => {
  const id = contested.split("/").at(-1);
  const data = { reason: "other", text: "It is too shiny." };
  const reported = await bob.request.post(`/api/v1/auction/${id}/report`, { data });
  expect(reported.status()).toBe(201);
  const page = await signIn(await newAdmin("Ada"));
  await examine(page, "/dashboard/moderation", "Moderation");
  await expect(page.getByText("It is too shiny.")).toBeVisible();
  await expectAccessible(page, "Moderation");
  await page.getByRole("button", { name: "Hide listing: Brass telescope" }).click();
  const dialog = page.getByRole("dialog", { name: "Hide listing" });
  await dialog.getByRole("button", { name: "Hide listing" }).click();
  await expect(dialog.getByText("Enter a reason")).toBeVisible();
  await expectAccessible(page, "Hide listing");
});

test("axe finds no problems on the admin pages", { tag: NIGHTLY }, async ({ newAdmin, signIn }) => {
  const page = await signIn(await newAdmin("Ivy"));
  await examine(page, `/dashboard/admin?search=${ann.email}`, "Admin pages");
  await expect(page.getByRole("list", { name: "People" })).toContainText("Ann Example");
  await page.getByRole("button", { name: "Sessions: Ann Example" }).click();
  await expect(page.getByText(/Last used/)).toBeVisible();
  await expectAccessible(page, "Sessions");
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Open auctions" }).click();
  await expect(page.getByRole("list", { name: "Open auctions" })).toContainText("Brass telescope");
  await expectAccessible(page, "Open auctions");
  await page.getByRole("navigation", { name: "Admin pages" }).getByRole("link", { name: "Deals" }).click();
  await expect(page.getByText("Least recently changed first.")).toBeVisible();
  await expectAccessible(page, "Deals for admins");
  await page.getByRole("link", { name: "Categories" }).click();
  await page.getByRole("button", { name: "Create category" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Create category" }).click();
  await expect(page.getByText("Please enter Name of Category")).toBeVisible();
  await expectAccessible(page, "Create category");
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Actions", exact: true }).click();
  await expect(page.getByRole("combobox", { name: "Filter actions" })).toBeVisible();
  await expectAccessible(page, "Actions");
  await page.getByRole("link", { name: "Deployment" }).click();
  await expect(page.getByText("Pending work")).toBeVisible();
  await expectAccessible(page, "Deployment");
});

test("axe finds no problems on the dashboard", { tag: NIGHTLY }, async ({ signIn }) => {
  const page = await signIn(ann);
  await examine(page, "/dashboard/my-profile", "Ann Example");
  await page.getByRole("tab", { name: "Recent Activity" }).click();
  await expect(page.getByText("Bid placed on Brass telescope")).toBeVisible();
  await expectAccessible(page, "Recent Activity");
  await page.getByRole("tab", { name: "Statistics" }).click();
  await expect(page.getByRole("tabpanel").getByRole("heading").first()).toBeVisible();
  await expectAccessible(page, "Statistics");
  await page.getByRole("tab", { name: "Account" }).click();
  await page.getByRole("button", { name: "Send link" }).click();
  await expect(page.getByText("Email is required")).toBeVisible();
  await expectAccessible(page, "Account");
  await page.getByRole("tab", { name: "Privacy" }).click();
  await expect(page.getByRole("tabpanel").getByRole("heading").first()).toBeVisible();
  await expectAccessible(page, "Privacy");
  await page.getByRole("tab", { name: "Security" }).click();
  await expect(page.getByText("This device", { exact: true })).toBeVisible();
  await expect(page.getByText("You don't have a passkey yet.")).toBeVisible();
  await expectAccessible(page, "Security");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByRole("dialog", { name: "Add a passkey" })).toBeVisible();
  await expectAccessible(page, "Add a passkey");
  await page.keyboard.press("Escape");
  await page.getByRole("tab", { name: "Account" }).click();
  await page.getByRole("button", { name: "Delete account" }).click();
  await page.getByRole("button", { name: "Yes" }).click();
  await expect(page.getByText("Password is required")).toBeVisible();
  await expectAccessible(page, "Delete account");
  await examine(page, "/dashboard/my-auctions", "No Auctions Yet");
  await examine(page, "/dashboard/auctions-won", "Oak chest");
  await examine(page, "/dashboard/deals", "My Deals");
  await examine(page, "/dashboard/history", "Auction History");
  await page.getByRole("button", { name: /^Notifications/ }).click();
  await expect(page.getByRole("dialog", { name: "Notifications" }).getByRole("link").first()).toBeVisible();
  await expectAccessible(page, "Notifications");
});

test("axe finds no problems on the selling screens", { tag: NIGHTLY }, async ({ signIn }) => {
  const page = await signIn(sue);
  await examine(page, "/dashboard/my-auctions", "Brass telescope");
  await examine(page, "/dashboard/create-auction", "Create New Auction");
  await page.getByRole("button", { name: "Create Auction" }).click();
  await expect(page.getByText("Title is required")).toBeVisible();
  await expectAccessible(page, "the messages of Create Auction");
  await page.getByLabel("Category").click();
  await expect(page.getByRole("option", { name: "Antiques" })).toBeVisible();
  await expectAccessible(page, "the categories to choose");
  await expectNoGuardFocused(page);
  await examine(page, contested.replace("/auction/", "/dashboard/edit-auction/"), "Edit Auction");
  await examine(page, "/dashboard/create-category", "Create Category");
  await page.getByRole("button", { name: "Create Category" }).click();
  await expect(page.getByText("Please enter Name of Category")).toBeVisible();
  await expectAccessible(page, "the messages of Create Category");
});
