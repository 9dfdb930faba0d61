/** An auction with a scheduled start. The page counts down to it, then accepts bids without a reload. */
import type { Page } from "@playwright/test";

import { type Caller, expectLeading, listUpcomingAuction, tryBid } from "./actions.ts";
import { expect, NIGHTLY, test } from "./fixtures.ts";

/** Time to open a page and to try a bid, on a machine that is not busy. */
const STARTS_AFTER_SECONDS = 5;

const bidNow = (page: Page) => page.getByRole("button", { name: "Bid $100 now" });

/**
 * Opens an auction's page before the start. Returns the start, the refusal of an early bid, and the number of bid
 * buttons. If opening takes too long, tries a later start.
 */
async function openBeforeStart(page: Page, seller: Caller, bidder: Caller) {
  for (let seconds = STARTS_AFTER_SECONDS; ; seconds *= 2) {
    const { auctionPath, startsAt } = await listUpcomingAuction(seller, seconds);
    const refusal = await tryBid(auctionPath, bidder, 100);
    await page.goto(auctionPath);
    await expect(page.getByText("Starts in").or(bidNow(page))).toBeVisible();
    const buttonCount = await bidNow(page).count();
    if (Date.now() < startsAt) return { startsAt, refusal, buttonCount: buttonCount };
  }
}

test(
  "an open page accepts bids as soon as the auction starts",
  { tag: NIGHTLY },
  async ({ newAccount, newSignedInUser }) => {
    const [seller, ann] = await Promise.all([newAccount("Sue"), newSignedInUser("Ann")]);
    const { page } = ann;
    const { startsAt, refusal, buttonCount } = await openBeforeStart(page, seller, ann);
    expect({ refusal, buttonCount }).toEqual({ refusal: "auction_not_started", buttonCount: 0 });

    // Without a reload. The server uses this machine's clock, so the bid must come after `startsAt`.
    await bidNow(page).click();
    expect(Date.now()).toBeGreaterThanOrEqual(startsAt);
    await expectLeading(page);
    await expect(page.getByText("Starts in")).toHaveCount(0);
  },
);
