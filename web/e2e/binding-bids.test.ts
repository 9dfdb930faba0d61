/** What a bid binds to: slips, bids that the seller releases, and bids that the seller or an admin removes. */
import type { Page } from "@playwright/test";

import { listAuction, placeBid, refusalOfBid } from "./actions.ts";
import { expect, NIGHTLY, test } from "./fixtures.ts";

async function open(page: Page, auction: string): Promise<void> {
  await page.goto(auction);
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
}

async function bid(page: Page, amount: string): Promise<void> {
  await page.getByRole("button", { name: "Place Bid" }).click();
  const dialog = page.getByRole("dialog", { name: "Bid Amount" });
  await dialog.getByRole("textbox", { name: "Your bid" }).fill(amount);
  await dialog.getByRole("button", { name: "Place Bid" }).click();
}

const price = (page: Page) => page.getByText("Current Bid Price").locator("..");
const bids = (page: Page) => page.getByRole("region", { name: "Bids" });

test("a bid far above the price is asked about once more, and refused where nobody was asked", async ({
  newAccount,
  newMember,
}) => {
  const [seller, ann, bob] = await Promise.all([newAccount("Sue"), newMember("Ann"), newAccount("Bob")]);
  const auction = await listAuction(seller);
  await placeBid(auction, bob, 100);
  expect(await refusalOfBid(auction, bob, 25_000)).toBe("bid_unusual");
  await open(ann.page, auction);
  await bid(ann.page, "25000");
  const dialog = ann.page.getByRole("dialog");
  await expect(dialog.getByText("Do you really want to bid $25,000?")).toBeVisible();
  await dialog.getByRole("button", { name: "Yes, bid $25,000" }).click();
  await expect(ann.page.getByText("You are the highest bidder", { exact: true })).toBeVisible();
  await expect(price(ann.page)).toContainText("$25,000");
});

test("a bid that opened a maximum stays until its seller releases it, and everyone sees why the price falls", async ({
  newMember,
}) => {
  const [seller, ann, bob] = await Promise.all([newMember("Sue"), newMember("Ann"), newMember("Bob")]);
  const auction = await listAuction(seller);
  await Promise.all([seller, ann, bob].map(({ page }) => open(page, auction)));
  await ann.page.getByRole("button", { name: "Place Bid" }).click();
  await ann.page.getByRole("radio", { name: "Bid for me up to" }).check();
  await ann.page.getByRole("textbox", { name: "Your maximum" }).fill("250");
  await ann.page.getByRole("dialog").getByRole("button", { name: "Place Bid" }).click();
  await expect(ann.page.getByRole("dialog")).toHaveCount(0);
  await expect(ann.page.getByText("Hidden until a bid reaches it.")).toBeVisible();

  await bid(bob.page, "180");
  await expect(price(bob.page)).toContainText("$181");
  await expect(bob.page.getByRole("dialog")).toHaveCount(0);
  await bid(bob.page, "300");
  await expect(bob.page.getByText("You are the highest bidder", { exact: true })).toBeVisible();
  await expect(ann.page.getByText("Your maximum of $250 became public when a bid passed it.")).toBeVisible();
  await expect(bob.page.getByRole("button", { name: /^Undo/ })).toHaveCount(0);
  await bob.page.getByRole("button", { name: "Ask to take back your bid of $300" }).first().click();
  const dialog = bob.page.getByRole("dialog", { name: "Ask to take back" });
  await expect(dialog.getByText(/^Your bid met another bidder’s automatic bid/)).toBeVisible();
  await dialog.getByRole("button", { name: "Ask the seller" }).click();
  await expect(bob.page.getByText("You asked the seller to release this bid").first()).toBeVisible();
  await expect(bids(ann.page).getByText(/asked to take it back/)).toBeVisible();

  const requests = seller.page.getByRole("region", { name: "Requests to release" });
  await expect(requests.getByText("Bob Example asks to take back $300")).toBeVisible();
  await expect(bids(seller.page).getByText("Bob Example asks to take back $300")).toBeVisible();
  await requests.getByRole("button", { name: "Release $300 by Bob Example" }).click();
  const question = seller.page.getByRole("dialog", { name: "Release this bid?" });
  await question.getByRole("button", { name: "Release" }).click();
  await expect(question).toBeHidden();
  await expect(requests).toHaveCount(0);

  await expect(ann.page.getByText("A bid by Bob Example was released by the seller.").first()).toBeVisible();
  await expect(bob.page.getByText("Your bid was released by the seller.").first()).toBeVisible();
  await expect(price(ann.page)).toContainText("$181");
  await expect(ann.page.getByText("You are the highest bidder", { exact: true })).toBeVisible();
  await expect(ann.page.getByText("It’s public, because a bid has reached it.")).toBeVisible();
  await expect(ann.page.getByText("1 bid taken back")).toBeVisible();
  await expect(bids(ann.page).getByText(/took back 1 bid/)).toBeVisible();
});

