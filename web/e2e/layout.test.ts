/**
 * What an auction's page shows without scrolling: everything needed for a bid on a desktop, the bid button on a phone.
 */
import type { Locator, Page } from "@playwright/test";

import { listAuction, openAuction, placeBid } from "./actions.ts";
import { type TestAccount, expect, NIGHTLY, test } from "./fixtures.ts";

const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
/** As long as the titles of real items. */
const TITLE = "A Regency brass-inlaid rosewood telescope by Dollond, London, about 1815";

const DETAILS = JSON.stringify({
  condition: "forParts",
  returns: "30days",
  shipping: "price",
  shippingPrice: 1_234.5,
  location: "Stratford-upon-Avon, United Kingdom",
});

let ann: TestAccount;
let auction: string;

test.beforeAll(async ({ newAccount }) => {
  const [sue, bob, bidder] = await Promise.all([newAccount("Sue"), newAccount("Bob"), newAccount("Ann")]);
  ann = bidder;
  auction = await listAuction(sue, { title: TITLE, details: DETAILS });
  await placeBid(auction, bob, 100);
  await placeBid(auction, ann, 110);
  // Ann is outbid. No other panel of a live auction has more text.
  await placeBid(auction, bob, 12_345.67);
});

/** Which part of an element is outside the window or, at its middle, covered by another element. */
function hiddenPart(target: Locator): Promise<string> {
  return target.evaluate((element) => {
    const box = element.getBoundingClientRect();
    if (box.width === 0 || box.height === 0) return "all of it";
    const outside = {
      above: -box.top,
      below: box.bottom - innerHeight,
      left: -box.left,
      right: box.right - innerWidth,
    };
    const out = Object.entries(outside).filter(([, px]) => px > 0);
    if (out.length > 0) return out.map(([side, px]) => `${Math.ceil(px)}px ${side}`).join(", ");
    const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return top && (element.contains(top) || top.contains(element))
      ? ""
      : `its middle, by ${top?.outerHTML.slice(0, 80)}`;
  });
}

async function expectInView(parts: Readonly<Record<string, Locator>>): Promise<void> {
  for (const [name, part] of Object.entries(parts)) {
    await expect(part).toBeVisible();
    expect.soft(await hiddenPart(part), `hidden of ${name}`).toBe("");
  }
}

async function open(page: Page): Promise<void> {
  await openAuction(page, auction);
  await page.evaluate(() => document.fonts.ready);
  expect(await page.evaluate(() => scrollY)).toBe(0);
}

const heading = (page: Page) => page.getByRole("heading", { level: 1, name: TITLE });
const bidButton = (page: Page) => page.getByRole("button", { name: "Place Bid" });

test(
  "a desktop's first screen shows the item, its price and the whole bid panel",
  { tag: NIGHTLY },
  async ({ newVisitor, signIn }) => {
    const [visitor, outbid] = await Promise.all([
      newVisitor({ viewport: DESKTOP }),
      // "GMT+1" takes more room beside the price than "UTC".
      signIn(ann, { viewport: DESKTOP, timezoneId: "Europe/Berlin" }),
    ]);
    await Promise.all([open(visitor), open(outbid)]);
    await expect(outbid.getByText("Someone outbid you. Increase your bid to win!").first()).toBeVisible();
    for (const page of [visitor, outbid]) {
      await expectInView({
        "the photo": page.getByRole("img", { name: TITLE }),
        "the title": heading(page),
        "the details": page.getByRole("region", { name: "Item details" }),
        "the price": page.getByText("$12,345.67", { exact: true }).first(),
        "the countdown": page.getByRole("timer").first(),
        "the end": page.getByText("Time left", { exact: true }),
        ...(page === visitor
          ? { "the way to bid": page.getByRole("button", { name: "Sign in to bid" }) }
          : {
              "the way to bid": bidButton(page),
              "the one tap": page.getByRole("button", { name: "Bid $12,346.67 now" }),
            }),
        "the minimum bid": page.getByText("Minimum bid: $12,346.67"),
        "the third bid of the list": page.getByRole("region", { name: "Bids" }).getByRole("listitem").nth(2),
      });
    }
  },
);

