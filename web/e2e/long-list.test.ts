/**
 * Hundreds of auctions in one list. The page contains them all but renders only those near the viewport, and Back
 * returns to the same place.
 */
import type { Page } from "@playwright/test";

import type { ListedAuction } from "../../worker/contract/catalogue.ts";
import { expect, NIGHTLY, test } from "./fixtures.ts";

const AUCTION_COUNT = 240;
const PAGE_SIZE = 24;
/** Three screens above and below the visible one, with three cards in a row. The list has four times as many. */
const MAX_DRAWN = 60;

function anAuction(number: number): ListedAuction {
  const end = new Date(Date.now() + 24 * 3_600_000).toISOString();
  return {
    _id: `lot-${number}`,
    title: `Lot ${number}`,
    description: "One of hundreds.",
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

/** Only the list is fake. The page, its requests and its rendering are real. */
async function fakeHundredsOfAuctions(page: Page): Promise<void> {
  await page.route("**/api/v1/auction/fetchAllAuctions*", (route) => {
    const from = Number(new URL(route.request().url()).searchParams.get("cursor") ?? 0);
    const auctions = Array.from({ length: Math.min(PAGE_SIZE, AUCTION_COUNT - from) }, (_, at) => anAuction(from + at));
    const nextCursor = from + PAGE_SIZE < AUCTION_COUNT ? String(from + PAGE_SIZE) : null;
    return route.fulfill({ json: { success: true, message: "Auctions Fetched", auctions, nextCursor } });
  });
}

test.use({ viewport: { width: 1280, height: 800 } });

test(
  "a long list draws only cards near the viewport, and Back restores the position",
  { tag: NIGHTLY },
  async ({ page }) => {
    await fakeHundredsOfAuctions(page);
    await page.goto("/auctions");
    await expect(page.getByRole("heading", { name: "Lot 0", exact: true })).toBeVisible();
    const countCards = () => page.locator("main article").count();
    /** Counts the cards that the browser lays out and paints. */
    const countDrawn = () =>
      page.evaluate(() => {
        const headings = Array.from(document.querySelectorAll("main article h2"));
        return headings.filter((element) => element.checkVisibility({ contentVisibilityAuto: true })).length;
      });
    while ((await countCards()) < AUCTION_COUNT) {
      const before = await countCards();
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
      await expect.poll(countCards).toBeGreaterThan(before);
    }
    // Scrolls to the last card, because the footer is below it.
    await page.locator("main article").last().scrollIntoViewIfNeeded();
    await expect(page.getByRole("heading", { name: `Lot ${AUCTION_COUNT - 1}`, exact: true })).toBeInViewport();
    await expect.poll(countDrawn).toBeLessThanOrEqual(MAX_DRAWN);

    // The browser's own search finds the words of a card that is not drawn, and scrolls to it.
    expect(
      await page.evaluate(() => "find" in window && typeof window.find === "function" && window.find("Lot 123")),
    ).toBe(true);
    await expect(page.getByRole("heading", { name: "Lot 123", exact: true })).toBeInViewport();

    // Opens an auction in the middle of the list, and goes back.
    await page.evaluate(() => scrollTo({ top: document.body.scrollHeight / 2, behavior: "instant" }));
    const firstVisibleTitle = () =>
      page.evaluate(() => {
        const firstVisibleCard = Array.from(document.querySelectorAll("main article")).find((card) => {
          const { top } = card.getBoundingClientRect();
          return top >= 0 && top < innerHeight;
        });
        return firstVisibleCard?.querySelector("h2")?.textContent ?? "";
      });
    await expect.poll(firstVisibleTitle).toMatch(/^Lot \d+$/);
    const item = await firstVisibleTitle();
    const link = page.getByRole("link", { name: `View Auction: ${item}`, exact: true });
    await link.scrollIntoViewIfNeeded();
    const scrollPosition = () => page.evaluate(() => Math.round(scrollY));
    const before = await scrollPosition();
    expect(before).toBeGreaterThan(20_000);
    await link.click();
    await expect(page).toHaveURL(/\/auction\/lot-\d+$/);
    await expect(page.getByRole("heading", { name: "This auction doesn't exist" })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole("heading", { name: item, exact: true })).toBeInViewport();
    await expect.poll(async () => Math.abs((await scrollPosition()) - before)).toBeLessThan(40);
    await expect.poll(countDrawn).toBeLessThanOrEqual(MAX_DRAWN);
  },
);
