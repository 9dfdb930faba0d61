/**
 * How long a phone takes to react to a tap or a key: from the input to the next frame that is painted after it, as the
 * Event Timing API of a real Chromium has it. Each interaction is made by a signed-in person on the landing page, the
 * list and an auction's page; Chromium rounds to 8 ms and reports nothing that is faster than 16 ms.
 */
import type { Browser, BrowserContext, Page } from "@playwright/test";

import type { User } from "../../client/user.ts";

/** A fast machine, and a cheap phone beside it. */
export const SLOWDOWNS = [1, 4] as const;
const PHONE = { width: 390, height: 844 };
/** Chromium's smallest threshold. */
const SHORTEST_MS = 16;

/** `act` returns when the page shows what it has done. */
type Step = { readonly name: string; readonly act: (page: Page) => Promise<unknown> };
type Round = { readonly page: string; readonly address: string; readonly steps: readonly Step[] };
/** `ms`: one figure a run, the longest event of the interaction; 0 if it was faster than 16 ms. */
export type Measured = { readonly page: string; readonly name: string; readonly ms: number[] };

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).filter({ visible: true });
const dialog = (page: Page) => page.getByRole("dialog");
const tap = (name: string | RegExp) => (page: Page) => button(page, name).first().tap();
const opens = (name: string | RegExp) => async (page: Page) => {
  await tap(name)(page);
  await dialog(page).waitFor();
};
const escape = async (page: Page) => {
  await page.keyboard.press("Escape");
  await dialog(page).waitFor({ state: "hidden" });
};
const heart: Step = {
  name: "tap a heart",
  act: async (page) => {
    await tap(/^Watch: /)(page);
    await page.locator('button[aria-label^="Watch: "][aria-pressed="true"]').first().waitFor();
  },
};
const notifications: readonly Step[] = [
  { name: "open the notifications", act: opens(/^Notifications/) },
  { name: "close the notifications", act: escape },
];

const LANDING: readonly Step[] = [
  { name: "open the menu", act: async (page) => [await tap("Menu")(page), await button(page, "Log Out").waitFor()] },
  { name: "close the menu", act: (page) => page.keyboard.press("Escape") },
  {
    name: "type into the search",
    act: async (page) => {
      await page.getByRole("searchbox", { name: "Search for an item" }).tap();
      await page.keyboard.type("lamp", { delay: 120 });
    },
  },
  heart,
  ...notifications,
];

const LIST: readonly Step[] = [
  { name: "open the filters", act: opens(/^Filters/) },
  {
    name: "open the categories",
    act: async (page) => {
      await page.getByRole("combobox", { name: "Category" }).tap();
      await page.getByRole("option", { name: "Antiques" }).waitFor();
    },
  },
  {
    name: "choose a category",
    act: async (page) => {
      await page.getByRole("option", { name: "Antiques" }).tap();
      await page.getByRole("option").first().waitFor({ state: "hidden" });
    },
  },
  {
    name: "apply the filters",
    act: async (page) => {
      await tap("Show items")(page);
      await page.waitForURL(/category=antiques/);
    },
  },
  {
    name: "type into the search",
    act: async (page) => {
      const field = page.getByRole("searchbox", { name: "Search title and description" });
      await field.tap();
      await page.keyboard.type("lamp", { delay: 120 });
      await page.waitForURL(/search=lamp/);
    },
  },
  heart,
  ...notifications,
];

const LOT: readonly Step[] = [
  heart,
  { name: "open the search", act: opens("Search auctions") },
  {
    name: "type into the search",
    act: async (page) => {
      await page.keyboard.type("lamp", { delay: 120 });
      await page.getByRole("option").first().waitFor();
    },
  },
  { name: "close the search", act: escape },
  { name: "open the bid dialog", act: opens("Place Bid") },
  {
    name: "type an amount",
    act: async (page) => {
      await page.getByRole("textbox", { name: "Your bid" }).fill("");
      await page.keyboard.type("120", { delay: 120 });
    },
  },
  {
    name: "submit the bid",
    act: async (page) => {
      await dialog(page).getByRole("button", { name: "Place Bid" }).tap();
      await page.getByText("You are the highest bidder").first().waitFor();
    },
  },
  { name: "open the full screen", act: opens("View full screen") },
  { name: "close the full screen", act: escape },
  ...notifications,
];

/** Each run needs an auction without bids. */
export async function measureInteractions(
  browser: Browser,
  url: string,
  { person, auction, slowdown }: { person: User; auction: string; slowdown: number },
  results: Measured[],
): Promise<void> {
  const rounds: readonly Round[] = [
    { page: "landing", address: "/", steps: LANDING },
    { page: "list", address: "/auctions", steps: LIST },
    { page: "auction", address: `/auction/${auction}`, steps: LOT },
  ];
  const context = await signedIn(browser, url, person);
  for (const { page: name, address, steps } of rounds) {
    const page = await context.newPage();
    await page.goto(url + address, { waitUntil: "networkidle" });
    const devtools = await context.newCDPSession(page);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
    await taken(page);
    for (const step of steps) {
      await step.act(page);
      const ms = await taken(page);
      const known = results.find((one) => one.page === name && one.name === step.name);
      if (known) known.ms.push(ms);
      else results.push({ page: name, name: step.name, ms: [ms] });
    }
    await page.close();
  }
  await context.close();
}

async function signedIn(browser: Browser, url: string, { account, headers }: User): Promise<BrowserContext> {
  const cookies = (headers["cookie"] ?? "").split("; ").map((pair) => {
    const [name = "", ...value] = pair.split("=");
    // A name that begins with __Host- is accepted for one host and all of its paths, and secure, only.
    return { name, value: value.join("="), domain: new URL(url).hostname, path: "/", httpOnly: true, secure: true };
  });
  const user = JSON.stringify({ id: account._id, name: account.name, image: account.image });
  const context = await browser.newContext({
    viewport: PHONE,
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
    storageState: { cookies: [], origins: [{ origin: url, localStorage: [{ name: "user", value: user }] }] },
  });
  await context.addCookies(cookies);
  await context.addInitScript({ content: NOTE_EVENTS });
  return context;
}

const NOTE_EVENTS = `{
  let longest = 0;
  const note = (entries) => {
    for (const { interactionId, duration } of entries) if (interactionId > 0) longest = Math.max(longest, duration);
  };
  const observer = new PerformanceObserver((list) => note(list.getEntries()));
  observer.observe({ type: "event", durationThreshold: ${SHORTEST_MS}, buffered: true });
  window.takeLongest = () => {
    note(observer.takeRecords());
    const taken = longest;
    longest = 0;
    return taken;
  };
}`;

/** The longest event since the last call, in ms. An entry comes after the frame that its event led to. */
async function taken(page: Page): Promise<number> {
  return Number(
    await page.evaluate(`new Promise((done) => {
      const afterFrames = (left) => requestAnimationFrame(() => (left ? afterFrames(left - 1) : setTimeout(done, 50)));
      afterFrames(3);
    }).then(() => window.takeLongest())`),
  );
}
