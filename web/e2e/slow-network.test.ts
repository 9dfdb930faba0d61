/** The auction's page where the network is slow: it says what it waits for, and then it works. */
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { z } from "zod";

import { listed, member, newAccount, newPerson, problemsIn } from "./browser.ts";

const LIVE = /\/api\/v1\/auction\/[^/]+\/live/;
/** A phone at the edge of its cell. */
const SLOW = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
/** What tells a person how far it is, in the order in which it must have been seen. */
const STAGES = ["Loading the auction", "Placing...", "Bid placed successfully!"] as const;

/** Notes each stage and its time (ms) when it first stands on the page: looking now and then could miss it. */
async function noteStages(page: Page) {
  await page.addInitScript((texts) => {
    const seen = new Map<string, number>();
    Object.assign(window, { seen });
    const look = () => {
      const shown = document.body?.textContent ?? "";
      for (const text of texts) if (shown.includes(text) && !seen.has(text)) seen.set(text, performance.now());
    };
    new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
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
  // Chromium slows down what is fetched, and no sockets.
  await page.routeWebSocket(LIVE, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => void setTimeout(() => server.send(message), SLOW.latency));
    server.onMessage((message) => void setTimeout(() => socket.send(message), SLOW.latency));
  });
}

it("the page says that it loads, and a bid is said to be sent, and accepted once the room has said so", async () => {
  const [seller, { page }] = await Promise.all([newAccount("Sue"), member("Ann")]);
  const address = await listed(seller);
  const problems = problemsIn(page);
  const stages = await noteStages(page);
  await slowDown(page);

  await page.goto(address);
  await page.getByRole("heading", { level: 1, name: "Brass telescope" }).waitFor();
  expect((await stages()).map(([text]) => text)).toEqual(STAGES.slice(0, 1));
  await page.getByText("Live", { exact: true }).waitFor();

  await page.getByRole("button", { name: "Place Bid" }).click();
  const dialog = page.getByRole("dialog", { name: "Bid Amount" });
  await dialog.getByRole("spinbutton", { name: "Your bid" }).fill("150");
  await dialog.getByRole("button", { name: "Place Bid" }).click();
  await page.getByText("Bid Placed", { exact: true }).waitFor();
  await page.getByText(STAGES[2]).waitFor();
  const passed = await stages();
  expect(passed.map(([text]) => text)).toEqual(STAGES);
  const [, sentAt, acceptedAt] = passed.map(([, at]) => at);
  // There and back takes twice as long; what a page needs to show something is not this test's to judge.
  expect(Number(acceptedAt) - Number(sentAt)).toBeGreaterThan(SLOW.latency);

  await dialog.waitFor({ state: "hidden" });
  await page.getByText("You are the highest bidder").waitFor();
  await page.getByText("1 bids placed").waitFor();
  const bids = page.getByRole("region", { name: "Bids" }).getByRole("listitem");
  expect(await bids.allTextContents()).toEqual([expect.stringContaining("$150")]);
  expect(problems).toEqual([]);
});

it.each([1_280, 390])(
  "before the script has come the name stands where the header will have it, at %i",
  async (width) => {
    const { page } = await newPerson("Ann", { viewport: { width, height: 800 } });
    const script = Promise.withResolvers<void>();
    await page.route("**/*.js", async (route) => {
      await script.promise;
      await route.continue();
    });
    await page.goto("/about", { waitUntil: "commit" });
    const mark = page.locator("#root svg").first();
    const name = page.getByText("Lotline", { exact: true }).first();
    // Not what a document without its styles would measure: nothing is painted before they have come.
    await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length === 1);
    await page.waitForFunction(() => document.fonts.ready.then(() => document.fonts.status === "loaded"));
    const letters = (node: Element) => {
      const text = document.createRange();
      text.selectNode([...node.childNodes].find((child) => child.nodeType === Node.TEXT_NODE) ?? node);
      const { fontFamily, fontSize, fontWeight } = getComputedStyle(node);
      return [text.getBoundingClientRect().toJSON(), fontFamily, fontSize, fontWeight];
    };
    const drawn = async () => [await mark.boundingBox(), await name.evaluate(letters)];
    const before = await drawn();
    expect(await page.getByRole("banner").count()).toBe(0);
    script.resolve();
    await page.getByRole("banner").waitFor();
    expect(await drawn()).toEqual(before);
  },
);

it("a page whose script does not come says so under the header, and can be loaded again", async () => {
  const { page } = await newPerson("Ann");
  await page.goto("/");
  const about = page.getByRole("link", { name: "About", exact: true }).first();
  await about.waitFor();
  let lost = true;
  await page.route("**/about-page-*.js", (route) => (lost ? route.abort() : route.continue()));
  await about.click();
  await page.getByRole("heading", { name: "This page could not be loaded" }).waitFor();
  await page.getByRole("banner").waitFor();
  lost = false;
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("heading", { level: 1 }).waitFor();
  expect(await page.getByRole("heading", { name: "This page could not be loaded" }).count()).toBe(0);
});
