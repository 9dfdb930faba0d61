/** Admins take down auctions, names and categories, and everyone else sees the result. */
import type { Page } from "@playwright/test";

import { expectLeading, listAuction, placeBid } from "./actions.ts";
import { expectAccessible } from "./axe.ts";
import { type TestAccount, expect, NIGHTLY, test } from "./fixtures.ts";

const PHONE = { width: 390, height: 844 };

/** `password` for the actions that need it. */
async function giveReason(page: Page, label: string, reason: string, password?: string): Promise<void> {
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: label }).click();
  await expect(dialog.getByText("Enter a reason")).toBeVisible();
  await dialog.getByLabel("Reason").fill(reason);
  if (password !== undefined) {
    await dialog.getByLabel("Your password").fill("Wrong horse 1");
    await dialog.getByRole("button", { name: label }).click();
    await expect(dialog.getByText("The password is incorrect")).toBeVisible();
    await dialog.getByLabel("Your password").fill(password);
  }
  await dialog.getByRole("button", { name: label }).click();
  await expect(dialog).toBeHidden();
}

/** Nothing is wider than the window. */
async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflowPx = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflowPx).toBeLessThanOrEqual(0);
}

test(
  "an admin voids an auction, and everyone on its page sees the reason",
  { tag: NIGHTLY },
  async ({ newAdmin, newSignedInUser, signIn }) => {
    const [ada, seller, bidder] = await Promise.all([newAdmin("Ada"), newSignedInUser("Sue"), newSignedInUser("Bea")]);
    const title = `Gold sovereign ${crypto.randomUUID().slice(0, 6)}`;
    const auction = await listAuction(seller, { title });
    await placeBid(auction, bidder, 150);
    await bidder.page.goto(auction);
    await expectLeading(bidder.page);

    const page = await signIn(ada);
    await page.goto(auction);
    const tools = page.getByRole("region", { name: "Moderation" });
    await expect(tools.getByText("You're viewing this auction as an admin.")).toBeVisible();
    await tools.getByRole("button", { name: `Void auction: ${title}` }).click();
    await expect(page.getByRole("dialog").getByText("Everyone can read it")).toBeVisible();
    await expectAccessible(page, "the dialog that voids an auction");
    await giveReason(page, "Void auction", "Stolen goods", ada.password);
    await expect(tools.getByText("This auction is voided for good.")).toBeVisible();
    await expect(tools.getByRole("button", { name: "Void auction" })).toHaveCount(0);

    // The bidder's open page changes right away.
    await expect(bidder.page.getByText("Our team has voided this auction")).toBeVisible();
    await expect(bidder.page.getByText("Reason: Stolen goods").first()).toBeVisible();
    await expect(bidder.page.getByRole("button", { name: "Place Bid" })).toHaveCount(0);
    await bidder.page.getByRole("button", { name: "Verify this auction" }).click();
    await expect(bidder.page.getByText("Everything adds up.")).toBeVisible();
    await expect(bidder.page.getByText("The journal and this page both say this auction was voided.")).toBeVisible();
    await bidder.page.goto("/dashboard/history");
    const entry = bidder.page.getByRole("link", { name: title });
    await expect(entry.getByText("Voided by our team: Stolen goods")).toBeVisible();

    await seller.page.goto("/dashboard/my-auctions");
    const own = seller.page.getByRole("listitem").filter({ hasText: title });
    await expect(own.getByText("Voided")).toBeVisible();
  },
);

