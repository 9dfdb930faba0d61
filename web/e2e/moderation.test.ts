/** A report and what follows from it: three people in three browsers. */
import type { Page } from "@playwright/test";

import { expectLeading, listAuction } from "./actions.ts";
import { expect, test } from "./fixtures.ts";

/** Presses an action's button and gives the reason that it asks for. */
async function takeAction(page: Page, label: string, name: string, reason: string): Promise<void> {
  await page.getByRole("button", { name: `${label}: ${name}` }).click();
  const dialog = page.getByRole("dialog", { name: label });
  await dialog.getByRole("button", { name: label }).click();
  await expect(dialog.getByText("Enter a reason")).toBeVisible();
  await dialog.getByLabel("Reason").fill(reason);
  await dialog.getByRole("button", { name: label }).click();
  await expect(dialog).toBeHidden();
}

test("an admin finds a report, hides the listing with a reason, and shows it again", async ({
  newAdmin,
  newSignedInUser,
  signIn,
}) => {
  const [ada, seller, reporter] = await Promise.all([newAdmin("Ada"), newSignedInUser("Sue"), newSignedInUser("Rob")]);
  const title = `Brass telescope ${crypto.randomUUID().slice(0, 6)}`;
  const auction = await listAuction(seller, { title });

  await reporter.page.goto(auction);
  await reporter.page.getByRole("button", { name: "Report this listing" }).click();
  const dialog = reporter.page.getByRole("dialog", { name: "Report this listing" });
  await dialog.getByRole("button", { name: "Send report" }).click();
  await expect(dialog.getByText("Choose a reason")).toBeVisible();
  await dialog.getByLabel("It's a fake").check();
  await dialog.getByLabel("In your own words").fill("The maker never built one.");
  await dialog.getByRole("button", { name: "Send report" }).click();
  await expect(reporter.page.getByText("Listing Reported")).toBeVisible();

  const page = await signIn(ada);
  await page.goto("/dashboard/my-profile");
  await page.getByRole("navigation", { name: "Dashboard" }).getByRole("link", { name: "Moderation" }).click();
  const part = (name: string) => page.getByRole("region", { name }).getByRole("listitem").filter({ hasText: title });
  const openReports = part("Open reports");
  await expect(openReports.getByText("It's a fake")).toBeVisible();
  await expect(openReports.getByText("The maker never built one.")).toBeVisible();
  await expect(openReports.getByText("Rob Example")).toBeVisible();

  await takeAction(page, "Hide listing", title, "A known copy");
  await expect(part("Hidden listings").getByText("A known copy")).toBeVisible();
  // The open page says so right away. A page opened later finds no auction.
  await expect(reporter.page.getByText("This auction is no longer available.")).toBeVisible();
  await reporter.page.reload();
  await expect(reporter.page.getByRole("heading", { name: "This auction doesn't exist" })).toBeVisible();
  await seller.page.goto(auction);
  await expect(seller.page.getByText("Reason: A known copy")).toBeVisible();

  await takeAction(page, "Show again", title, "The seller has proved it");
  await expect(part("Hidden listings")).toHaveCount(0);
  await page.getByRole("link", { name: "Actions", exact: true }).click();
  await expect(page.getByText(`Ada Example hid ${title}: A known copy`)).toBeVisible();
  await expect(page.getByText(`Ada Example unhid ${title}: The seller has proved it`)).toBeVisible();
  await reporter.page.goto(auction);
  await reporter.page.getByRole("button", { name: "Bid $100 now" }).click();
  await expectLeading(reporter.page);
});
