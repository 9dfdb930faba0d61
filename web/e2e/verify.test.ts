/** What the house says of an auction is checked in the browser, and a journal that was touched is found out. */
import type { Locator, Page, Route } from "playwright-core";
import { beforeAll, expect, it } from "vitest";

import { journalAnswer } from "../../worker/contract/journal.ts";
import { expectAccessible, prepareAxe } from "./axe.ts";
import { type Account, bidOn, listed, newAccount, newPerson, problemsIn, unhurried } from "./browser.ts";

const JOURNAL = "**/api/v1/auction/*/journal*";

let sue: Account;
let ann: Account;
let bob: Account;

beforeAll(async () => {
  [sue, ann, bob] = await Promise.all([newAccount("Sue"), newAccount("Ann"), newAccount("Bob")]);
});

async function contested(seconds?: number): Promise<string> {
  const address = await listed(sue, seconds);
  await bidOn(address, ann, 120);
  await bidOn(address, bob, 150);
  return address;
}

async function verify(page: Page, address: string) {
  await page.goto(address);
  await page.getByRole("button", { name: "Verify this auction" }).click();
  return page.getByRole("dialog", { name: "Verify this auction" });
}

const expectText = (dialog: Locator, text: string | RegExp) => dialog.getByText(text).waitFor();

/** Changes what the journal says on its way to the page. */
async function touch(page: Page, change: (text: string) => string): Promise<void> {
  await page.route(JOURNAL, async (route: Route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: change(await response.text()) });
  });
}

it("anyone sees that the price of a running auction follows, by keyboard alone, and comes back where they were", async () => {
  const address = await contested();
  const { page } = await newPerson("Vera");
  await prepareAxe(page);
  const problems = problemsIn(page);
  await page.goto(address);
  const button = page.getByRole("button", { name: "Verify this auction" });
  await button.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Verify this auction" });
  await expectText(dialog, "Everything adds up.");
  await expectText(dialog, "3 facts, chain unbroken");
  await expectText(dialog, "According to the journal the price is $150, as this page says.");
  await expectAccessible(page, "Verify this auction");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(problems).toEqual([]);
});

it("the winner and the price of an auction that has ended follow from its journal", async () => {
  const address = await contested(unhurried(6));
  const { page } = await newPerson("Vera");
  await page.goto(address);
  await page.getByText("Sold to Bob Example for $150").waitFor({ timeout: 240_000 });
  const dialog = await verify(page, address);
  await expectText(dialog, "Everything adds up.");
  await expectText(dialog, "According to the journal Bob Example has won for $150, as this page says.");
  await expectText(dialog, "Signed by Lotline");
});

it("a journal of which one amount was changed is found out, and so is one that lacks an entry", async () => {
  const address = await contested();
  const [changed, shortened] = await Promise.all([newPerson("Vera"), newPerson("Vic")]);
  await prepareAxe(changed.page);
  await touch(changed.page, (text) => text.replace('"amountMinor":12000', '"amountMinor":14000'));
  const dialog = await verify(changed.page, address);
  await expectText(dialog, "This journal does not add up.");
  await expectText(dialog, /^Entry 2/);
  await expectText(dialog, "Its fingerprint does not fit: it was changed after it was written.");
  await expectAccessible(changed.page, "a journal that does not add up");

  await touch(shortened.page, (text) => {
    const { records, ...answer } = journalAnswer.parse(JSON.parse(text));
    return JSON.stringify({ ...answer, records: records.slice(0, -1) });
  });
  const other = await verify(shortened.page, address);
  await expectText(other, "What this page shows is not what the journal says up to here.");
});

it("a journal of several pages is read to its end, and one that cannot be read can be asked for again", async () => {
  const address = await contested();
  const { page } = await newPerson("Vera");
  await page.route(JOURNAL, async (route: Route) => {
    const after = Number(new URL(route.request().url()).searchParams.get("after") ?? 0);
    const response = await route.fetch();
    const { records, ...answer } = journalAnswer.parse(await response.json());
    const next = records.length > 1 ? after + 1 : null;
    await route.fulfill({ response, body: JSON.stringify({ ...answer, records: records.slice(0, 1), next }) });
  });
  let dialog = await verify(page, address);
  await expectText(dialog, "3 facts, chain unbroken");
  await page.unroute(JOURNAL);
  await page.route(JOURNAL, (route) => route.abort());
  dialog = await verify(page, address);
  await expectText(dialog, "The journal could not be read, so nothing is checked yet.");
  await page.unroute(JOURNAL);
  await dialog.getByRole("button", { name: "Try again" }).click();
  await expectText(dialog, "Everything adds up.");
});
