/** Maximums, a reserve and Buy It Now, between people in separate browsers. */
import type { Page } from "@playwright/test";

import { expectLeading, expectOutbid, listAuction, openAuction, placeBid } from "./actions.ts";
import { expect, NIGHTLY, test } from "./fixtures.ts";

async function bidUpTo(page: Page, maximum: string): Promise<void> {
  await page.getByRole("button", { name: "Place Bid" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: "Bid for me up to" }).check();
  await dialog.getByRole("textbox", { name: "Your maximum" }).fill(maximum);
  await dialog.getByRole("button", { name: "Place Bid" }).click();
}

test(
  "the lower maximum bid is outbid right away, and the higher one stays secret",
  { tag: NIGHTLY },
  async ({ newAccount, newSignedInUser }) => {
    const [seller, ann, bob] = await Promise.all([newAccount("Sue"), newSignedInUser("Ann"), newSignedInUser("Bob")]);
    const auction = await listAuction(seller);
    await Promise.all([openAuction(ann.page, auction), openAuction(bob.page, auction)]);

    await bidUpTo(ann.page, "250");
    await expect(ann.page.getByText("Your maximum: $250")).toBeVisible();
    await bidUpTo(bob.page, "180");
    await expect(
      bob.page.getByText("Your bid of $180 was outbid right away. Another bidder's maximum is higher."),
    ).toBeVisible();
    await expectOutbid(bob.page);
    await expect(bob.page.getByRole("region", { name: "Bids" }).getByRole("listitem").first()).toContainText(
      "Automatic",
    );
    await expect(bob.page.getByText("$250")).toHaveCount(0);
    await expectLeading(ann.page);

    await ann.page.getByRole("button", { name: "Change your maximum" }).click();
    await ann.page.getByRole("textbox", { name: "Your maximum" }).fill("200");
    await ann.page.getByRole("button", { name: "Save maximum" }).click();
    await expect(ann.page.getByText("Your maximum: $200")).toBeVisible();
    await ann.page.reload();
    await expect(ann.page.getByText("Your maximum: $200")).toBeVisible();
  },
);

test("a maximum bid above the reserve meets it", { tag: NIGHTLY }, async ({ newAccount, newSignedInUser }) => {
  const [seller, ann] = await Promise.all([newAccount("Sue"), newSignedInUser("Ann")]);
  const auction = await listAuction(seller, { reservePrice: "175" });
  await openAuction(ann.page, auction);
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
  "a bid stops someone else's purchase, and a purchase ends the auction",
  { tag: NIGHTLY },
  async ({ newAccount, newSignedInUser }) => {
    const [seller, ann, bob] = await Promise.all([newAccount("Sue"), newSignedInUser("Ann"), newSignedInUser("Bob")]);
    const lost = await listAuction(seller, { buyNowPrice: "500" });
    await openAuction(ann.page, lost);
    await ann.page.getByRole("button", { name: "Buy now for $500" }).click();
    await expect(ann.page.getByRole("dialog")).toContainText("This ends the auction right away");
    await placeBid(lost, bob, 100);
    await expect(ann.page.getByRole("dialog").getByText(/The minimum bid is \$101/)).toBeVisible();
    await expect(ann.page.getByRole("button", { name: "Buy for $500" })).toHaveCount(0);

    const won = await listAuction(seller, { buyNowPrice: "500" });
    await Promise.all([openAuction(ann.page, won), openAuction(bob.page, won)]);
    await ann.page.getByRole("button", { name: "Buy now for $500" }).click();
    // A press right after the dialog opens would count as the second half of a double click.
    await ann.page.getByRole("button", { name: "Buy for $500" }).click({ delay: 600 });
    await expect(ann.page.getByRole("heading", { name: "Yours for $500" })).toBeVisible();
    await expect(bob.page.getByText("Bought by Ann Example")).toBeVisible();
  },
);
