/** Every page in the navigation bar is one tap away, or two with the menu, at every window width. */
import type { Page } from "@playwright/test";

import { expect, NIGHTLY, test } from "./fixtures.ts";

/** From a small phone to a large screen, with both sides of each width at which the bar changes. */
const WIDTHS = [320, 352, 390, 480, 639, 640, 700, 767, 768, 800, 820, 912, 1023, 1024, 1100, 1280, 1440, 1920];

/** The links that the window shows neither in the bar nor in its open menu. */
async function missingLinks(page: Page, names: readonly string[]): Promise<string[]> {
  const bar = page.getByRole("banner");
  const menu = bar.getByRole("button", { name: "Menu" });
  const isShown = async (name: string) => {
    const links = bar.getByRole("link", { name, exact: true }).or(bar.getByRole("button", { name, exact: true }));
    for (const link of await links.all()) if (await link.isVisible()) return true;
    return false;
  };
  const notInBar: string[] = [];
  for (const name of names) if (!(await isShown(name))) notInBar.push(name);
  if (notInBar.length === 0 || !(await menu.isVisible())) return notInBar;
  await menu.click();
  const notInMenu: string[] = [];
  for (const name of notInBar) if (!(await isShown(name))) notInMenu.push(name);
  await page.keyboard.press("Escape");
  return notInMenu;
}

async function checkEveryWidth(page: Page, path: string, names: readonly string[]): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole("contentinfo")).toBeAttached();
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 700 });
    const bar = page.getByRole("banner");
    const overflowPx = await bar.evaluate((element) => element.scrollWidth - element.clientWidth);
    expect
      .soft({ width, overflow: overflowPx, missing: await missingLinks(page, names) })
      .toEqual({ width, overflow: 0, missing: [] });
  }
  for (const name of ["About us", "Privacy", "Terms"]) {
    await expect(page.getByRole("contentinfo").getByRole("link", { name })).toHaveCount(1);
  }
}

test("a visitor can reach every page in the navigation bar at every width", { tag: NIGHTLY }, async ({ page }) => {
  await checkEveryWidth(page, "/about", ["Auctions", "Sell", "About", "Login", "Sign Up", "Search auctions"]);
});

test(
  "a signed-in user can reach every page in the navigation bar at every width",
  { tag: NIGHTLY },
  async ({ newSignedInUser }) => {
    const { page } = await newSignedInUser("Ann");
    const names = ["Auctions", "Sell", "About", "Dashboard", "Log Out", "Search auctions"];
    await checkEveryWidth(page, "/dashboard/my-profile", names);
  },
);

test(
  "pages with their own search field hide the search button but keep its shortcut",
  { tag: NIGHTLY },
  async ({ page }) => {
    for (const [path, name] of [
      ["/", "Search for an item"],
      ["/auctions", "Search title and description"],
      ["/auctions/", "Search title and description"],
    ] as const) {
      await page.goto(path);
      await expect(page.getByRole("searchbox", { name })).toBeVisible();
      await expect(page.getByRole("button", { name: "Search auctions" })).toBeHidden();
      const field = page.getByRole("combobox", { name: "Search auctions" });
      await expect(async () => {
        await page.keyboard.press("ControlOrMeta+k");
        await expect(field).toBeFocused({ timeout: 2_000 });
      }).toPass();
    }
  },
);
