/** Binding bids, and how they end. The seller releases them, or a block or an admin voids them. */
import type { Page } from "@playwright/test";

import { bidOnPage, expectLeading, expectOutbid, listAuction, openAuction, placeBid } from "./actions.ts";
import { expect, NIGHTLY, test } from "./fixtures.ts";

const price = (page: Page) => page.getByText("Current Bid Price").locator("..");
const bids = (page: Page) => page.getByRole("region", { name: "Bids" });

test(
  "a bid above someone's maximum stays until the seller releases it",
  { tag: NIGHTLY },
  async ({ newSignedInUser }) => {
    const [seller, ann, bob] = await Promise.all([
      newSignedInUser("Sue"),
      newSignedInUser("Ann"),
      newSignedInUser("Bob"),
    ]);
    const auction = await listAuction(seller);
    await Promise.all([seller, ann, bob].map(({ page }) => openAuction(page, auction)));
    await ann.page.getByRole("button", { name: "Place Bid" }).click();
    await ann.page.getByRole("radio", { name: "Bid for me up to" }).check();
    await ann.page.getByRole("textbox", { name: "Your maximum" }).fill("250");
    await ann.page.getByRole("dialog").getByRole("button", { name: "Place Bid" }).click();
    await expect(ann.page.getByRole("dialog")).toHaveCount(0);
    await expect(ann.page.getByText("Hidden until a bid reaches it.")).toBeVisible();

    await bidOnPage(bob.page, "180");
    await expect(price(bob.page)).toContainText("$181");
    await expect(bob.page.getByRole("dialog")).toHaveCount(0);
    await bidOnPage(bob.page, "300");
    await expectLeading(bob.page);
    await expect(ann.page.getByText("Your maximum of $250 became public when a bid passed it.")).toBeVisible();
    await expect(bob.page.getByRole("button", { name: /^Undo/ })).toHaveCount(0);
    await bob.page.getByRole("button", { name: "Ask to withdraw your bid of $300" }).first().click();
    const dialog = bob.page.getByRole("dialog", { name: "Ask to withdraw" });
    await expect(dialog.getByText(/^Your bid met another bidder's automatic bid/)).toBeVisible();
    await dialog.getByRole("button", { name: "Ask the seller" }).click();
    await expect(bob.page.getByText("You asked the seller to release this bid").first()).toBeVisible();
    await expect(bids(ann.page).getByText(/Asked to withdraw it/)).toBeVisible();

    const requests = seller.page.getByRole("region", { name: "Release requests" });
    await expect(requests.getByText("Bob Example asked to withdraw a bid of $300")).toBeVisible();
    await expect(bids(seller.page).getByText("Bob Example asked to withdraw a bid of $300")).toBeVisible();
    await requests.getByRole("button", { name: "Release $300 by Bob Example" }).click();
    const question = seller.page.getByRole("dialog", { name: "Release this bid?" });
    await question.getByRole("button", { name: "Release" }).click();
    await expect(question).toBeHidden();
    await expect(requests).toHaveCount(0);

    await expect(ann.page.getByText("A bid by Bob Example was released by the seller.").first()).toBeVisible();
    await expect(bob.page.getByText("Your bid was released by the seller.").first()).toBeVisible();
    await expect(price(ann.page)).toContainText("$181");
    await expectLeading(ann.page);
    await expect(ann.page.getByText("It's public, because a bid has reached it.")).toBeVisible();
    await expect(ann.page.getByText("1 bid withdrawn")).toBeVisible();
    await expect(bids(ann.page).getByText(/Withdrew 1 bid/)).toBeVisible();
  },
);

test(
  "a blocked bidder's bids stop counting, and the new leader is notified",
  { tag: NIGHTLY },
  async ({ newSignedInUser }) => {
    const [seller, ann, bob] = await Promise.all([
      newSignedInUser("Sue"),
      newSignedInUser("Ann"),
      newSignedInUser("Bob"),
    ]);
    const auction = await listAuction(seller);
    await placeBid(auction, ann, 110);
    await placeBid(auction, bob, 150);
    await Promise.all([seller, ann, bob].map(({ page }) => openAuction(page, auction)));
    await expectOutbid(ann.page);
    await seller.page.getByRole("button", { name: "More actions for Bob Example" }).click();
    await expect(seller.page.getByText(/their bids in your live auctions will no longer count/)).toBeVisible();
    await seller.page.getByRole("button", { name: "Block bidder" }).click();
    await expect(seller.page.getByText("Bidder Blocked")).toBeVisible();
    await expectLeading(ann.page);
    await expect(ann.page.getByText(/^You are the highest bidder on .+ again$/).first()).toBeVisible();
    await expect(ann.page.getByText("A bid by Bob Example was voided.").first()).toBeVisible();
    await expect(price(ann.page)).toContainText("$110");
    await expect(bob.page.getByText("Your bid was voided.").first()).toBeVisible();
    await expect(bids(seller.page).getByText("Bob Example")).toHaveCount(0);
  },
);

test(
  "an admin voids a bid, and its bidder reads the reason",
  { tag: NIGHTLY },
  async ({ newAdmin, newSignedInUser, signIn }) => {
    const [ada, seller, ann, bob] = await Promise.all([
      newAdmin("Ada"),
      newSignedInUser("Sue"),
      newSignedInUser("Ann"),
      newSignedInUser("Bob"),
    ]);
    const title = `Brass telescope ${crypto.randomUUID().slice(0, 6)}`;
    const auction = await listAuction(seller, { title });
    await placeBid(auction, ann, 110);
    await placeBid(auction, bob, 150);
    await Promise.all([ann, bob].map(({ page }) => openAuction(page, auction)));
    const page = await signIn(ada);
    // Opening the profile stores in this browser that the user is an admin.
    await page.goto("/dashboard/my-profile");
    await expect(
      page.getByRole("navigation", { name: "Dashboard" }).getByRole("link", { name: "Moderation" }),
    ).toBeVisible();
    await openAuction(page, auction);
    await page.getByRole("button", { name: "Void bid: $150 by Bob Example" }).click();
    const dialog = page.getByRole("dialog", { name: "Void bid" });
    await dialog.getByRole("button", { name: "Void bid" }).click();
    await expect(dialog.getByText("Enter a reason")).toBeVisible();
    await dialog.getByLabel("Reason").fill("A test account");
    await dialog.getByLabel("Your password").fill(ada.password);
    await dialog.getByRole("button", { name: "Void bid" }).click();
    await expect(dialog).toBeHidden();
    await expectLeading(ann.page);
    await expect(price(page)).toContainText("$110");
    await bob.page.getByRole("button", { name: /^Notifications/ }).click();
    await expect(
      bob.page.getByText(/Our team voided your bid of \$150 on .*\. Reason: A test account/).first(),
    ).toBeVisible();
    await page.goto("/dashboard/admin?view=actions");
    await expect(page.getByText(`Ada Example voided a bid on ${title}: A test account`)).toBeVisible();
  },
);
