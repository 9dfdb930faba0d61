/** A deploy replaces scripts while pages are open, and may be taken back: every browser still gets a page that starts. */
import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { freePort } from "../../scripts/server/ports.mjs";
import { ROOT } from "../../scripts/server/project.ts";
import { serve, type Server } from "../../scripts/server/serve.ts";
import { migrate } from "../../scripts/server/state.ts";
import { expect, test } from "./fixtures.ts";

/** The script of a page that is loaded when somebody opens it. */
const CHUNK = /^about-page-.+\.js$/;

test("an open page survives a deploy, and a rollback leaves no browser with a broken page", async ({ page }) => {
  const folder = await mkdtemp(path.join(tmpdir(), "lotline-deploys-"));
  const [persistTo, before, after] = ["data", "before", "after"].map((name) => path.join(folder, name)) as [
    string,
    string,
    string,
  ];
  await Promise.all([before, after].map((pages) => cp(path.join(ROOT, "dist"), pages, { recursive: true })));
  const chunk = await renameChunk(path.join(after, "assets"));
  await migrate(persistTo);
  const port = await freePort();
  let server: Server | undefined;
  const deploy = async (assets: string) => {
    await server?.stop();
    server = await serve({ port, persistTo, assets });
    return server.url;
  };
  try {
    const url = await deploy(before);
    await page.goto(`${url}/auctions`);
    const about = page.getByRole("link", { name: "About" }).first();
    await expect(about).toBeVisible();

    await deploy(after);
    const missing = page.waitForResponse(`${url}/assets/${chunk}`);
    await about.click();
    const response = await missing;
    expect(response.status()).toBe(404);
    expect(response.headers()["cache-control"]).toBe("no-store");
    // The page has loaded itself again, with the scripts of the deploy.
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page).toHaveTitle("About · Lotline");

    await deploy(before);
    await page.goto(`${url}/about`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page).toHaveTitle("About · Lotline");
  } finally {
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  }
});

/** As if the page had changed: its script has another name. Returns the former one. */
async function renameChunk(folder: string): Promise<string> {
  const names = await readdir(folder);
  const chunk = names.find((name) => CHUNK.test(name));
  if (!chunk) throw new Error(`${folder} has no script of the page`);
  const renamed = chunk.replace(".js", "-changed.js");
  await rename(path.join(folder, chunk), path.join(folder, renamed));
  for (const name of names.filter((one) => one.endsWith(".js") && one !== chunk)) {
    const file = path.join(folder, name);
    const text = await readFile(file, "utf8");
    if (text.includes(chunk)) await writeFile(file, text.replaceAll(chunk, renamed));
  }
  return chunk;
}
