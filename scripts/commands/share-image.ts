/**
 * Draws web/public/share.png, the preview image of auctions without an image, because link previews do not support SVG.
 * Run by hand when the site's design changes (`npm run draw:share`); the image is committed.
 */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

import { chromium } from "@playwright/test";
import sharp from "sharp";

import { findChromium } from "../checks/chromium.ts";
import { ROOT } from "../server/project.ts";

/** The size of previews; worker/pages/page-head.ts has the same numbers. */
const SIZE = { width: 1200, height: 630 };
/** The design has few colours, so a small palette is enough. */
const COLOURS = 64;

const font = readFileSync(
  path.join(ROOT, "node_modules/@fontsource/newsreader/files/newsreader-latin-500-normal.woff2"),
).toString("base64");
const icon = readFileSync(path.join(ROOT, "web/public/icon.svg"), "utf8");

const page = `<!doctype html>
<style>
  @font-face { font-family: Newsreader; src: url(data:font/woff2;base64,${font}); font-weight: 500; }
  body { margin: 0; height: 100vh; display: grid; place-content: center; justify-items: center; gap: 28px; background: #faf9f6; color: #1c1a16; font-family: Newsreader; }
  div { display: flex; align-items: center; gap: 36px; font-size: 150px; font-weight: 500; letter-spacing: -0.02em; line-height: 1; }
  svg { width: 132px; height: 132px; }
  p { margin: 0; font-size: 42px; color: #5f5a50; }
</style>
<div>${icon}Lotline</div>
<p>Live auctions</p>`;

const executablePath = findChromium();
if (!executablePath) throw new Error("no Chromium to draw with");
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
const sheet = await browser.newPage({ viewport: SIZE });
await sheet.setContent(page);
await sheet.evaluate("document.fonts.ready.then(() => null)");
const drawn = await sharp(await sheet.screenshot())
  .png({ palette: true, colours: COLOURS, compressionLevel: 9 })
  .toBuffer();
await browser.close();
writeFileSync(path.join(ROOT, "web/public/share.png"), drawn);
console.log(`web/public/share.png: ${drawn.length} bytes`);
