/** Sign-up, listing, bidding and winning with the keyboard alone: no pointer, no address typed on the way. */
import type { Locator, Page } from "playwright-core";
import { expect, it } from "vitest";

import { listed, newAccount, newPerson, signedIn, unhurried } from "./browser.ts";

/** More stops than any of our pages has before what is looked for. */
const MOST_STOPS = 80;

async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.first().waitFor();
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    if (await target.first().evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`the keyboard does not reach ${target.toString()}`);
}

async function press(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press("Enter");
}

async function type(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.type(text);
}

it("someone signs up, logs in and lists an item without a pointer", async () => {
  const { page, firstName, lastName, email, password } = await newPerson("Kay");
  await page.goto("/");
  await page.getByRole("banner").waitFor();
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Skip to content");
  await press(page, page.getByRole("banner").getByRole("link", { name: "Sign Up" }));
  await type(page, page.getByLabel("First name"), firstName);
  await type(page, page.getByLabel("Last name"), lastName);
  await type(page, page.getByLabel("Email"), email);
  await type(page, page.getByLabel("Password", { exact: true }), password);
  await type(page, page.getByLabel("Confirm password"), password);
  await tabTo(page, page.getByRole("checkbox"));
  await page.keyboard.press("Space");
  await press(page, page.getByRole("button", { name: "Create Account" }));
  await page.waitForURL("**/login");

  await type(page, page.getByLabel("Email"), email);
  await type(page, page.getByLabel("Password", { exact: true }), password);
  await page.keyboard.press("Enter");
  await page.waitForURL("**/dashboard/my-profile");

  await press(page, page.getByRole("link", { name: "Create Auction" }));
  await page.waitForURL("**/dashboard/create-auction");
  await type(page, page.getByLabel("Product Title"), "Silver compass");
  await press(page, page.getByLabel("Category"));
  await page.getByRole("option", { name: "Antiques" }).waitFor();
  // Letters go to the list once it has the focus.
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest("[role=listbox]") !== null)).toBe(true);
  await page.keyboard.type("Antiques");
  await page.keyboard.press("Enter");
  await expect.poll(() => page.getByLabel("Category").textContent()).toBe("Antiques");
  await type(page, page.getByLabel("Product Description"), "It still finds north.");
  await type(page, page.getByLabel("Starting Price"), "100");
  const tomorrow = new Date(Date.now() + 24 * 3_600_000);
  const two = (number: number) => String(number).padStart(2, "0");
  await type(
    page,
    page.getByLabel("Auction End Date"),
    `${two(tomorrow.getMonth() + 1)}${two(tomorrow.getDate())}${tomorrow.getFullYear()}`,
  );
  await press(page, page.getByRole("button", { name: "Create Auction" }));
  await page.waitForURL("**/dashboard/my-auctions");
  await page.getByRole("heading", { name: "Silver compass" }).waitFor();
});

it("someone finds an auction, bids, edits the bid, and wins without a pointer", async () => {
  const [seller, bidder] = await Promise.all([newAccount("Sue"), newAccount("Kay")]);
  const title = `Iron anchor ${crypto.randomUUID().slice(0, 6)}`;
  const { page } = await signedIn(bidder);
  await page.goto("/");
  await press(page, page.getByRole("banner").getByRole("link", { name: "Auctions" }));
  await page.waitForURL("**/auctions");
  await listed(seller, unhurried(25), { title });
  await type(page, page.getByRole("searchbox"), title);
  await press(page, page.getByRole("article").filter({ hasText: title }).getByRole("link"));
  await page.waitForURL("**/auction/*");

  await press(page, page.getByRole("button", { name: "Place Bid" }));
  await page.getByRole("dialog", { name: "Bid Amount" }).waitFor();
  const field = page.getByRole("spinbutton", { name: "Your bid" });
  await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("130");
  await page.keyboard.press("Enter");
  await page.getByText("You are the highest bidder").waitFor();

  await press(page, page.getByRole("button", { name: "Edit your bid of $130" }));
  await page.getByRole("dialog", { name: "Edit Bid Amount" }).waitFor();
  await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("140");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  // The focus is back where it came from, or where the bid now stands: not at the top of the page.
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe("BODY");

  await page.getByText("You won this auction for $140").waitFor({ timeout: 240_000 });
  await press(page, page.getByRole("main").getByRole("link", { name: "Auctions Won" }));
  await page.waitForURL("**/dashboard/auctions-won");
  await page.getByRole("heading", { name: title }).waitFor();
});
