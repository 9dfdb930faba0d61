/** Someone who goes through the pages as fast as they come, and what that costs of what one network may ask for. */
import type { Page } from "playwright-core";
import { expect, it } from "vitest";

import { listed, member, newAccount } from "./browser.ts";

/** Of a minute, as worker/rate-limits/numbers.ts has it: this person shares a network with others, so half of it must do. */
const READS = 300 / 2;
const SOCKET_OPENS = 30 / 2;
/** A screen a second is more than anyone reads. */
const SCREENS = 60;
const ENTRIES = ["My Auctions", "Create Auction", "Auctions Won", "History", "My Profile"];

function counted(page: Page) {
  const seen = { reads: 0, sockets: 0 };
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    const isRead = pathname.startsWith("/api/v1/") && !pathname.startsWith("/api/v1/images/");
    if (isRead && request.method() === "GET") seen.reads += 1;
  });
  page.on("websocket", () => {
    seen.sockets += 1;
  });
  return seen;
}

it("sixty screens cost less than half of what one network may ask for in a minute", async () => {
  const seller = await newAccount("Sue");
  const titles = Array.from({ length: 3 }, () => `Brass sextant ${crypto.randomUUID().slice(0, 8)}`);
  await Promise.all(titles.map((title) => listed(seller, 3_600, { title })));
  const { page } = await member("Ann");
  const seen = counted(page);
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
    await page.getByRole("heading", { name: title, level: 1 }).waitFor();
    screens += 1;
    await page.goBack();
    screens += 1;
    await page.getByRole("banner").getByRole("link", { name: "Dashboard" }).click();
    await page.waitForURL("**/dashboard/my-profile");
    screens += 1;
  }
  expect(screens).toBeGreaterThanOrEqual(SCREENS);
  expect(seen.reads).toBeGreaterThan(0);
  expect(seen.sockets).toBeGreaterThan(0);
  expect(seen.reads).toBeLessThan(READS);
  expect(seen.sockets).toBeLessThan(SOCKET_OPENS);
});
