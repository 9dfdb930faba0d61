/** Pictures from the form to the page: several of one item, in the sizes of their places, where nothing jumps. */
import path from "node:path";

import type { Page } from "playwright-core";
import sharp from "sharp";
import { beforeAll, expect, it } from "vitest";

import { expectAccessible, prepareAxe } from "./axe.ts";
import { type Account, newAccount, newPerson, problemsIn, signedIn } from "./browser.ts";

const TELESCOPE = path.join(import.meta.dirname, "pictures/telescope.png");
const PHONE = { width: 390, height: 844 };

let sue: Account;
let red: Buffer;
let blue: Buffer;

beforeAll(async () => {
  sue = await newAccount("Sue");
  const plain = (background: string) =>
    sharp({ create: { width: 1_500, height: 1_000, channels: 3, background } })
      .jpeg()
      .toBuffer();
  [red, blue] = await Promise.all([plain("#c02020"), plain("#2020c0")]);
});

const asFile = (name: string, buffer: Buffer) => ({ name, mimeType: "image/jpeg", buffer });

/** Fills in the form of a listing with three pictures; the second that was chosen becomes the cover. */
async function listThree(page: Page, title: string): Promise<void> {
  await page.goto("/dashboard/create-auction");
  await page.getByLabel("Product Image").setInputFiles(TELESCOPE);
  await page.getByLabel("Add pictures").setInputFiles([asFile("red.jpg", red), asFile("blue.jpg", blue)]);
  await page.getByRole("button", { name: "Make picture 2 the cover" }).focus();
  await page.keyboard.press("Enter");
  await page.getByLabel("Product Title").fill(title);
  await page.getByLabel("Category").click();
  await page.getByRole("option", { name: "Antiques" }).click();
  await page.getByLabel("Product Description").fill("Seen from three sides.");
  await page.getByLabel("Starting Price").fill("100");
  const tomorrow = new Date(Date.now() + 24 * 3_600_000);
  await page.getByLabel("Auction End Date").fill(tomorrow.toLocaleDateString("sv-SE"));
  await expectAccessible(page, "a listing with three pictures");
  await page.getByRole("button", { name: "Create Auction" }).click();
  await page.waitForURL("**/dashboard/my-auctions");
  await page.getByRole("heading", { name: title }).waitFor();
}

/** The picture that a strip has come to rest at, by its place from 1. */
const inView = (page: Page) => page.getByRole("region", { name: "Pictures" }).locator("p").textContent();

/** How far things have moved that nobody has moved. */
async function observeShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.assign(window, { shifted: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
        if (!hadRecentInput) Object.assign(window, { shifted: Number(Reflect.get(window, "shifted")) + value });
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

it("someone lists an item with three pictures, and visitors leaf through them at a desk and on a phone", async () => {
  const { page } = await signedIn(sue);
  await prepareAxe(page);
  const title = `Brass telescope ${crypto.randomUUID().slice(0, 6)}`;
  await listThree(page, title);
  await page.getByRole("link", { name: title }).click();
  await page.waitForURL("**/auction/*");
  const address = new URL(page.url()).pathname;

  const { page: visitor } = await newPerson("Vera");
  await prepareAxe(visitor);
  await observeShifts(visitor);
  const problems = problemsIn(visitor);
  await visitor.goto(address);
  const cover = visitor.getByRole("img", { name: title, exact: true });
  await cover.waitFor();
  // The cover is the red one, in the width of its place and in a format of today.
  expect(await cover.evaluate((image) => getComputedStyle(image).backgroundColor)).toMatch(/^rgb\(19\d, 3\d, 3\d\)$/);
  const shown = await cover.evaluate((image) => image instanceof HTMLImageElement && image.currentSrc);
  const served = await visitor.request.get(String(shown), { headers: { accept: "image/avif,image/webp,*/*" } });
  expect(new URL(String(shown)).searchParams.get("w")).toMatch(/^(640|960)$/);
  expect(served.headers()["content-type"]).toMatch(/^image\/(webp|avif)$/);
  expect(await inView(visitor)).toContain("1 / 3");
  await visitor.getByRole("button", { name: "Next picture" }).click();
  await expect.poll(() => inView(visitor)).toContain("2 / 3");
  await visitor.getByRole("button", { name: "Show picture 3" }).click();
  await expect.poll(() => inView(visitor)).toContain("3 / 3");
  await visitor.getByRole("list", { name: "3 pictures" }).focus();
  await visitor.keyboard.press("ArrowLeft");
  await expect.poll(() => inView(visitor)).toContain("2 / 3");
  await expectAccessible(visitor, "the gallery");
  expect(await visitor.evaluate(() => Number(Reflect.get(window, "shifted")))).toBeLessThan(0.02);
  expect(problems).toEqual([]);

  const { page: phone } = await newPerson("Vic", { viewport: PHONE, hasTouch: true, deviceScaleFactor: 2 });
  await observeShifts(phone);
  await phone.goto(address);
  const strip = phone.getByRole("list", { name: "3 pictures" });
  await strip.waitFor();
  // What a finger does to a strip that scrolls.
  await strip.evaluate((element) => element.scrollBy({ left: element.clientWidth }));
  await expect.poll(() => inView(phone)).toContain("2 / 3");
  expect(await phone.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  expect(await phone.evaluate(() => Number(Reflect.get(window, "shifted")))).toBeLessThan(0.02);
});

it("the seller puts them in another order, takes one away and adds one, by keyboard", async () => {
  const { page } = await signedIn(sue);
  await prepareAxe(page);
  const title = `Brass sextant ${crypto.randomUUID().slice(0, 6)}`;
  await listThree(page, title);
  const card = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: title }) });
  await card.getByRole("link", { name: "Edit" }).click();
  await page.getByText("3 of 6").waitFor();
  const pressed = async (name: string) => {
    await page.getByRole("button", { name }).focus();
    await page.keyboard.press("Enter");
  };
  await pressed("Move picture 3 earlier");
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label")))
    .toBe("Move picture 2 earlier");
  await pressed("Remove picture 3");
  await page.getByText("2 of 6").waitFor();
  await page.getByLabel("Add pictures").setInputFiles(asFile("blue.jpg", red));
  await pressed("Save Changes");
  await page.waitForURL("**/dashboard/my-auctions");
  await page.getByRole("link", { name: title }).click();
  // The red one is the cover, so adding it once more has added nothing.
  await page.getByText("1 / 2").waitFor();
});
