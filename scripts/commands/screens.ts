/**
 * Takes the screenshots in docs/screens. The site is a running `npm start` on this machine. This script adds whatever
 * the site's data lacks (scripts/screens/marketplace.ts), so use a site that's only for this. Run it by hand when pages
 * have changed:
 *
 *   npm run draw:screens -- --url URL --persist-to DIR
 *
 *   --persist-to DIR  the site's data, as for `npm start`: needed to make an admin
 *   --only PATTERN    only the screens whose names match this regular expression; the other screenshots stay
 */
import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";

import { type Browser, chromium, type Page } from "@playwright/test";
import sharp from "sharp";

import type { User } from "../client/user.ts";
import { DEFAULT_STATE } from "../command-line/options.mjs";
import { ROOT } from "../command-line/project.ts";
import { grant, readGrant } from "../operator/grant.ts";
import { type Screen, screensOf, type ScreenViewer } from "../screens/list.ts";
import { storageStateOf, createEndingAuction, prepareAuctions, signIn } from "../screens/marketplace.ts";
import { personNamed } from "../seed/people.ts";
import { findChromium } from "../test-run/chromium.ts";

/** Chosen by eye as the lowest quality at which text and photos show no artifacts. */
const QUALITY = 40;
const EFFORT = 6;
const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 800 };
/** True once nothing is loading and two more frames have been painted. */
const IS_COMPLETE = `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(
  Array.from(document.images).every((image) =>
    image.complete || !image.checkVisibility() || image.getBoundingClientRect().top > innerHeight) &&
    !/Loading/.test(document.body.innerText) && !document.querySelector('.animate-pulse:not(.rounded-full)')
))))`;
/**
 * A busy machine may paint an image a few frames after it has loaded. Ignores broken images, which never decode, and
 * skips off-screen images, which never load.
 */
const IMAGES_ARE_DECODED = `Promise.allSettled(Array.from(document.images)
  .filter((image) => image.complete && image.checkVisibility()).map((image) => image.decode()))
  .then(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null)))))`;
const MAX_TRIES = 4;
const MIB = 1_048_576;

const { values } = parseArgs({
  options: {
    url: { type: "string", default: "http://localhost:8787" },
    "persist-to": { type: "string", default: DEFAULT_STATE },
    only: { type: "string" },
  },
});
const { url, only } = values;
const outDir = path.join(ROOT, "docs/screens");
const userFolder = process.env["INIT_CWD"] ?? process.cwd();

/** Takes a screenshot of the screen in one size. Returns the file's length in bytes. */
async function takeScreenshot(
  browser: Browser,
  { name, viewer, pagePath, prepare }: Screen,
  size: string,
): Promise<number> {
  const isMobile = size.startsWith("390");
  const context = await browser.newContext({
    viewport: isMobile ? PHONE : DESKTOP,
    colorScheme: size.endsWith("-dark") ? "dark" : "light",
    // Phones reserve no space for a scroll bar.
    isMobile,
    hasTouch: isMobile,
    reducedMotion: "reduce",
    locale: "en-US",
    ...(viewer !== "visitor" && { storageState: storageStateOf(people[viewer], url) }),
  });
  const page = await context.newPage();
  await page.goto(url + (typeof pagePath === "string" ? pagePath : await pagePath()), { waitUntil: "networkidle" });
  await page.evaluate("document.fonts.ready.then(() => null)");
  // A page without its script has no heading.
  await page.locator("h1").first().waitFor({ state: "attached" });
  await prepare(page);
  await page.waitForFunction(IS_COMPLETE);
  await page.evaluate(IMAGES_ARE_DECODED);
  const screenshot = await sharp(await takeStableScreenshot(page))
    .webp({ quality: QUALITY, effort: EFFORT })
    .toBuffer();
  await writeFile(path.join(outDir, `${name}-${size}.webp`), screenshot);
  await context.close();
  return screenshot.length;
}

/**
 * A decoded image may still be missing in the next frame. So this repeats the screenshot until two in a row are the
 * same, or until `MAX_TRIES`, because a countdown always changes.
 */
async function takeStableScreenshot(page: Page): Promise<Buffer> {
  const take = () => page.screenshot({ animations: "disabled", caret: "hide" });
  let shot = await take();
  for (let tries = 1; tries < MAX_TRIES; tries += 1) {
    const next = await take();
    if (next.equals(shot)) return next;
    shot = next;
  }
  return shot;
}

const [amara, mateo, yuki, admin] = [
  await signIn(url, "amara"),
  await signIn(url, "mateo"),
  await signIn(url, "yuki"),
  await signIn(url, "tane"),
];
const cast = { amara, mateo, yuki };
const people: Readonly<Record<Exclude<ScreenViewer, "visitor">, User>> = { ...cast, admin };
const executablePath = findChromium();
if (!executablePath) throw new Error("Screenshots need Chromium or Google Chrome");
const auctions = await prepareAuctions(cast);
const screens = screensOf({ ...auctions, ending: () => createEndingAuction(cast) }).filter(
  ({ name }) => only === undefined || new RegExp(only).test(name),
);
const grantArgs = [personNamed("tane").email, "--persist-to", values["persist-to"]];
await grant(readGrant(grantArgs, userFolder));
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
try {
  if (only === undefined) await rm(outDir, { recursive: true, force: true });
  await mkdir(outDir, { recursive: true });
  let bytes = 0;
  for (const screen of screens) {
    try {
      let screenBytes = 0;
      for (const size of screen.sizes) screenBytes += await takeScreenshot(browser, screen, size);
      bytes += screenBytes;
      console.log(`${screen.name}: ${Math.round(screenBytes / 1_024)} KiB`);
    } catch (error) {
      // The other screenshots take minutes. Repeat this one with --only.
      process.exitCode = 1;
      console.error(`${screen.name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  console.log(`${screens.length} screens, ${(bytes / MIB).toFixed(1)} MiB`);
} finally {
  await browser.close();
  await grant(readGrant([...grantArgs, "--revoke"], userFolder));
}
