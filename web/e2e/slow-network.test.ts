/** Pages on a slow network say what they're waiting for, and then work. */
import type { Page } from "@playwright/test";
import { z } from "zod";

import { expectLeading, listAuction, openAuction } from "./actions.ts";
import { expect, NIGHTLY, collectProblems, test } from "./fixtures.ts";

const LIVE_URL = /\/api\/v1\/auction\/[^/]+\/live/;
/** A phone at the edge of its cell, where most of the time is spent on the round trip. */
const SLOW = { offline: false, latency: 400, downloadThroughput: 200_000, uploadThroughput: 50_000 };
/** Messages that show the progress of the page and the bid, in the order in which they must appear. */
const STAGES = ["Loading the auction", "Placing...", "Bid placed successfully!"] as const;

/** Records when (ms) each stage first appears, because polling could miss one. */
async function recordStages(page: Page) {
  await page.addInitScript((texts) => {
    const firstSeen = new Map<string, number>();
    Object.assign(window, { seen: firstSeen });
    const checkStages = () => {
      const pageText = document.body?.textContent ?? "";
      for (const text of texts)
        if (pageText.includes(text) && !firstSeen.has(text)) firstSeen.set(text, performance.now());
    };
    new MutationObserver(checkStages).observe(document, { childList: true, subtree: true, characterData: true });
  }, STAGES);
  return async () =>
    z
      .array(z.tuple([z.string(), z.number()]))
      .parse(await page.evaluate(() => Array.from<unknown>(Reflect.get(window, "seen"))));
}

async function slowDown(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", SLOW);
  // Chromium slows down fetches, but not sockets.
  await page.routeWebSocket(LIVE_URL, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => void setTimeout(() => server.send(message), SLOW.latency));
    server.onMessage((message) => void setTimeout(() => socket.send(message), SLOW.latency));
  });
}

test(
  "a slow page shows that it's loading, and then that the bid was placed",
  { tag: NIGHTLY },
  async ({ newAccount, newSignedInUser }) => {
    const [seller, { page }] = await Promise.all([newAccount("Sue"), newSignedInUser("Ann")]);
    const auction = await listAuction(seller);
    const problems = collectProblems(page);
    const stages = await recordStages(page);
    await slowDown(page);

    await page.goto(auction);
    await expect(page.getByRole("heading", { level: 1, name: "Brass telescope" })).toBeVisible();
    expect((await stages()).map(([text]) => text)).toEqual(STAGES.slice(0, 1));
    await expect(page.getByText("Live", { exact: true })).toBeVisible();

    await page.getByRole("button", { name: "Place Bid" }).click();
    const dialog = page.getByRole("dialog", { name: "Bid Amount" });
    await dialog.getByRole("textbox", { name: "Your bid" }).fill("150");
    await dialog.getByRole("button", { name: "Place Bid" }).click();
    await expect(page.getByText("Bid Placed", { exact: true })).toBeVisible();
    await expect(page.getByText(STAGES[2])).toBeVisible();
    const seenStages = await stages();
    expect(seenStages.map(([text]) => text)).toEqual(STAGES);
    const [, sentAt, acceptedAt] = seenStages.map(([, at]) => at);
    // A round trip takes at least this long. How fast a page renders isn't tested here.
    expect(Number(acceptedAt) - Number(sentAt)).toBeGreaterThan(SLOW.latency);

    await expect(dialog).toBeHidden();
    await expectLeading(page);
    await expect(page.getByText("1 bid placed")).toBeVisible();
    const bids = page.getByRole("region", { name: "Bids" }).getByRole("listitem");
    await expect(bids).toHaveCount(1);
    await expect(bids).toContainText("$150");
    expect(problems).toEqual([]);
  },
);

