/** Moving around a page by keyboard. */
import { expect, type Locator, type Page } from "@playwright/test";

/** More Tab stops than any of our pages has. */
const MAX_STOPS = 80;

export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target.first()).toBeVisible();
  for (let stop = 0; stop < MAX_STOPS; stop += 1) {
    if (await target.first().evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`the keyboard does not reach ${target.toString()}`);
}

export async function press(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press("Enter");
}

export async function type(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.type(text);
}
