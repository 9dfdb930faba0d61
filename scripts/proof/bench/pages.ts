/**
 * `npm run bench:pages`: how long a phone on a slow line waits for the landing page, the list and an auction's page,
 * each opened for the first time by a visitor, in a real Chromium against the built Worker.
 *
 *   --runs n        how often each page is opened (3); the run in the middle is printed
 *   --files         the scripts of each page as well, with their sizes
 *   --interactions  instead, how long the pages take to react to taps and keys; the run in the middle and the longest
 */
import { readdir, readFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";

import { type Browser, chromium } from "@playwright/test";

import { findChromium } from "../../checks/chromium.ts";
import { User } from "../../client/user.ts";
import { buildPages } from "../../server/pages.ts";
import { freePort } from "../../server/ports.mjs";
import { ROOT } from "../../server/project.ts";
import { serve } from "../../server/serve.ts";
import { migrate } from "../../server/state.ts";
import { compress } from "./compressing-proxy.ts";
import { type Measured, measureInteractions, SLOWDOWNS } from "./interactions.ts";

/** Slow 3G as the tools of browsers have it: two seconds there and back, 50 KB a second. */
const SLOW_3G = { offline: false, latency: 2_000, downloadThroughput: 50_000, uploadThroughput: 50_000 };
/** A cheap phone beside the machine that measures. */
const CPU_SLOWDOWN = 4;
const PHONE = { width: 390, height: 844 };
const WAITS_AT_MOST_MS = 120_000;
const KIB = 1_024;
const DAY_MS = 24 * 3_600_000;
const TITLE = "Brass telescope";
/** A page of the list and a little more. */
const LOTS = 30;
const SETTINGS = { LIMIT_SCALE: "1000", PASSWORD_PEPPER: "of the benchmark alone" };

/** What a visitor waits for on a page: an element with this text. */
type Subject = { readonly name: string; readonly address: string; readonly element: string; readonly text: string };
type Visit = {
  readonly firstPaintMs: number;
  readonly readyMs: number;
  readonly scripts: readonly { readonly name: string; readonly bytes: number }[];
  readonly bytes: number;
};

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "3" },
    files: { type: "boolean", default: false },
    interactions: { type: "boolean", default: false },
  },
});
const executablePath = findChromium();
if (!executablePath) throw new Error("no Chromium to measure with");
await buildPages();
const folder = await mkdtemp(path.join(tmpdir(), "lotline-pages-"));
await migrate(folder);
const server = await serve({ port: await freePort(), persistTo: folder, vars: SETTINGS });
const proxy = await compress(server.url);
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
try {
  await (values.interactions ? printInteractions(server.url) : printVisits(server.url, proxy.url));
} finally {
  await browser.close();
  await proxy.stop();
  await server.stop();
  await rm(folder, { recursive: true });
}

/** `asSent` is the same server with compressed answers. */
async function printVisits(url: string, asSent: string): Promise<void> {
  const auction = await listed(url);
  console.log("| page | waits for | first paint, s | there, s | scripts | script, KiB | everything, KiB |");
  console.log("| --- | --- | ---: | ---: | ---: | ---: | ---: |");
  const subjects: readonly Subject[] = [
    { name: "landing", address: "/", element: "h2", text: "Featured Auctions" },
    { name: "list", address: "/auctions", element: "main *", text: TITLE },
    { name: "auction", address: `/auction/${auction}`, element: "button", text: "Place Bid" },
  ];
  for (const subject of subjects) {
    const visits: Visit[] = [];
    for (let run = 0; run < Number(values.runs); run += 1) visits.push(await visit(browser, asSent, subject));
    const sorted = visits.toSorted((a, b) => a.readyMs - b.readyMs);
    const middle = sorted[Math.floor(sorted.length / 2)];
    if (middle) console.log(row(subject, middle));
    if (values.files) for (const { name, bytes } of middle?.scripts ?? []) console.log(`  ${name}  ${bytes}`);
  }
}

