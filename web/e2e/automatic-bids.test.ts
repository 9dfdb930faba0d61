/** Maxima, a reserve and buying at once, between people in browsers of their own. */
import type { Page } from "@playwright/test";

import { listAuction, placeBid } from "./actions.ts";
import { expect, NIGHTLY, test } from "./fixtures.ts";

async function open(page: Page, auction: string): Promise<void> {
  await page.goto(auction);
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
}

async function bidUpTo(page: Page, maximum: string): Promise<void> {
  await page.getByRole("button", { name: "Place Bid" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: "Bid for me up to" }).check();
  await dialog.getByRole("textbox", { name: "Your maximum" }).fill(maximum);
  await dialog.getByRole("button", { name: "Place Bid" }).click();
}

test("two maxima meet: the lower one is outbid at once and reads why, and the higher one stays secret", async ({
  newAccount,
  newMember,
}) => {
  const [seller, ann, bob] = await Promise.all([newAccount("Sue"), newMember("Ann"), newMember("Bob")]);
  const auction = await listAuction(seller);
  await Promise.all([open(ann.page, auction), open(bob.page, auction)]);

  await bidUpTo(ann.page, "250");
  await expect(ann.page.getByText("Your maximum: $250")).toBeVisible();
  await bidUpTo(bob.page, "180");
  await expect(
    bob.page.getByText("Your bid of $180 was outbid at once. Another bidder's maximum is higher."),
  ).toBeVisible();
  await expect(bob.page.getByText("Someone outbid you. Increase your bid to win!")).toBeVisible();
  await expect(bob.page.getByRole("region", { name: "Bids" }).getByRole("listitem").first()).toContainText("Automatic");
  await expect(bob.page.getByText("$250")).toHaveCount(0);
  await expect(ann.page.getByText("You are the highest bidder")).toBeVisible();

  await ann.page.getByRole("button", { name: "Change your maximum" }).click();
  await ann.page.getByRole("textbox", { name: "Your maximum" }).fill("200");
  await ann.page.getByRole("button", { name: "Save maximum" }).click();
  await expect(ann.page.getByText("Your maximum: $200")).toBeVisible();
  await ann.page.reload();
  await expect(ann.page.getByText("Your maximum: $200")).toBeVisible();
});

test("a reserve is not met, and then met by a maximum", { tag: NIGHTLY }, async ({ newAccount, newMember }) => {
  const [seller, ann] = await Promise.all([newAccount("Sue"), newMember("Ann")]);
  const auction = await listAuction(seller, { reservePrice: "175" });
  await open(ann.page, auction);
  await expect(ann.page.getByText("Reserve not met", { exact: true }).first()).toBeVisible();
  await bidUpTo(ann.page, "150");
  await expect(ann.page.getByText("Your maximum: $150")).toBeVisible();
  await expect(ann.page.getByText("Reserve not met", { exact: true }).first()).toBeVisible();
  await ann.page.getByRole("button", { name: "Change your maximum" }).click();
  await ann.page.getByRole("textbox", { name: "Your maximum" }).fill("200");
  await ann.page.getByRole("button", { name: "Save maximum" }).click();
  await expect(ann.page.getByText("Reserve met")).toBeVisible();
  await expect(ann.page.getByText("Current Bid Price").locator("..")).toContainText("$175");
});

test(
  "a bid that arrives while a purchase is being confirmed prevents it; otherwise the purchase ends the auction",
  { tag: NIGHTLY },
  async ({ newAccount, newMember }) => {
    const [seller, ann, bob] = await Promise.all([newAccount("Sue"), newMember("Ann"), newMember("Bob")]);
    const lost = await listAuction(seller, { buyNowPrice: "500" });
    await open(ann.page, lost);
    await ann.page.getByRole("button", { name: "Buy now for $500" }).click();
    await expect(ann.page.getByRole("dialog")).toContainText("That ends the auction at once");
    await placeBid(lost, bob, 100);
    await expect(ann.page.getByRole("dialog").getByText(/The smallest next bid is \$101/)).toBeVisible();
    await expect(ann.page.getByRole("button", { name: "Buy for $500" })).toHaveCount(0);

    const won = await listAuction(seller, { buyNowPrice: "500" });
    await Promise.all([open(ann.page, won), open(bob.page, won)]);
    await ann.page.getByRole("button", { name: "Buy now for $500" }).click();
    // A press right after the dialog has opened would count as the second one of a double click.
    await ann.page.getByRole("button", { name: "Buy for $500" }).click({ delay: 600 });
    await expect(ann.page.getByRole("heading", { name: "Yours for $500" })).toBeVisible();
    await expect(bob.page.getByText("Bought by Ann Example")).toBeVisible();
  },
);
