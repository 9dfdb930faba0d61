/**
 * Draws the images in `web/public` that are made from icon.svg. share.png is the preview of auctions without an image,
 * because link previews don't support SVG. It leaves out the site's name, which previews show next to it. Browsers and
 * devices fetch favicon.ico and apple-touch-icon.png by themselves. Run it by hand when the site's design changes (`npm
 * run draw:share`). The images are committed.
 */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

import { chromium } from "@playwright/test";
import sharp from "sharp";

import { ROOT } from "../command-line/project.ts";
import { findChromium } from "../test-run/chromium.ts";

/** The size of previews. Same as in `worker/pages/page-head.ts`. */
const SIZE = { width: 1200, height: 630 };
/** The design has few colors, so a small palette is enough. */
const PALETTE_SIZE = 64;

const font = readFileSync(
  path.join(ROOT, "node_modules/@fontsource/newsreader/files/newsreader-latin-500-normal.woff2"),
).toString("base64");
const icon = readFileSync(path.join(ROOT, "web/public/icon.svg"), "utf8");

const html = `<!doctype html>
<style>
  @font-face { font-family: Newsreader; src: url(data:font/woff2;base64,${font}); font-weight: 500; }
  body { margin: 0; height: 100vh; display: grid; place-content: center; justify-items: center; gap: 28px; background: #faf9f6; color: #1c1a16; font-family: Newsreader; }
  svg { width: 200px; height: 200px; }
  p { margin: 0; font-size: 84px; font-weight: 500; letter-spacing: -0.02em; }
</style>
${icon}
<p>Live auctions</p>`;

const executablePath = findChromium();
if (!executablePath) throw new Error("Drawing these images needs Chromium or Google Chrome");
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
const page = await browser.newPage({ viewport: SIZE });
await page.setContent(html);
await page.evaluate("document.fonts.ready.then(() => null)");
const preview = await sharp(await page.screenshot())
  .png({ palette: true, colours: PALETTE_SIZE, compressionLevel: 9 })
  .toBuffer();
await browser.close();
save("share.png", preview);

// Devices round the corners themselves, and show transparency as black.
const squareIcon = icon.replace('rx="8"', 'rx="0"');
save("apple-touch-icon.png", await pngOf(squareIcon, 180));
save("favicon.ico", icoOf(await pngOf(icon, 32), 32));

function pngOf(svg: string, size: number): Promise<Buffer> {
  return sharp(Buffer.from(svg), { density: (72 * size) / 32 })
    .resize(size, size)
    .png({ palette: true, colours: PALETTE_SIZE, compressionLevel: 9 })
    .toBuffer();
}

/** An icon file with one image, which may be a PNG. */
function icoOf(png: Buffer, size: number): Buffer {
  const header = Buffer.alloc(22);
  // The file type (1 for an icon), and the number of images.
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt8(size, 6);
  header.writeUInt8(size, 7);
  // One color plane, 32 bits per pixel, and the image's length and offset.
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}

function save(name: string, image: Buffer): void {
  writeFileSync(path.join(ROOT, "web/public", name), image);
  console.log(`web/public/${name}: ${image.length} bytes`);
}
