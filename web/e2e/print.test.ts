/** Tests how an auction's page and the check of its journal print. People keep them as proof. */
import type { Locator } from "@playwright/test";

import { listAuction } from "./actions.ts";
import { expect, NIGHTLY, test } from "./fixtures.ts";

const PHONE = { width: 390, height: 844 };

test(
  "an item's page prints with dark text and nothing covering it",
  { tag: NIGHTLY },
  async ({ newAccount, newSignedInUser }) => {
    const auction = await listAuction(await newAccount("Sue"));
    const { page } = await newSignedInUser("Bob");
    await page.setViewportSize(PHONE);
    await page.emulateMedia({ colorScheme: "dark" });
    await page.goto(auction);
    await expect(page.locator(".bottom-bar")).toBeVisible();
    const title = page.getByRole("heading", { name: "Brass telescope" });
    const onScreen = await colorOf(title);

    // Fixed elements are printed on every sheet, over its text.
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    await expect(page.locator(".bottom-bar")).toBeHidden();
    await expect(page.getByRole("banner")).toHaveCSS("position", "absolute");
    expect(await colorOf(title)).not.toBe(onScreen);
    await page.evaluate(() => document.documentElement.setAttribute("data-theme", "light"));
    const light = await colorOf(title);
    await page.evaluate(() => document.documentElement.setAttribute("data-theme", "dark"));
    expect(await colorOf(title)).toBe(light);
  },
);

test("an open dialog prints instead of its page, once and in full", { tag: NIGHTLY }, async ({ page, newAccount }) => {
  await page.setViewportSize({ width: 800, height: 320 });
  await page.goto(await listAuction(await newAccount("Sue")));
  await page.getByRole("button", { name: "Verify this auction" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("Fingerprint of the last entry");
  await page.emulateMedia({ media: "print" });
  await expect(dialog).toHaveCSS("position", "static");
  await expect(page.locator("#root")).toBeHidden();
  expect(await dialog.evaluate((element) => element.scrollHeight <= element.clientHeight)).toBe(true);
  expect(await page.evaluate(() => getComputedStyle(document.body).overflow)).toBe("visible");
});

function colorOf(part: Locator): Promise<string> {
  return part.evaluate((element) => getComputedStyle(element).color);
}
