/** Opening pages as fast as they load uses less than half of a person's rate limits. */
import type { Page } from "@playwright/test";

import { listAuction } from "./actions.ts";
import { expect, NIGHTLY, test } from "./fixtures.ts";

/** Half of a person's reads and a quarter of their sockets per minute (worker/rate-limits/limits.ts). */
const MAX_READS = 300 / 2;
const MAX_SOCKETS = 30 / 2;
/** A screen a second is more than anyone reads. */
const SCREENS = 60;
const ENTRIES = ["My Auctions", "Create Auction", "Auctions Won", "History", "My Profile"];

function countRequests(page: Page) {
  const counts = { reads: 0, sockets: 0 };
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    const isRead = pathname.startsWith("/api/v1/") && !pathname.startsWith("/api/v1/images/");
    if (isRead && request.method() === "GET") counts.reads += 1;
  });
  page.on("websocket", () => {
    counts.sockets += 1;
  });
  return counts;
}

test(
  "opening 60 screens uses less than half of a user's rate limits per minute",
  { tag: NIGHTLY },
  async ({ newAccount, newSignedInUser }) => {
    const seller = await newAccount("Sue");
    const titles = Array.from({ length: 3 }, () => `Brass sextant ${crypto.randomUUID().slice(0, 8)}`);
    await Promise.all(titles.map((title) => listAuction(seller, { title })));
    const { page } = await newSignedInUser("Ann");
    const counts = countRequests(page);
    await page.goto("/dashboard/my-profile");
    let screens = 1;
    while (screens < SCREENS) {
      for (const entry of ENTRIES) {
        await page.getByRole("link", { name: entry, exact: true }).first().click();
        screens += 1;
      }
      const title = titles[screens % titles.length] ?? "";
      await page.getByRole("banner").getByRole("link", { name: "Auctions", exact: true }).click();
      screens += 1;
      await page.getByRole("link", { name: `View Auction: ${title}` }).click();
      await expect(page.getByRole("heading", { name: title, level: 1 })).toBeVisible();
      screens += 1;
      await page.goBack();
      screens += 1;
      await page.getByRole("banner").getByRole("link", { name: "Dashboard" }).click();
      await expect(page).toHaveURL("/dashboard/my-profile");
      screens += 1;
    }
    expect(screens).toBeGreaterThanOrEqual(SCREENS);
    expect(counts.reads).toBeGreaterThan(0);
    expect(counts.sockets).toBeGreaterThan(0);
    expect(counts.reads).toBeLessThan(MAX_READS);
    expect(counts.sockets).toBeLessThan(MAX_SOCKETS);
  },
);
