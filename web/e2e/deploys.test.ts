/**
 * A deploy replaces scripts while pages are open, and may be rolled back. Every browser must still get a page that
 * starts.
 */
import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { ROOT } from "../../scripts/command-line/project.ts";
import { findFreePort } from "../../scripts/server/ports.mjs";
import { serve, type Server } from "../../scripts/server/serve.ts";
import { migrate } from "../../scripts/server/state.ts";
import { expect, NIGHTLY, test } from "./fixtures.ts";
import { SETTINGS } from "./server.ts";

/** The About page's script, which loads when that page is opened. */
const CHUNK = /^about-page-.+\.js$/;
/** The script for the end of the page, which loads later. */
const LATE_CHUNK = /\/site-footer-[^/]+\.js$/;

test("an open page survives a deploy and a rollback", { tag: NIGHTLY }, async ({ page }) => {
  const folder = await mkdtemp(path.join(tmpdir(), "lotline-deploys-"));
  const persistTo = path.join(folder, "data");
  const [before, after] = [path.join(folder, "before"), path.join(folder, "after")];
  await Promise.all([before, after].map((pages) => cp(path.join(ROOT, "dist"), pages, { recursive: true })));
  const chunk = await renameScripts(after);
  await migrate(persistTo);
  const port = await findFreePort();
  let server: Server | undefined;
  const deploy = async (assets: string) => {
    await server?.stop();
    server = await serve({ port, persistTo, assets, vars: { SESSION_KEY: SETTINGS.SESSION_KEY } });
    return server.url;
  };
  try {
    const url = await deploy(before);
    await page.route(LATE_CHUNK, (route) => route.abort());
    await page.goto(`${url}/login`);
    const about = page.getByRole("link", { name: "About" }).first();
    await expect(about).toBeVisible();
    const email = page.getByLabel("Email");
    await email.fill("ann@example.com");

    // Unlike in a real deploy, the server is down for seconds here. The page is offline so that it sends no request.
    await page.context().setOffline(true);
    await deploy(after);
    await page.unroute(LATE_CHUNK);
    const late = page.waitForResponse(LATE_CHUNK);
    await page.context().setOffline(false);
    // That script is gone, but the page doesn't reload itself, because typed text would be lost.
    expect((await late).status()).toBe(404);
    await expect(email).toHaveValue("ann@example.com");
    const missing = await page.request.get(`${url}/assets/${chunk}`);
    expect(missing.status()).toBe(404);
    expect(missing.headers()["cache-control"]).toBe("no-store");
    await expect(page.locator('script[src*="-changed.js"]')).toHaveCount(0);
    await about.click();
    // The page has reloaded itself with the new scripts.
    await expect(page).toHaveTitle("About · Lotline");
    await expect(page.locator('script[src*="-changed.js"]').first()).toBeAttached();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();

    await deploy(before);
    await page.goto(`${url}/about`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page).toHaveTitle("About · Lotline");
  } finally {
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  }
});

/** Renames every script, as if all had changed. Returns the old name of the About page's script. */
async function renameScripts(pages: string): Promise<string> {
  const folder = path.join(pages, "assets");
  const names = await readdir(folder);
  const scripts = names.filter((name) => name.endsWith(".js"));
  const chunk = scripts.find((name) => CHUNK.test(name));
  if (!chunk) throw new Error(`${folder} has no script of the page`);
  const renamed = (name: string) => name.replace(/\.js$/, "-changed.js");
  for (const file of [path.join(pages, "index.html"), ...scripts.map((name) => path.join(folder, name))]) {
    let text = await readFile(file, "utf8");
    for (const name of scripts) text = text.replaceAll(name, renamed(name));
    await writeFile(file, text);
  }
  await Promise.all(scripts.map((name) => rename(path.join(folder, name), path.join(folder, renamed(name)))));
  return chunk;
}
