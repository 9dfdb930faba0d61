/**
 * Takes the pictures in docs/screens: the main pages of a site that is running, filled by the first `npm start`, on a
 * desktop, a phone and a large screen, light and dark. Run by hand when pages have changed (`npm run draw:screens --
 * --url URL`).
 */
import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";

import { type Browser, chromium, type Page, request } from "@playwright/test";
import sharp from "sharp";

import { loginAnswer } from "../../worker/contract/account.ts";
import { auctionsAnswer } from "../../worker/contract/catalogue.ts";
import { findChromium } from "../checks/chromium.ts";
import { DEMO_PASSWORD } from "../seed/people.ts";
import { ROOT } from "../server/project.ts";

const OUT = path.join(ROOT, "docs/screens");
const QUALITY = 72;
/** The height for each width in a file name. */
const HEIGHTS = { 390: 844, 1280: 800, 1920: 1080 } as const;
type Width = keyof typeof HEIGHTS;
type Look = { readonly width: Width; readonly colours: "light" | "dark" };

const DESK_AND_PHONE: readonly Look[] = [
  { width: 1280, colours: "light" },
  { width: 390, colours: "light" },
];
const EVERY: readonly Look[] = ([390, 1280, 1920] as const).flatMap((width) => [
  { width, colours: "light" },
  { width, colours: "dark" },
]);

type Screen = {
  readonly name: string;
  readonly as: "visitor" | "mateo" | "amara";
  readonly at: string;
  readonly looks: readonly Look[];
  /** Runs on the page before the picture is taken. */
  readonly prepare?: (page: Page) => Promise<void>;
};

const { values } = parseArgs({ options: { url: { type: "string", default: "http://localhost:8787" } } });
const { url } = values;

/** The saved session of a demo user: cookies and the browser's storage. */
async function sessionOf(name: string) {
  const client = await request.newContext({ baseURL: url, extraHTTPHeaders: { origin: url } });
  const data = { email: `${name}@lotline.example`, password: DEMO_PASSWORD };
  const { user } = loginAnswer.parse(await (await client.post("/api/v1/auth/login", { data })).json());
  const { cookies } = await client.storageState();
  await client.dispose();
  const kept = JSON.stringify({ id: user._id, name: user.name, image: user.image });
  return {
    id: user._id,
    state: { cookies, origins: [{ origin: url, localStorage: [{ name: "user", value: kept }] }] },
  };
}

async function liveLots() {
  const client = await request.newContext({ baseURL: url });
  const answer = await client.get("/api/v1/auction/fetchAllAuctions?status=Live&limit=40");
  const { auctions } = auctionsAnswer.parse(await answer.json());
  await client.dispose();
  return auctions;
}

async function openBidDialog(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Place Bid" }).first().click();
  await page.getByRole("dialog").waitFor();
}

async function take(browser: Browser, { name, at, prepare }: Screen, { width, colours }: Look, state: State) {
  const context = await browser.newContext({
    viewport: { width, height: HEIGHTS[width] },
    colorScheme: colours,
    reducedMotion: "reduce",
    locale: "en-US",
    ...(state && { storageState: state }),
  });
  const page = await context.newPage();
  await page.goto(url + at, { waitUntil: "networkidle" });
  await page.evaluate("document.fonts.ready.then(() => null)");
  await prepare?.(page);
  // Waits until a dialog or picture that has just appeared is complete.
  await page.waitForLoadState("networkidle");
  const picture = await sharp(await page.screenshot())
    .webp({ quality: QUALITY })
    .toBuffer();
  await writeFile(path.join(OUT, `${name}-${width}${colours === "dark" ? "-dark" : ""}.webp`), picture);
  await context.close();
  return picture.length;
}

const [mateo, amara, lots] = [await sessionOf("mateo"), await sessionOf("amara"), await liveLots()];
const states = { visitor: undefined, mateo: mateo.state, amara: amara.state };
type State = (typeof states)[keyof typeof states];
const lot = lots.find(({ seller, bidCount }) => seller._id === amara.id && bidCount > 0) ?? lots[0];
if (!lot) throw new Error(`no live auction at ${url}: fill it with npm start`);
const auction = `/auction/${lot._id}`;

const screens: readonly Screen[] = [
  { name: "landing", as: "visitor", at: "/", looks: EVERY },
  { name: "browse", as: "visitor", at: "/auctions", looks: EVERY },
  { name: "auction", as: "mateo", at: auction, looks: EVERY },
  { name: "bid", as: "mateo", at: auction, looks: DESK_AND_PHONE, prepare: openBidDialog },
  { name: "seller", as: "visitor", at: `/seller/${lot.seller._id}`, looks: DESK_AND_PHONE },
  { name: "login", as: "visitor", at: "/login", looks: DESK_AND_PHONE },
  { name: "my-bids", as: "mateo", at: "/dashboard/my-bids", looks: DESK_AND_PHONE },
  { name: "profile", as: "mateo", at: "/dashboard/my-profile", looks: DESK_AND_PHONE },
  { name: "winnings", as: "mateo", at: "/dashboard/auctions-won", looks: DESK_AND_PHONE },
  { name: "history", as: "mateo", at: "/dashboard/history", looks: DESK_AND_PHONE },
  { name: "my-auctions", as: "amara", at: "/dashboard/my-auctions", looks: DESK_AND_PHONE },
  { name: "new-listing", as: "amara", at: "/dashboard/create-auction", looks: DESK_AND_PHONE },
];

const executablePath = findChromium();
if (!executablePath) throw new Error("no Chromium to take pictures with");
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
await rm(OUT, { recursive: true, force: true });
await mkdir(OUT);
let bytes = 0;
for (const screen of screens)
  for (const look of screen.looks) bytes += await take(browser, screen, look, states[screen.as]);
await browser.close();
console.log(`docs/screens: ${bytes} bytes`);
