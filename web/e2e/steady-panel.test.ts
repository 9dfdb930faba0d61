/** Nothing moves under the pointer of someone who waits to bid, no matter how much time passes. */
import type { Locator, Page } from "@playwright/test";

import { listAuction, openAuction, placeBid } from "./actions.ts";
import { expect, NIGHTLY, test } from "./fixtures.ts";

const HOURS = 30;
const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
/** How long before the end something about the clock changes, and what the page then shows. */
const BOUNDARIES = [
  [24 * HOUR_MS, "Auction Closing soon - Place your Bid!"],
  [HOUR_MS, /^00h 59m/],
  [5 * MINUTE_MS, /^00h 04m/],
  [121 * SECOND_MS, "Last two minutes"],
  [MINUTE_MS, "Last minute"],
  [20 * SECOND_MS, "Going once"],
  [10 * SECOND_MS, "Going twice"],
] as const;
const SIZES = { desktop: { width: 1_280, height: 800 }, phone: { width: 390, height: 844 } };

/**
 * Lets a test move the page's clock without a message from the server, which would correct it. Messages are lost once
 * the returned function has been called.
 */
async function createSilencer(page: Page): Promise<() => Promise<void>> {
  let silent = false;
  await page.routeWebSocket(/\/live/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => void (silent || socket.send(message)));
  });
  return async () => {
    silent = true;
    await page.route("**/api/v1/**", (route) => route.abort());
  };
}

const boxOf = async (part: Locator) => JSON.stringify(await part.boundingBox());

for (const [device, viewport] of Object.entries(SIZES)) {
  test(
    `the clock never moves a button or changes the panel's height, on a ${device}`,
    { tag: NIGHTLY },
    async ({ newAccount, signIn }) => {
      const [seller, ann, bob] = await Promise.all(["Sue", "Ann", "Bob"].map((name) => newAccount(name)));
      if (!seller || !ann || !bob) throw new Error("three people");
      const auction = await listAuction(seller, { hours: HOURS });
      const endsAt = Date.now() + HOURS * HOUR_MS;
      await placeBid(auction, ann, 100);
      await placeBid(auction, bob, 150);
      const page = await signIn(ann, { viewport });
      await page.clock.install();
      const silence = await createSilencer(page);
      await openAuction(page, auction);
      await page.evaluate(() => document.fonts.ready);
      await silence();

      const panel = page.getByRole("heading", { name: "Price and time left" }).locator("..");
      // On a phone, the one-tap button is in the bar in the last two minutes, and the button for other amounts before
      // that.
      const bidButtons = device === "phone" ? [] : [page.getByRole("button", { name: /^Bid \$/ })];
      const parts = [panel, panel.getByText("Minimum bid"), ...bidButtons];
      const boxes = async () => Promise.all(parts.map(boxOf));
      const before = await boxes();
      for (const [leftMs, text] of BOUNDARIES) {
        await page.clock.setSystemTime(endsAt - leftMs + SECOND_MS);
        await page.clock.runFor(2 * SECOND_MS);
        await expect(panel.getByText(text).first()).toBeVisible();
        expect.soft(await boxes(), `${leftMs / SECOND_MS} seconds before the end`).toEqual(before);
      }
      // Even in the last seconds, more than one bid is readable.
      const second = page.getByRole("region", { name: "Bids" }).getByRole("listitem").nth(1);
      if (device === "desktop") await expect(second).toBeInViewport({ ratio: 1 });
      await page.clock.setSystemTime(endsAt + SECOND_MS);
      await page.clock.runFor(2 * SECOND_MS);
      await expect(panel.getByText("Ended, waiting for the result")).toBeVisible();
      expect((await panel.boundingBox())?.height).toBe((JSON.parse(before[0] ?? "") as { height: number }).height);
    },
  );
}
