/** Everything that a first visit to the most visited pages loads, compressed as Cloudflare compresses it. */
import { gzipSync } from "node:zlib";

import type { Page, Response } from "@playwright/test";

import { listAuction } from "./actions.ts";
import { expect, NIGHTLY, test } from "./fixtures.ts";

const KIB = 1_024;
/** The same limits as in scripts/checks/first-page.test.ts, plus what these pages load after their first screen. */
const LANDING_KIB = 110;
const AUCTION_KIB = 160;

test(
  "the landing page first loads at most 110 KiB of scripts and 20 KiB of styles",
  { tag: NIGHTLY },
  async ({ page }) => {
    const { weight } = await visit(page, "/", "Featured Auctions");
    const [script, style] = await Promise.all([weight("script"), weight("stylesheet")]);
    console.log(`The landing page: ${script.toFixed(1)} KiB of script, ${style.toFixed(1)} KiB of style`);
    expect(script).toBeGreaterThan(0);
    expect(style).toBeGreaterThan(0);
    expect(script).toBeLessThanOrEqual(LANDING_KIB);
    expect(style).toBeLessThanOrEqual(20);
  },
);

test(
  "an auction page loads its data and scripts once, and at most 160 KiB of script",
  { tag: NIGHTLY },
  async ({ page, newAccount }) => {
    const auction = await listAuction(await newAccount("Sue"));
    const { loaded, weight } = await visit(page, auction, "Brass telescope");
    const script = await weight("script");
    console.log(`An auction's page: ${script.toFixed(1)} KiB of script`);
    expect(script).toBeLessThanOrEqual(AUCTION_KIB);
    // Files that `web/browser/load-files.ts` has fetched come from the browser's cache when they're imported.
    const counted = loaded.filter((response) => response.request().resourceType() !== "fetch" || !isScript(response));
    const paths = counted.map((response) => new URL(response.url()).pathname);
    expect(paths.filter((path) => path === "/api/v1/auction/fetchSpecificAuction")).toHaveLength(1);
    const scripts = counted.filter(isScript).map((response) => response.url());
    expect(scripts.toSorted()).toEqual([...new Set(scripts)].toSorted());
  },
);

const isScript = (response: Response) => response.url().endsWith(".js");

/** Opens the page with nothing cached, and records everything it loads until it is quiet. */
async function visit(page: Page, path: string, heading: string) {
  const loaded: Response[] = [];
  page.on("response", (response) => loaded.push(response));
  await page.goto(path, { waitUntil: "networkidle" });
  await expect(page.getByRole("heading", { name: heading }).first()).toBeVisible();
  return { loaded, weight: (kind: string) => weightOf(loaded, kind) };
}

/** In KiB. */
async function weightOf(responses: readonly Response[], kind: string): Promise<number> {
  const bodies = await Promise.all(
    responses.filter((response) => response.request().resourceType() === kind).map((response) => response.body()),
  );
  return bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).byteLength, 0) / KIB;
}
