/** What is reported, who sees it, and what becomes of the listing: three people in three browsers. */
import type { Page } from "playwright-core";
import { expect, it } from "vitest";

import { newAdmin } from "./admin.ts";
import { listed, member, problemsIn, signedIn } from "./browser.ts";

/** Presses an act's button and gives the reason that it asks for. */
async function act(page: Page, label: string, name: string, reason: string): Promise<void> {
  await page.getByRole("button", { name: `${label}: ${name}` }).click();
  const dialog = page.getByRole("dialog", { name: label });
  await dialog.getByRole("button", { name: label }).click();
  await dialog.getByText("Please give a reason").waitFor();
  await dialog.getByLabel("Reason").fill(reason);
  await dialog.getByRole("button", { name: label }).click();
  await dialog.waitFor({ state: "hidden" });
}

it("an admin finds a report, hides the listing for a reason, and shows it again", async () => {
  const [ada, seller, reporter] = await Promise.all([newAdmin("Ada"), member("Sue"), member("Rob")]);
  const title = `Brass telescope ${crypto.randomUUID().slice(0, 6)}`;
  const address = await listed(seller, 3_600, { title });

  await reporter.page.goto(address);
  await reporter.page.getByRole("button", { name: "Report this listing" }).click();
  const dialog = reporter.page.getByRole("dialog", { name: "Report this listing" });
  await dialog.getByRole("button", { name: "Send report" }).click();
  await dialog.getByText("Please choose a reason").waitFor();
  await dialog.getByLabel("A copy sold as the real thing").check();
  await dialog.getByLabel("In your words").fill("The maker never built one.");
  await dialog.getByRole("button", { name: "Send report" }).click();
  await reporter.page.getByText("Listing Reported").waitFor();

  const { page } = await signedIn(ada);
  await page.goto("/dashboard/my-profile");
  await page.getByRole("navigation", { name: "Dashboard" }).getByRole("link", { name: "Moderation" }).click();
  const part = (name: string) => page.getByRole("region", { name }).getByRole("listitem").filter({ hasText: title });
  const open = part("Open reports");
  await open.getByText("A copy sold as the real thing").waitFor();
  await open.getByText("The maker never built one.").waitFor();
  await open.getByText("Rob Example").waitFor();

  await act(page, "Hide listing", title, "A known copy");
  await part("Hidden listings").getByText("A known copy").waitFor();
  await part("Journal").getByText(`Ada Example hid ${title}: A known copy`).waitFor();
  // Whoever is just looking at it is told at once, and whoever comes later finds none.
  await reporter.page.getByText("This auction is no longer shown.").waitFor();
  await reporter.page.reload();
  await reporter.page.getByRole("heading", { name: "This auction does not exist" }).waitFor();
  await seller.page.goto(address);
  await seller.page.getByText("Reason: A known copy").waitFor();

  await act(page, "Show again", title, "The seller has proved it");
  await part("Journal").getByText(`Ada Example showed again ${title}: The seller has proved it`).waitFor();
  await expect.poll(() => part("Hidden listings").count()).toBe(0);
  await reporter.page.goto(address);
  await reporter.page.getByRole("button", { name: "Bid $100 now" }).click();
  await reporter.page.getByText("You are the highest bidder").waitFor();
});

it("for anyone else there is nothing here: no entry, no page, no answer", async () => {
  const { page, request } = await member("Vic");
  const problems = problemsIn(page);
  await page.goto("/dashboard/moderation");
  await page.getByRole("heading", { name: "There is nothing here" }).waitFor();
  const entries = page.getByRole("navigation", { name: "Dashboard" });
  await entries.getByRole("link", { name: "History" }).waitFor();
  expect(await entries.getByRole("link", { name: "Moderation" }).count()).toBe(0);
  expect((await request.get("/api/v1/moderation")).status()).toBe(404);
  // The page did not even ask.
  expect(problems).toEqual([]);
});