test(
  "an admin opens a hidden auction and shows it again by keyboard",
  { tag: NIGHTLY },
  async ({ newAdmin, newSignedInUser, signIn }) => {
    const [ada, seller, bidder] = await Promise.all([newAdmin("Ada"), newSignedInUser("Sue"), newSignedInUser("Bea")]);
    const title = `Silver tankard ${crypto.randomUUID().slice(0, 6)}`;
    const auction = await listAuction(seller, { title });
    await placeBid(auction, bidder, 150);
    const page = await signIn(ada, { viewport: PHONE });
    await page.goto(auction);
    const tools = page.getByRole("region", { name: "Moderation" });
    await tools.getByRole("button", { name: `Hide listing: ${title}` }).click();
    await giveReason(page, "Hide listing", "A copy");
    await expect(tools.getByText("Only its seller and admins can see this auction")).toBeVisible();
    await expect(tools.getByText("Reason for hiding: A copy")).toBeVisible();
    await expectNoSidewaysScroll(page);

    await page.reload();
    await expect(page.getByRole("region", { name: "Bids" }).getByText("Bea Example")).toBeVisible();
    await page.getByRole("button", { name: "Verify this auction" }).click();
    await expect(page.getByText("Everything adds up.")).toBeVisible();
    await page.keyboard.press("Escape");

    // The seller can't delete a hidden auction.
    const id = auction.split("/").at(-1) ?? "";
    const deletion = await seller.request.delete(`/api/v1/auction/deleteAuction/${id}`);
    expect(deletion.status()).toBe(409);

    await tools.getByRole("button", { name: `Show again: ${title}` }).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog", { name: "Show again" })).toBeVisible();
    await page.getByLabel("Reason").focus();
    await page.keyboard.type("The seller has proved it");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect(tools.getByText("You're viewing this auction as an admin.")).toBeVisible();
  },
);

test(
  "an admin hides a name everywhere, and restores it on the moderation page",
  { tag: NIGHTLY },
  async ({ newAdmin, newSignedInUser, signIn }) => {
    const [ada, seller, bidder] = await Promise.all([newAdmin("Ada"), newSignedInUser("Sue"), newSignedInUser("Rude")]);
    const auction = await listAuction(seller, { title: `Oak chest ${crypto.randomUUID().slice(0, 6)}` });
    await placeBid(auction, bidder, 150);
    const page = await signIn(ada);
    await page.goto(auction);
    const bids = page.getByRole("region", { name: "Bids" });
    await bids.getByRole("button", { name: "Moderate Rude Example" }).click();
    await page.getByRole("dialog").getByRole("radio", { name: "Hide name" }).check();
    await expectAccessible(page, "the dialog about a person");
    await giveReason(page, "Hide name", "Abusive");
    await expect(bids.getByText("Name hidden")).toBeVisible();
    await expect(bids.getByText("Rude Example")).toHaveCount(0);

    await page.goto("/dashboard/moderation");
    const hidden = page
      .getByRole("region", { name: "Hidden names" })
      .getByRole("listitem")
      .filter({ hasText: "Abusive" });
    await expect(hidden.getByText("Rude Example")).toBeVisible();
    await hidden.getByRole("button", { name: "Show name again: Rude Example" }).click();
    await giveReason(page, "Show name again", "A mistake");
    await expect(hidden).toHaveCount(0);
    await page.goto(auction);
    await expect(bids.getByText("Rude Example")).toBeVisible();
  },
);

test(
  "an admin hides a category, which the site then no longer offers",
  { tag: NIGHTLY },
  async ({ newAdmin, newSignedInUser, signIn }) => {
    const [ada, person]: [TestAccount, { request: TestAccount["request"]; page: Page }] = await Promise.all([
      newAdmin("Ada"),
      newSignedInUser("Cat"),
    ]);
    const name = `Insults ${crypto.randomUUID().slice(0, 6)}`;
    const created = await person.request.post("/api/v1/auction/createCategory", {
      data: { name, description: "Rude" },
    });
    expect(created.status()).toBe(201);
    const page = await signIn(ada, { viewport: PHONE });
    await page.goto("/dashboard/admin?view=categories");
    await page.getByRole("button", { name: `Hide category: ${name}` }).click();
    await giveReason(page, "Hide category", "An insult");
    await expect(page.getByRole("button", { name: `Show category again: ${name}` })).toBeVisible();
    await page.getByRole("link", { name: "Reports" }).click();
    await expect(page.getByRole("region", { name: "Hidden categories" }).getByText(name)).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page, "the moderation page");
    await person.page.goto("/auctions");
    await person.page.getByRole("combobox", { name: "Category" }).click();
    await expect(person.page.getByRole("option", { name: "Antiques" })).toBeVisible();
    await expect(person.page.getByRole("option", { name })).toHaveCount(0);
  },
);
