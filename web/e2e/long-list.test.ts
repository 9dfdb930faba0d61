/** A thousand auctions in one list: only cards near the window are drawn, and Back returns to the same place. */
import type { Page } from "@playwright/test";

import type { Auction } from "../../worker/contract/catalogue.ts";
import { expect, test } from "./fixtures.ts";

const COUNT = 1_000;
const PAGE = 24;
/** Three screens above and below what is seen, three cards in a row: many times fewer than there are. */
const MAX_DRAWN = 60;

function anAuction(number: number): Auction {
  const end = new Date(Date.now() + 24 * 3_600_000).toISOString();
  return {
    _id: `lot-${number}`,
    title: `Lot ${number}`,
    description: "One of a thousand.",
    images: null,
    pictures: [],
    startingPrice: 100,
    currency: "USD",
    scheduledEndTime: end,
    createdAt: new Date().toISOString(),
    category: null,
    seller: { _id: "sue", firstName: "Sue", lastName: "Example", image: null },
    currentBid: 100,
    minNextBid: 100,
    bidCount: 0,
    auctionEndTime: end,
    status: "Live",
    extensions: 0,
  };
}

/** Only the list is made up: the page, its requests and its drawing are the real ones. */
async function withThousand(page: Page): Promise<void> {
  await page.route("**/api/v1/auction/fetchAllAuctions*", (route) => {
    const from = Number(new URL(route.request().url()).searchParams.get("cursor") ?? 0);
    const auctions = Array.from({ length: Math.min(PAGE, COUNT - from) }, (_, at) => anAuction(from + at));
    const nextCursor = from + PAGE < COUNT ? String(from + PAGE) : null;
    return route.fulfill({ json: { success: true, message: "Auctions Fetched", auctions, nextCursor } });
  });
}

test.use({ viewport: { width: 1280, height: 800 } });

test("a list of a thousand auctions draws only the cards near the window, and Back returns to the same place", async ({
  page,
}) => {
  await withThousand(page);
  await page.goto("/auctions");
  await expect(page.getByRole("heading", { name: "Lot 0", exact: true })).toBeVisible();
  const drawn = () => page.getByRole("article").count();
  const places = () => page.locator("main ul > li").count();
  let most = 0;
  while ((await places()) < COUNT) {
    const before = await places();
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await expect.poll(places).toBeGreaterThan(before);
    most = Math.max(most, await drawn());
  }
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expect(page.getByRole("heading", { name: `Lot ${COUNT - 1}`, exact: true })).toBeVisible();
  // A page that has just arrived is drawn whole until it is known where it is.
  expect(most).toBeLessThanOrEqual(MAX_DRAWN + PAGE);
  await expect.poll(drawn).toBeLessThanOrEqual(MAX_DRAWN);

  // Somewhere in the middle, to an auction and back.
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight / 2));
  const middle = page.getByRole("article").filter({ visible: true });
  await expect(middle.first()).toBeVisible();
  const scrolled = () => page.evaluate(() => Math.round(scrollY));
  const seen = () =>
    page.evaluate(() => {
      // Cards of the place before may still be drawn below the window.
      const inSight = Array.from(document.querySelectorAll("article")).find((card) => {
        const { top } = card.getBoundingClientRect();
        return top >= 0 && top < innerHeight;
      });
      return inSight?.querySelector("h2")?.textContent ?? "";
    });
  await expect.poll(seen).toMatch(/^Lot \d+$/);
  const lot = await seen();
  const link = page.getByRole("link", { name: `View Auction: ${lot}`, exact: true });
  await link.scrollIntoViewIfNeeded();
  const before = await scrolled();
  expect(before).toBeGreaterThan(50_000);
  await link.click();
  await expect(page).toHaveURL(/\/auction\/lot-\d+$/);
  await expect(page.getByRole("heading", { name: "This auction does not exist" })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("heading", { name: lot, exact: true })).toBeVisible();
  await expect.poll(async () => Math.abs((await scrolled()) - before)).toBeLessThan(40);
  await expect.poll(drawn).toBeLessThanOrEqual(MAX_DRAWN);
});