test(
  "the bids of someone whom the seller blocks no longer count, and who leads then is told",
  { tag: NIGHTLY },
  async ({ newMember }) => {
    const [seller, ann, bob] = await Promise.all([newMember("Sue"), newMember("Ann"), newMember("Bob")]);
    const auction = await listAuction(seller);
    await placeBid(auction, ann, 110);
    await placeBid(auction, bob, 150);
    await Promise.all([seller, ann, bob].map(({ page }) => open(page, auction)));
    await expect(ann.page.getByText("Someone outbid you. Increase your bid to win!")).toBeVisible();
    await seller.page.getByRole("button", { name: "More about Bob Example" }).click();
    await expect(seller.page.getByText(/their bids in your live auctions no longer count/)).toBeVisible();
    await seller.page.getByRole("button", { name: "Block bidder" }).click();
    await expect(seller.page.getByText("Bidder Blocked")).toBeVisible();
    await expect(ann.page.getByText("You are the highest bidder", { exact: true })).toBeVisible();
    await expect(ann.page.getByText(/^You are the highest bidder on .+ again$/).first()).toBeVisible();
    await expect(ann.page.getByText("A bid by Bob Example was removed.").first()).toBeVisible();
    await expect(price(ann.page)).toContainText("$110");
    await expect(bob.page.getByText("Your bid was removed.").first()).toBeVisible();
    await expect(bids(seller.page).getByText("Bob Example")).toHaveCount(0);
  },
);

test(
  "an admin removes a bid for a reason, which its bidder reads",
  { tag: NIGHTLY },
  async ({ newAdmin, newMember, signIn }) => {
    const [ada, seller, ann, bob] = await Promise.all([
      newAdmin("Ada"),
      newMember("Sue"),
      newMember("Ann"),
      newMember("Bob"),
    ]);
    const title = `Brass telescope ${crypto.randomUUID().slice(0, 6)}`;
    const auction = await listAuction(seller, { title });
    await placeBid(auction, ann, 110);
    await placeBid(auction, bob, 150);
    await Promise.all([ann, bob].map(({ page }) => open(page, auction)));
    const page = await signIn(ada);
    // From here on this browser knows that its person is an admin.
    await page.goto("/dashboard/my-profile");
    await expect(
      page.getByRole("navigation", { name: "Dashboard" }).getByRole("link", { name: "Moderation" }),
    ).toBeVisible();
    await open(page, auction);
    await page.getByRole("button", { name: "Remove bid: $150 by Bob Example" }).click();
    const dialog = page.getByRole("dialog", { name: "Remove bid" });
    await dialog.getByRole("button", { name: "Remove bid" }).click();
    await expect(dialog.getByText("Enter a reason")).toBeVisible();
    await dialog.getByLabel("Reason").fill("A test account");
    await dialog.getByLabel("Your password").fill(ada.password);
    await dialog.getByRole("button", { name: "Remove bid" }).click();
    await expect(dialog).toBeHidden();
    await expect(ann.page.getByText("You are the highest bidder", { exact: true })).toBeVisible();
    await expect(price(page)).toContainText("$110");
    await bob.page.getByRole("button", { name: /^Notifications/ }).click();
    await expect(
      bob.page.getByText(/Our team removed your bid of \$150 on .*\. Reason: A test account/).first(),
    ).toBeVisible();
    await page.goto("/dashboard/admin?view=acts");
    await expect(page.getByText(`Ada Example removed a bid on ${title}: A test account`)).toBeVisible();
  },
);
