/** A page's first screen, before its script has run. When it runs, nothing moves or reappears. */
import { readFile } from "node:fs/promises";
import path from "node:path";

import type { Page } from "@playwright/test";

import { listAuction } from "./actions.ts";
import { expect, NIGHTLY, test } from "./fixtures.ts";

const COVER = path.join(import.meta.dirname, "pictures", "telescope.png");
const IMAGES = /\/api\/v1\/images\//;

/** Holds back all scripts. The theme's is inline, so it still runs. */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** Nothing is painted before the stylesheets have loaded, but an image's place can already be measured. */
function isStyled(): boolean {
  return Array.from(document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')).every(({ sheet }) => sheet);
}

/** A clock whose text grows shifts the layout by about 0.0001. */
const MAX_CLOCK_SHIFT = 0.001;

type LayoutShiftSource = { readonly node: Node | null; readonly previousRect: DOMRect; readonly currentRect: DOMRect };

/** Records layout shifts. The function that it returns expects no larger shift than a clock's. */
async function recordShifts(page: Page): Promise<() => Promise<void>> {
  await page.addInitScript(() => {
    const shifts = { value: 0, moved: [] as string[] };
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        shifts.value += Number(Reflect.get(entry, "value"));
        const sources: readonly LayoutShiftSource[] = Reflect.get(entry, "sources");
        for (const { node, previousRect, currentRect } of sources) {
          const name = node instanceof Element ? node.outerHTML.slice(0, 200) : String(node?.textContent);
          shifts.moved.push(`${name}: ${JSON.stringify(previousRect)} to ${JSON.stringify(currentRect)}`);
        }
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  return async () => {
    const { value, moved } = await page.evaluate<{ value: number; moved: string[] }>("window.shifts");
    expect(value, moved.join("\n")).toBeLessThan(MAX_CLOCK_SHIFT);
  };
}

for (const width of [1_280, 390]) {
  const tag = width === 390 ? [] : NIGHTLY;
  test(
    `an item's image and title stay in place when the script starts, at ${width} px`,
    { tag },
    async ({ page, newAccount }) => {
      await page.setViewportSize({ width, height: 800 });
      const title = `Brass telescope ${crypto.randomUUID().slice(0, 8)}`;
      const image = { name: "telescope.png", mimeType: "image/png", buffer: await readFile(COVER) };
      // The list starts with the item that ends soonest.
      const auction = await listAuction(await newAccount("Sue"), {
        title,
        image,
        hours: 0.04,
        details: '{"condition":"good"}',
      });
      for (const pagePath of [auction, "/auctions"]) {
        const release = await holdScripts(page);
        const expectNoShifts = await recordShifts(page);
        const fetched: string[] = [];
        page.on("request", (request) => void (IMAGES.test(request.url()) && fetched.push(request.url())));
        await page.goto(pagePath, { waitUntil: "commit" });
        const first = page.locator("#first-screen img").first();
        await expect(first).toHaveJSProperty("complete", true);
        await page.waitForFunction(isStyled);
        const [box, source] = [await first.boundingBox(), await first.getAttribute("src")];
        await expect(page.locator("#first-screen h1")).toHaveText(pagePath === auction ? title : "All Auctions");
        release();
        await expect(page.getByText(title).first()).toBeVisible();
        await expect(page.locator("#first-screen")).toHaveCount(0);
        const shown = page.getByRole("main").locator(`img[src="${source}"]`).first();
        expect(await shown.boundingBox()).toEqual(box);
        expect(fetched.toSorted()).toEqual([...new Set(fetched)].toSorted());
        await expectNoShifts();
        await page.unrouteAll({ behavior: "wait" });
      }
    },
  );
}

test("the landing page shows its first words before the script has loaded", async ({ page }) => {
  const release = await holdScripts(page);
  const expectNoShifts = await recordShifts(page);
  await page.goto("/", { waitUntil: "commit" });
  await expect(page.locator("#first-screen h1")).toHaveText("The room is open. Bid from anywhere.");
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("BODY");
  release();
  await expect(page.locator("#first-screen")).toHaveCount(0);
  const search = page.getByRole("searchbox", { name: "Search for an item" });
  await expect(search).toBeEditable();
  // Before typing, because suggestions take space below the field.
  await expectNoShifts();
  await search.fill("clock");
  await expect(search).toHaveValue("clock");
});

for (const width of [1_280, 412, 390]) {
  test(
    `the landing page's words stay in place when fonts load late, at ${width} px`,
    { tag: NIGHTLY },
    async ({ page }) => {
      await page.setViewportSize({ width, height: 800 });
      const { promise, resolve } = Promise.withResolvers<void>();
      await page.route("**/*.woff2", async (route) => {
        await promise;
        await route.continue();
      });
      const expectNoShifts = await recordShifts(page);
      await page.goto("/", { waitUntil: "domcontentloaded" });
      const heading = page.getByRole("heading", { level: 1, name: "The room is open. Bid from anywhere." });
      await expect(heading).toBeVisible();
      // The words built into the page give way to the same words from the script.
      await expect(page.locator("#first-screen")).toHaveCount(0);
      const { height } = (await heading.boundingBox()) ?? { height: 0 };
      resolve();
      await page.waitForFunction(() => document.fonts.ready.then(() => document.fonts.check("500 48px Newsreader")));
      expect((await heading.boundingBox())?.height).toBe(height);
      await expectNoShifts();
    },
  );
}

test("a list's filters open at the first click, which also loads their code", { tag: NIGHTLY }, async ({ page }) => {
  const loaded: string[] = [];
  page.on("request", (request) => void loaded.push(request.url()));
  // Counted once, although the code is fetched and then imported from the browser's cache.
  const code = () => [...new Set(loaded.filter((url) => url.includes("/filter-choices-")))];
  await page.goto("/auctions", { waitUntil: "networkidle" });
  expect(code()).toEqual([]);
  await page.getByRole("combobox", { name: "Sort by" }).click();
  await page.getByRole("option", { name: "Most bids" }).click();
  await expect(page).toHaveURL(/sort=most_bids/);
  await expect(page.getByRole("combobox", { name: "Sort by" })).toHaveText("Most bids");
  expect(code()).toHaveLength(1);

  await page.goto("/auctions");
  await expect(page.locator("#first-screen")).toHaveCount(0);
  await page.getByRole("combobox", { name: "Category" }).focus();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("option", { name: "All Categories" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("combobox", { name: "Category" })).toBeFocused();

  await page.goto("/auctions");
  await page.getByRole("button", { name: "Price: Any price" }).click();
  await page.getByRole("textbox", { name: "Lowest price" }).fill("50");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Price: From $50" })).toBeVisible();
});