test("a phone keeps the price, the time left and the bid button in view", { tag: NIGHTLY }, async ({ signIn }) => {
  const page = await signIn(ann, { viewport: PHONE, hasTouch: true });
  await open(page);
  const details = page.getByRole("region", { name: "Item details" });
  await expectInView({ "the title": heading(page), "the details": details, "the bid button": bidButton(page) });
  const bar = page.locator(".bottom-bar");
  const inBar = { "the price": bar.getByText("$12,345.67"), "the time left": bar.getByText("left", { exact: false }) };
  await expectInView(inBar);
  await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: "instant" }));
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(PHONE.height / 2);
  await expectInView({ ...inBar, "the bid button": bidButton(page) });
  // Large enough for a thumb.
  expect((await bidButton(page).boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await bidButton(page).tap();
  await expect(page.getByRole("dialog", { name: "Bid Amount" })).toBeVisible();
});

/** Enough for the header, the panel and the buttons to have had focus. */
const TAB_PRESSES = 30;

for (const [screen, viewport] of Object.entries({
  "at 400% zoom": { width: 320, height: 256 },
  "on a phone held sideways": { width: 844, height: 390 },
})) {
  test(`no header or bar covers the page or the focused element ${screen}`, { tag: NIGHTLY }, async ({ signIn }) => {
    const page = await signIn(ann, { viewport });
    await open(page);
    const panel = page.getByRole("heading", { name: "Price and time left" }).locator("..");
    // The panel has everything that the bar has elsewhere.
    await panel.getByRole("button", { name: "Place Bid" }).scrollIntoViewIfNeeded();
    await expectInView({ "the bid button": panel.getByRole("button", { name: "Place Bid" }) });
    await expect(page.locator(".bottom-bar")).toBeHidden();
    await expect(page.getByRole("banner")).not.toBeInViewport();
    await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
    await expect(page.getByRole("banner")).toBeInViewport();
    const seen: string[] = [];
    for (let tab = 0; tab < TAB_PRESSES; tab += 1) {
      await page.keyboard.press("Tab");
      const focused = page.locator(":focus");
      seen.push(await focused.evaluate((element) => element.textContent?.trim() ?? ""));
      const covered = await focused.evaluate((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        // An element larger than the screen has its middle elsewhere.
        if (height > innerHeight || width > innerWidth || element.closest(".sr-only")) return null;
        const topElement = document.elementFromPoint(left + width / 2, top + height / 2);
        return topElement && (element.contains(topElement) || topElement.contains(element))
          ? null
          : element.outerHTML.slice(0, 120);
      });
      expect.soft(covered, `covered after ${tab + 1} tabs`).toBeNull();
    }
    expect(seen).toContain("Place Bid");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width);
  });
}

test("a phone's bottom bar fits on one line with text at twice the size", { tag: NIGHTLY }, async ({ signIn }) => {
  const page = await signIn(ann, { viewport: PHONE, hasTouch: true });
  await page.addInitScript(() => {
    document.addEventListener("DOMContentLoaded", () => (document.documentElement.style.fontSize = "200%"));
  });
  await open(page);
  const bar = page.locator(".bottom-bar");
  await expectInView({
    "the price": bar.getByText("$12,345.67"),
    "the time left": bar.getByText("left", { exact: false }),
    "the bid button": bidButton(page),
  });
  const { height = Infinity } = (await bar.boundingBox()) ?? {};
  expect(height).toBeLessThan(PHONE.height * 0.12);
  const [price, button] = await Promise.all([bar.getByText("$12,345.67").boundingBox(), bidButton(page).boundingBox()]);
  if (!price || !button) throw new Error("no bar");
  expect(price.x + price.width).toBeLessThanOrEqual(button.x);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
});
