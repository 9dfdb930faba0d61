/** The bytes that a first visit to the landing page loads, compressed as Cloudflare does it. */
import { gzipSync } from "node:zlib";

import type { Response } from "@playwright/test";

import { expect, test } from "./fixtures.ts";

const KIB = 1_024;

test("the first load of the landing page is at most 110 KiB of script and 20 KiB of style", async ({ page }) => {
  const loaded: Response[] = [];
  page.on("response", (response) => loaded.push(response));
  await page.goto("/", { waitUntil: "networkidle" });
  await expect(page.getByRole("heading", { name: "Featured Auctions" })).toBeVisible();
  const weights = await Promise.all(["script", "stylesheet"].map((kind) => weightOf(loaded, kind)));
  const [script = 0, style = 0] = weights;
  console.log(`The landing page: ${(script / KIB).toFixed(1)} KiB of script, ${(style / KIB).toFixed(1)} KiB of style`);
  expect(script).toBeGreaterThan(0);
  expect(style).toBeGreaterThan(0);
  expect(script / KIB).toBeLessThanOrEqual(110);
  expect(style / KIB).toBeLessThanOrEqual(20);
});

async function weightOf(responses: readonly Response[], kind: string): Promise<number> {
  const bodies = await Promise.all(
    responses.filter((response) => response.request().resourceType() === kind).map((response) => response.body()),
  );
  return bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).byteLength, 0);
}
