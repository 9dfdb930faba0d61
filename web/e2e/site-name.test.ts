/** A site with a different, long name. The default name is nowhere, and no page is wider than its screen. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import type { Page } from "@playwright/test";

import { QUIET_ENV, ROOT, runTool } from "../../scripts/command-line/project.ts";
import { grant, readGrant } from "../../scripts/operator/grant.ts";
import { PAGES, type SitePage } from "../../worker/contract/urls/pages.ts";
import { listAuction, listShortAuction, placeBid, sellerPageOf } from "./actions.ts";
import { type TestAccount, expect, NIGHTLY, test } from "./fixtures.ts";
import { SETTINGS, startServer, type TestServer } from "./server.ts";

/** As long as a name may be. */
const NAME = "Gavel & Sons, Auctioneers of Fine Things";
const DEFAULT_NAME = /.{0,40}lotline.{0,40}/i;
const WIDTHS = [390, 1280];

let folder = "";
let server: TestServer;
let sue: TestAccount;
let endedPath = "";
const ids = { auction: "", seller: "" };

test.beforeAll(async ({ newAccountAt }) => {
  folder = await mkdtemp(path.join(tmpdir(), "site-name-"));
  const assets = path.join(folder, "pages");
  const vite = path.join(ROOT, "node_modules", "vite", "bin", "vite.js");
  const options = ["build", "--logLevel", "warn", "--emptyOutDir", "--outDir", assets];
  await runTool(vite, options, { ...QUIET_ENV, LOTLINE_SITE_NAME: NAME });
  server = await startServer({ ...SETTINGS, SITE_NAME: NAME }, assets);
  const ann = await newAccountAt(server.url, "Ann");
  sue = await newAccountAt(server.url, "Sue");
  const auction = await listAuction(sue);
  await placeBid(auction, ann, 120);
  endedPath = await listShortAuction(sue, [[ann, 110]], "Brass compass");
  Object.assign(ids, {
    auction: auction.split("/").at(-1),
    seller: (await sellerPageOf(auction, sue)).split("/").at(-1),
  });
  await grant(readGrant([sue.email, "--persist-to", server.dataFolder], server.dataFolder));
});

test.afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

/** The paths of the pages for these people. */
function pathsFor(...audiences: readonly SitePage["audience"][]): string[] {
  const pages: readonly SitePage[] = Object.values(PAGES);
  const paths = pages.filter((page) => audiences.includes(page.audience)).map((page) => page.path);
  return paths.map((pagePath) => pagePath.replace(":auctionId", ids.auction).replace(":sellerId", ids.seller));
}

/** Opens each page. Lists the pages and API responses that have the default name, and the pages that are too wide. */
async function findProblems(page: Page, pagePaths: readonly string[]): Promise<string[]> {
  const problems: string[] = [];
  const note = (where: string, text: string) => {
    const found = DEFAULT_NAME.exec(text);
    if (found) problems.push(`${where}: ${found[0]}`);
  };
  const reads: Promise<void>[] = [];
  page.on("response", (response) => {
    if (!response.url().includes("/api/v1/")) return;
    reads.push(
      response.text().then(
        (text) => note(response.url(), text),
        () => {},
      ),
    );
  });
  for (const pagePath of pagePaths) {
    await page.goto(server.url + pagePath, { waitUntil: "networkidle" });
    await expect(page.getByRole("contentinfo")).toContainText(`${NAME}. All rights reserved.`);
    await expect(page).toHaveTitle(new RegExp(`(?:^| · )${NAME}`));
    note(pagePath, await page.content());
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 844 });
      const overflowPx = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (overflowPx > 0) problems.push(`${pagePath} scrolls sideways at ${width} px`);
    }
  }
  await Promise.all(reads);
  return problems;
}

test("a visitor to a renamed site sees only the new name", { tag: NIGHTLY }, async ({ page }) => {
  const pagePaths = [...pathsFor("everyone", "guests"), endedPath, "/nowhere", "/auctions?search=brass"];
  expect(pagePaths.length).toBeGreaterThan(15);
  expect(await findProblems(page, pagePaths)).toEqual([]);
});

test("an admin of a renamed site sees only the new name", { tag: NIGHTLY }, async ({ signIn }) => {
  const page = await signIn(sue);
  const pagePaths = [...pathsFor("members", "admins"), endedPath];
  expect(pagePaths.length).toBeGreaterThan(10);
  expect(await findProblems(page, pagePaths)).toEqual([]);
});

test("a renamed site's API reference has the new name", { tag: NIGHTLY }, async ({ page }) => {
  await page.goto(`${server.url}/api/v1/docs`);
  await expect(page.getByRole("heading", { name: NAME })).toBeVisible();
  await expect(page).toHaveTitle(`${NAME} API`);
  expect(DEFAULT_NAME.exec(await page.content())).toBeNull();
});
