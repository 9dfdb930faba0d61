/** Photos from the form to the page. An item can have several, each is loaded in the right size, and nothing jumps. */
import path from "node:path";

import type { Page } from "@playwright/test";
import sharp from "sharp";

import { expectAccessible } from "./axe.ts";
import { type TestAccount, expect, NIGHTLY, collectProblems, test } from "./fixtures.ts";

const TELESCOPE = path.join(import.meta.dirname, "pictures/telescope.png");
const PHONE = { width: 390, height: 844 };

let sue: TestAccount;
let red: Buffer;
let blue: Buffer;

test.beforeAll(async ({ newAccount }) => {
  sue = await newAccount("Sue");
  const plain = (background: string) =>
    sharp({ create: { width: 1_500, height: 1_000, channels: 3, background } })
      .jpeg()
      .toBuffer();
  [red, blue] = await Promise.all([plain("#c02020"), plain("#2020c0")]);
});

const asFile = (name: string, buffer: Buffer) => ({ name, mimeType: "image/jpeg", buffer });

/** Fills in the form for a listing with three photos. The second one chosen becomes the cover. */
async function listWithThreePhotos(page: Page, title: string): Promise<void> {
  await page.goto("/dashboard/create-auction");
  await page.getByLabel("Product Image").setInputFiles(TELESCOPE);
  await page.getByLabel("Add photos").setInputFiles([asFile("red.jpg", red), asFile("blue.jpg", blue)]);
  await page.getByRole("button", { name: "Make photo 2 the cover" }).focus();
  await page.keyboard.press("Enter");
  await page.getByLabel("Product Title").fill(title);
  await page.getByLabel("Category").click();
  await page.getByRole("option", { name: "Antiques" }).click();
  await page.getByLabel("Product Description").fill("Seen from three sides.");
  await page.getByLabel("Starting Price").fill("100");
  const tomorrow = new Date(Date.now() + 24 * 3_600_000);
  await page.getByLabel("Auction End Date").fill(tomorrow.toLocaleDateString("sv-SE"));
  await expectAccessible(page, "a listing with three photos");
  await page.getByRole("button", { name: "Create Auction" }).click();
  await expect(page).toHaveURL("/dashboard/my-auctions");
  await expect(page.getByRole("heading", { name: title })).toBeVisible();
}

/** The number of the photo that the strip shows. */
const position = (page: Page) => page.getByRole("region", { name: "Photos" }).locator("p");

/** Sums up how far things move by themselves, in units of the layout-shift API. */
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

test(
  "a seller lists an item with three photos, and visitors page through them",
  { tag: NIGHTLY },
  async ({ newVisitor, signIn }) => {
    const page = await signIn(sue);
    const title = `Brass telescope ${crypto.randomUUID().slice(0, 6)}`;
    await listWithThreePhotos(page, title);
    await page.getByRole("heading", { name: title }).getByRole("link").click();
    await expect(page).toHaveURL(/\/auction\/\w+$/);
    const auction = new URL(page.url()).pathname;

    const visitor = await newVisitor();
    await observeShifts(visitor);
    const problems = collectProblems(visitor);
    await visitor.goto(auction);
    const cover = visitor.getByRole("img", { name: title, exact: true });
    await expect(cover).toBeVisible();
    // The cover is the red photo, sized for the space it fills and in a modern format.
    expect(await cover.evaluate((image) => getComputedStyle(image).backgroundColor)).toMatch(/^rgb\(19\d, 3\d, 3\d\)$/);
    const source = () => cover.evaluate((image) => (image instanceof HTMLImageElement ? image.currentSrc : ""));
    // A busy browser may choose the image only some time after its space is laid out.
    await expect.poll(source).toContain("?w=");
    const shown = await source();
    const served = await visitor.request.get(shown, { headers: { accept: "image/avif,image/webp,*/*" } });
    expect(new URL(shown).searchParams.get("w")).toMatch(/^(640|960)$/);
    expect(served.headers()["content-type"]).toMatch(/^image\/(webp|avif)$/);
    await expect(position(visitor)).toContainText("1 / 3");
    await visitor.getByRole("button", { name: "Next photo" }).click();
    await expect(position(visitor)).toContainText("2 / 3");
    await visitor.getByRole("button", { name: "Show photo 3" }).click();
    await expect(position(visitor)).toContainText("3 / 3");
    await visitor.getByRole("list", { name: "3 photos" }).focus();
    await visitor.keyboard.press("ArrowLeft");
    await expect(position(visitor)).toContainText("2 / 3");
    await expectAccessible(visitor, "the gallery");

    // In full screen, use the keyboard to change photos, zoom in, and return to the button that opened it.
    const opener = visitor.getByRole("button", { name: "View full screen" });
    await opener.focus();
    await visitor.keyboard.press("Enter");
    const large = visitor.getByRole("dialog", { name: `Photos of ${title}` });
    await expect(large.getByRole("img", { name: `${title}, photo 2` })).toBeVisible();
    await visitor.keyboard.press("ArrowRight");
    const third = large.getByRole("img", { name: `${title}, photo 3` });
    await expect(large.getByText("3 / 3")).toBeVisible();
    const widthOf = async () => (await third.boundingBox())?.width ?? 0;
    await expect.poll(widthOf).toBeGreaterThan(0);
    const before = await widthOf();
    await visitor.keyboard.press("+");
    await expect.poll(widthOf).toBeGreaterThan(before * 1.2);
    await expectAccessible(visitor, "the photos in full screen", false);
    await visitor.keyboard.press("Escape");
    await expect(large).toBeHidden();
    await expect(opener).toBeFocused();
    await expect(position(visitor)).toContainText("3 / 3");
    expect(await visitor.evaluate(() => Number(Reflect.get(window, "shifted")))).toBeLessThan(0.02);
    expect(problems).toEqual([]);

    const phone = await newVisitor({ viewport: PHONE, hasTouch: true, deviceScaleFactor: 2 });
    await observeShifts(phone);
    await phone.goto(auction);
    const strip = phone.getByRole("list", { name: "3 photos" });
    await expect(strip).toBeVisible();
    // A swipe over the strip.
    await strip.evaluate((element) => element.scrollBy({ left: element.clientWidth }));
    await expect(position(phone)).toContainText("2 / 3");
    expect(await phone.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    expect(await phone.evaluate(() => Number(Reflect.get(window, "shifted")))).toBeLessThan(0.02);
  },
);

test("the seller reorders, removes and adds photos by keyboard", { tag: NIGHTLY }, async ({ signIn }) => {
  const page = await signIn(sue);
  const title = `Brass sextant ${crypto.randomUUID().slice(0, 6)}`;
  await listWithThreePhotos(page, title);
  const card = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: title }) });
  await card.getByRole("link", { name: "Edit" }).click();
  await expect(page.getByText("3 of 6")).toBeVisible();
  const press = async (name: string) => {
    await page.getByRole("button", { name }).focus();
    await page.keyboard.press("Enter");
  };
  await press("Move photo 3 earlier");
  await expect(page.getByRole("button", { name: "Move photo 2 earlier" })).toBeFocused();
  await press("Remove photo 3");
  await expect(page.getByText("2 of 6")).toBeVisible();
  await page.getByLabel("Add photos").setInputFiles(asFile("blue.jpg", red));
  await press("Save Changes");
  await expect(page).toHaveURL("/dashboard/my-auctions");
  await page.getByRole("link", { name: title }).click();
  // The red one is the cover already, so it is not added a second time.
  await expect(page.getByText("1 / 2")).toBeVisible();
});
