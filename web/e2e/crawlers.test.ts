/** Public pages as search engines see them: what they may load, what pages are called, and where their links lead. */
import type { Page } from "@playwright/test";

import { crawlVerdicts } from "../../scripts/checks/robots-verdict.ts";
import { correctUrl } from "../../worker/contract/urls/correct-url.ts";
import { indexedPaths } from "../../worker/contract/urls/pages.ts";
import { listAuction, placeBid, sellerPageOf } from "./actions.ts";
import { expect, NIGHTLY, test } from "./fixtures.ts";

let paths: string[] = [];

test.beforeAll(async ({ newAccount }) => {
  const [sue, ann] = await Promise.all([newAccount("Sue"), newAccount("Ann")]);
  const auction = await listAuction(sue);
  await placeBid(auction, ann, 120);
  const lists = ["/auctions?category=antiques", "/auctions?search=telescope", "/auctions?status=Sold&sort=ended"];
  paths = [...indexedPaths(), ...lists, auction, await sellerPageOf(auction, sue)];
});

/** Opens a page and scrolls to its end, as crawlers with a very tall window do. */
async function openAndScroll(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: "networkidle" });
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await page.waitForLoadState("networkidle");
}

test("robots.txt allows what public pages load, and lists the sitemap", { tag: NIGHTLY }, async ({ page, request }) => {
  const loaded = new Set<string>();
  page.on("request", (sent) => {
    const { origin, pathname, search } = new URL(sent.url());
    if (sent.method() === "GET" && origin === new URL(page.url()).origin) loaded.add(pathname + search);
  });
  for (const path of paths) await openAndScroll(page, path);
  const calls = [...loaded].filter((address) => address.startsWith("/api/"));
  expect(calls.length).toBeGreaterThan(5);
  for (const path of loaded) {
    expect({ path, ...crawlVerdicts(path) }).toEqual({ path, first: true, longest: true });
  }
  const robots = await request.get("/robots.txt");
  expect(await robots.text()).toMatch(/\nSitemap: http:\S+\/sitemap\.xml\n$/);
});

test("a page has the same title before and after its script runs", { tag: NIGHTLY }, async ({ page, request }) => {
  for (const path of paths) {
    const [, title] = /<title>([^<]*)<\/title>/.exec(await (await request.get(path)).text()) ?? [];
    await page.goto(path);
    await expect(page).toHaveTitle(title?.replaceAll("&amp;", "&") ?? "");
  }
});

test(
  "every link and icon on a public page leads straight to its target",
  { tag: NIGHTLY },
  async ({ page, request }) => {
    const targets = new Set(["/favicon.ico", "/apple-touch-icon.png", "/icon.svg", "/sitemap.xml"]);
    for (const path of paths) {
      await openAndScroll(page, path);
      const links = await page
        .locator("a[href^='/'], link[href^='/']")
        .evaluateAll((all) => all.map((link) => link.getAttribute("href")?.replace(/#.*/, "") ?? "/"));
      for (const link of links) targets.add(link);
    }
    // The tests' server has no contact for security problems.
    targets.delete("/.well-known/security.txt");
    for (const target of targets) {
      const { pathname, search } = new URL(target, "https://lotline.example");
      expect({ target, meant: correctUrl(pathname, search) }).toEqual({ target, meant: null });
      expect({ target, status: (await request.get(target, { maxRedirects: 0 })).status() }).toEqual({
        target,
        status: 200,
      });
      expect({ target, status: (await request.head(target)).status() }).toEqual({ target, status: 200 });
    }
  },
);