for (const width of [1_280, 390]) {
  test(`the site name is in place before the script has loaded, at ${width} px`, { tag: NIGHTLY }, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    const script = Promise.withResolvers<void>();
    // The theme's script is inline, so it runs before anything is painted.
    await page.route("**/assets/*.js", async (route) => {
      await script.promise;
      await route.continue();
    });
    await page.goto("/about", { waitUntil: "commit" });
    const mark = page.locator("#root img").first();
    const name = page.getByText("Lotline", { exact: true }).first();
    // Nothing is painted before the styles have loaded. Measurements without them would differ.
    await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length === 1);
    await page.waitForFunction(() => document.fonts.ready.then(() => document.fonts.status === "loaded"));
    const textBox = (node: Element) => {
      const text = document.createRange();
      text.selectNode([...node.childNodes].find((child) => child.nodeType === Node.TEXT_NODE) ?? node);
      const { fontFamily, fontSize, fontWeight } = getComputedStyle(node);
      return [text.getBoundingClientRect().toJSON(), fontFamily, fontSize, fontWeight];
    };
    const measureLogo = async () => [await mark.boundingBox(), await name.evaluate(textBox)];
    const before = await measureLogo();
    await expect(page.getByRole("banner")).toHaveCount(0);
    script.resolve();
    await expect(page.getByRole("banner")).toBeVisible();
    expect(await measureLogo()).toEqual(before);
  });
}

test("a page whose script couldn't load shows an error and offers to try again", { tag: NIGHTLY }, async ({ page }) => {
  await page.goto("/");
  const about = page.getByRole("link", { name: "About", exact: true }).first();
  await expect(about).toBeVisible();
  let isLost = true;
  await page.route("**/about-page-*.js", (route) => (isLost ? route.abort() : route.continue()));
  await about.click();
  await expect(page.getByRole("heading", { name: "We couldn't load this page" })).toBeVisible();
  await expect(page.getByRole("banner")).toBeVisible();
  isLost = false;
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("heading", { name: "We couldn't load this page" })).toHaveCount(0);
});

test(
  "the page says a bid dialog couldn't load, and opens it once back online",
  { tag: NIGHTLY },
  async ({ newAccount, newSignedInUser }) => {
    const [seller, { page }] = await Promise.all([newAccount("Sue"), newSignedInUser("Ann")]);
    const auction = await listAuction(seller);
    let isLost = true;
    // Some of the dialogs' imports are lost too, because a browser remembers each module that it couldn't fetch.
    for (const file of ["bid-dialogs", "forms", "overlays"]) {
      await page.route(`**/assets/${file}-*.js`, (route) => (isLost ? route.abort() : route.continue()));
    }
    await openAuction(page, auction);
    const placeBid = page.getByRole("button", { name: "Place Bid" });
    const note = page.getByRole("alert").filter({ hasText: "We couldn't open this. Check your connection" });
    await placeBid.click();
    await expect(note).toBeVisible();
    await placeBid.click();
    await expect(note).toBeVisible();
    isLost = false;
    await placeBid.click();
    await expect(page.getByRole("dialog", { name: "Bid Amount" })).toBeVisible();
    await expect(note).toHaveCount(0);
  },
);

test(
  "the bid dialog opens even if the network drops while the page is idle",
  { tag: NIGHTLY },
  async ({ newAccount, newSignedInUser }) => {
    const [seller, { page }] = await Promise.all([newAccount("Sue"), newSignedInUser("Ann")]);
    const auction = await listAuction(seller);
    // Both load once the page is idle, without any tap.
    const dialogs = page.waitForResponse(/\/assets\/bid-dialogs-/);
    const toasts = page.waitForResponse(/\/assets\/toast-stack-/);
    await page.goto(auction);
    await Promise.all([dialogs, toasts]);
    await page.waitForLoadState("networkidle");
    await page.context().setOffline(true);
    await page.getByRole("button", { name: "Place Bid" }).click();
    await expect(page.getByRole("dialog", { name: "Bid Amount" })).toBeVisible();
  },
);
