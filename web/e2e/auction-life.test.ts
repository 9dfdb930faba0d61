/** The product's main job, by three people in three browsers: list, bid against each other live, win, be told. */
import path from "node:path";

import { expect, it } from "vitest";

import { newMember, type Person } from "./browser.ts";

/** An end that the form can say, whole minutes, with time enough to bid before it: so many times as signing up took. */
const LEAST_TIMES = 5;
const LEAST_TIME_MS = 40_000;
const MINUTE_MS = 60_000;

it(
  "A lists an item with a picture, B and C bid against each other live, C is outbid, B wins and A is told",
  { timeout: 900_000 },
  async () => {
    const startedAt = Date.now();
    const [ada, bea, cem] = await Promise.all([newMember("Ada"), newMember("Bea"), newMember("Cem")]);
    const title = `Brass telescope ${crypto.randomUUID().slice(0, 6)}`;
    const neededMs = Math.max(LEAST_TIME_MS, LEAST_TIMES * (Date.now() - startedAt));
    const endsAt = new Date(Math.ceil((Date.now() + neededMs) / MINUTE_MS) * MINUTE_MS);
    await listItem(ada, title, endsAt);

    const address = await findAuction(bea, title);
    await cem.page.goto(address);
    const picture = bea.page.getByRole("img", { name: title }).first();
    await picture.waitFor();
    expect(await picture.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth)).toBeGreaterThan(
      0,
    );

    await bid(bea, 120);
    await seesPrice(cem, "$120");
    await bid(cem, 150);
    await seesPrice(bea, "$150");
    await bea.page.getByText("Someone outbid you. Increase your bid to win!").waitFor();
    await bid(bea, 200);
    await seesPrice(cem, "$200");
    await cem.page.getByText("Someone outbid you. Increase your bid to win!").waitFor();
    await findsInBell(cem, /You were outbid on .* the price is now \$200/);

    // The clock ends it; nobody reloads.
    await bea.page
      .getByText(/sold|won/i)
      .first()
      .waitFor({ timeout: endsAt.getTime() - Date.now() + 120_000 });
    await findsInBell(ada, new RegExp(`"${title}" sold for \\$200`));
    await bea.page.goto("/dashboard/auctions-won");
    await bea.page.getByRole("heading", { name: title }).waitFor();
    await cem.page.goto("/dashboard/auctions-won");
    await cem.page.getByText("No Winnings Yet").waitFor();
  },
);

async function listItem({ page }: Person, title: string, endsAt: Date): Promise<void> {
  await page.goto("/dashboard/create-auction");
  await page.getByLabel("Product Image").setInputFiles(path.join(import.meta.dirname, "pictures/telescope.png"));
  await page.getByLabel("Product Title").fill(title);
  await page.getByLabel("Category").click();
  await page.getByRole("option", { name: "Antiques" }).click();
  await page.getByLabel("Product Description").fill("Three draws, London, about 1840.");
  await page.getByLabel("Starting Price").fill("100");
  const day = `${endsAt.getFullYear()}-${two(endsAt.getMonth() + 1)}-${two(endsAt.getDate())}`;
  await page.getByLabel("Auction End Date").fill(day);
  await page.getByLabel("Ends at").fill(`${two(endsAt.getHours())}:${two(endsAt.getMinutes())}`);
  await page.getByRole("button", { name: "Create Auction" }).click();
  await page.waitForURL("**/dashboard/my-auctions");
  await page.getByRole("heading", { name: title }).waitFor();
}

/** By the search of the auctions page; answers with the auction's address. */
async function findAuction({ page }: Person, title: string): Promise<string> {
  await page.goto("/auctions");
  await page.getByRole("searchbox").fill(title);
  // At once, before the search has gone out: the way to the auction is not taken back by it.
  await page.getByRole("article").filter({ hasText: title }).getByRole("link").click();
  await page.waitForURL("**/auction/*");
  await page.getByRole("heading", { level: 1, name: title }).waitFor();
  return new URL(page.url()).pathname;
}

async function bid({ page }: Person, amount: number): Promise<void> {
  await page.getByRole("button", { name: "Place Bid" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("spinbutton").fill(String(amount));
  await dialog.getByRole("button", { name: "Place Bid" }).click();
  await dialog.waitFor({ state: "hidden" });
}

async function seesPrice({ page }: Person, price: string): Promise<void> {
  const list = page.getByRole("region", { name: "Bids" });
  await list.getByText(price, { exact: true }).waitFor();
}

async function findsInBell({ page }: Person, message: RegExp): Promise<void> {
  await page.getByRole("button", { name: /^Notifications, \d+ unread$/ }).click();
  await page.getByRole("dialog", { name: "Notifications" }).getByText(message).first().waitFor();
  await page.keyboard.press("Escape");
}

function two(number: number): string {
  return String(number).padStart(2, "0");
}