async function printInteractions(url: string): Promise<void> {
  const seller = new User(url, "seller@example.com");
  await seller.signUp();
  const image = await lotImage();
  const list = (title: string) => seller.list(title, 100, Date.now() + DAY_MS, { image });
  for (let lot = 1; lot <= LOTS; lot += 1) await list(`Desk lamp ${lot}`);
  const columns: Measured[][] = [];
  for (const slowdown of SLOWDOWNS) {
    const results: Measured[] = [];
    for (let run = 0; run < Number(values.runs); run += 1) {
      const person = new User(url, `person-${slowdown}-${run}@example.com`);
      await person.signUp();
      await measureInteractions(browser, url, { person, auction: await list(TITLE), slowdown }, results);
    }
    columns.push(results);
  }
  const [fast = [], slow = []] = columns;
  console.log("| page | interaction | ms | longest | CPU ÷ 4, ms | longest |");
  console.log("| --- | --- | ---: | ---: | ---: | ---: |");
  for (const [at, { page, name, ms }] of fast.entries()) {
    console.log(`| ${[page, name, ...spread(ms), ...spread(slow[at]?.ms ?? [])].join(" | ")} |`);
  }
}

/** The middle and the largest of the runs. */
function spread(ms: readonly number[]): string[] {
  const sorted = ms.toSorted((a, b) => a - b);
  return [sorted[Math.floor(sorted.length / 2)] ?? 0, sorted.at(-1) ?? 0].map((one) => (one === 0 ? "< 16" : `${one}`));
}

async function listed(url: string): Promise<string> {
  const seller = new User(url, "seller@example.com");
  await seller.signUp();
  return seller.list(TITLE, 100, Date.now() + DAY_MS, { image: await lotImage() });
}

async function lotImage(): Promise<File> {
  const images = path.join(ROOT, "scripts/seed/images/lots");
  const [first = ""] = await readdir(images);
  return new File([await readFile(path.join(images, first))], first, { type: "image/webp" });
}

function row({ name, text }: Subject, { firstPaintMs, readyMs, scripts, bytes }: Visit): string {
  const seconds = (ms: number) => (ms / 1_000).toFixed(1);
  const script = scripts.reduce((sum, file) => sum + file.bytes, 0);
  const cells = [name, text, seconds(firstPaintMs), seconds(readyMs), scripts.length];
  return `| ${[...cells, (script / KIB).toFixed(1), (bytes / KIB).toFixed(1)].join(" | ")} |`;
}

/** Opens a page as a first-time visitor. */
async function visit(chrome: Browser, url: string, { address, element, text }: Subject): Promise<Visit> {
  const context = await chrome.newContext({ viewport: PHONE, deviceScaleFactor: 2, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", SLOW_3G);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  const types = new Map<string, { readonly type: string; readonly name: string }>();
  const loaded: { readonly type: string; readonly name: string; readonly bytes: number }[] = [];
  devtools.on("Network.responseReceived", ({ requestId, type, response }) => {
    types.set(requestId, { type, name: new URL(response.url).pathname });
  });
  devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength: bytes }) => {
    const found = types.get(requestId);
    if (found) loaded.push({ ...found, bytes });
  });
  await page.addInitScript({ content: noteWhenThere({ element, text }) });
  await page.goto(url + address, { waitUntil: "commit" });
  const ready = await page.waitForFunction(() => Reflect.get(globalThis, "thereAt"), undefined, {
    timeout: WAITS_AT_MOST_MS,
  });
  const readyMs = Number(await ready.jsonValue());
  const needed = [...loaded];
  const firstPaintMs = await page.evaluate(
    () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN,
  );
  await context.close();
  const scripts = needed.filter(({ type }) => type === "Script");
  return { firstPaintMs, readyMs, scripts, bytes: needed.reduce((sum, { bytes }) => sum + bytes, 0) };
}

/** The script for the page that notes when the element is first on screen, in ms since the visit began. */
function noteWhenThere({ element, text }: Pick<Subject, "element" | "text">): string {
  return `(function look() {
    const isThere = (each) => each.textContent.includes(${JSON.stringify(text)}) && each.getBoundingClientRect().height > 0;
    if ([...document.querySelectorAll(${JSON.stringify(element)})].some(isThere)) window.thereAt = performance.now();
    else requestAnimationFrame(look);
  })()`;
}
