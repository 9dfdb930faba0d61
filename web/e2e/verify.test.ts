/** The browser checks an auction's result against its journal, and detects a tampered journal. */
import type { Locator, Page, Route } from "@playwright/test";

import { verifyJournalFile } from "../../scripts/commands/verify-journal-file.ts";
import { journalResponse } from "../../worker/contract/journal.ts";
import { bidOnPage, listAuction, listShortAuction, placeBid } from "./actions.ts";
import { expectAccessible } from "./axe.ts";
import { type TestAccount, expect, NIGHTLY, collectProblems, test } from "./fixtures.ts";

const JOURNAL_URL = "**/api/v1/auction/*/journal*";
/** A deployment without a signing key. */
const NOT_SIGNING = {
  success: false,
  code: "signing_not_configured",
  message: "Nothing is signed here",
  requestId: "r",
};

let sue: TestAccount;
let ann: TestAccount;
let bob: TestAccount;

test.beforeAll(async ({ newAccount }) => {
  [sue, ann, bob] = await Promise.all([newAccount("Sue"), newAccount("Ann"), newAccount("Bob")]);
});

async function listWithTwoBids(): Promise<string> {
  const auction = await listAuction(sue);
  await placeBid(auction, ann, 120);
  await placeBid(auction, bob, 150);
  return auction;
}

async function verify(page: Page, auction: string): Promise<Locator> {
  await page.goto(auction);
  await page.getByRole("button", { name: "Verify this auction" }).click();
  return page.getByRole("dialog", { name: "Verify this auction" });
}

async function expectText(dialog: Locator, text: string | RegExp): Promise<void> {
  await expect(dialog.getByText(text)).toBeVisible();
}

/** Changes the journal on its way to the page. */
async function tamper(page: Page, change: (text: string) => string): Promise<void> {
  await page.route(JOURNAL_URL, async (route: Route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: change(await response.text()) });
  });
}

test("a visitor verifies the price of a running auction by keyboard alone", async ({ page }) => {
  const auction = await listWithTwoBids();
  const problems = collectProblems(page);
  await page.goto(auction);
  const button = page.getByRole("button", { name: "Verify this auction" });
  await button.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Verify this auction" });
  await expectText(dialog, "Everything adds up.");
  await expectText(dialog, "3 entries, chain unbroken");
  await expectText(dialog, "The journal and this page both say the price is $150.");
  await expectAccessible(page, "Verify this auction");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(button).toBeFocused();
  expect(problems).toEqual([]);
});

test("the journal proves an ended auction's winner and price", { tag: NIGHTLY }, async ({ page }) => {
  const auction = await listShortAuction(sue, [
    [ann, 120],
    [bob, 150],
  ]);
  await page.goto(auction);
  await expect(page.getByText("To Bob Example")).toBeVisible();
  const dialog = await verify(page, auction);
  await expectText(dialog, "Everything adds up.");
  await expectText(dialog, "The journal and this page both say Bob Example won for $150.");
  await expectText(dialog, "Signed by Lotline");
});

test(
  "the check rejects a journal with a changed amount or a missing entry",
  { tag: NIGHTLY },
  async ({ newVisitor }) => {
    const auction = await listWithTwoBids();
    const [tamperedPage, truncatedPage] = await Promise.all([newVisitor(), newVisitor()]);
    await tamper(tamperedPage, (text) => text.replace('"amountMinor":12000', '"amountMinor":14000'));
    const dialog = await verify(tamperedPage, auction);
    await expectText(dialog, "This journal doesn't add up.");
    await expectText(dialog, /^Entry 2/);
    await expectText(dialog, "Its fingerprint doesn't match. It was changed after it was written.");
    await expectAccessible(tamperedPage, "a journal that does not add up");

    await tamper(truncatedPage, (text) => {
      const { records, ...answer } = journalResponse.parse(JSON.parse(text));
      return JSON.stringify({ ...answer, records: records.slice(0, -1) });
    });
    const other = await verify(truncatedPage, auction);
    await expectText(other, /^Entry 3/);
    await expectText(other, "It's missing. Lotline's signature shows that the journal continues here.");
  },
);

test("a bidder's receipt reveals that the journal lacks their bid", { tag: NIGHTLY }, async ({ signIn }) => {
  const [auction, page] = await Promise.all([listWithTwoBids(), signIn(ann)]);
  await page.goto(auction);
  await bidOnPage(page, "170");
  await expect(page.getByText("Bid placed successfully!")).toBeVisible();
  await expectText(await verify(page, auction), "Your own bids are all there");
  // As if the server had dropped the bid, the journal lacks it and there's no signed head.
  await page.route("**/api/v1/auction/*/head", (route) => route.fulfill({ status: 503, json: NOT_SIGNING }));
  await tamper(page, (text) => {
    const { records, ...answer } = journalResponse.parse(JSON.parse(text));
    return JSON.stringify({ ...answer, records: records.slice(0, -1) });
  });
  const dialog = await verify(page, auction);
  await expectText(dialog, /^Entry 4/);
  await expectText(
    dialog,
    "Lotline's receipt in this browser says this entry is your bid of $170. The journal doesn't have it.",
  );
});

test("the page and the command both verify a canceled auction's journal", { tag: NIGHTLY }, async ({ page }) => {
  const auction = await listAuction(sue, { hours: 24 });
  await placeBid(auction, ann, 120);
  const response = await sue.request.delete(`/api/v1/auction/deleteAuction/${auction.split("/").at(-1)}`);
  expect(response.ok()).toBe(true);
  await page.goto(auction);
  await expect(page.getByRole("heading", { level: 1, name: "Brass telescope" })).toBeVisible();
  await expect(page.getByText("The seller has canceled this auction. All bids are void.")).toBeVisible();
  await page.getByRole("button", { name: "Verify this auction" }).click();
  const dialog = page.getByRole("dialog", { name: "Verify this auction" });
  await expectText(dialog, "Everything adds up.");
  await expectText(dialog, "The auction was canceled");
  const download = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Download the journal" }).click();
  const file = await (await download).path();
  expect(await verifyJournalFile(file)).toContain("It is canceled, so no one won.");
});
