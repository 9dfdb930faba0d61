/** A question about an item: asked, answered, reported and hidden, by people in their own browsers. */
import type { Locator, Page } from "@playwright/test";

import { questionResponse } from "../../worker/contract/question.ts";
import { listAuction, expectSuccess } from "./actions.ts";
import { expectAccessible } from "./axe.ts";
import { expect, NIGHTLY, test } from "./fixtures.ts";

const PHONE = { viewport: { width: 390, height: 844 } };
const QUESTION = "Does the case have its key?";
const ANSWER = "Yes, two of them.";

const questionsOf = (page: Page) => page.getByRole("region", { name: "Questions" });

/** Scrolls to the questions, as a reader would. */
async function openQuestions(page: Page): Promise<Locator> {
  await page.locator("#questions").scrollIntoViewIfNeeded();
  await expect(questionsOf(page)).toBeVisible();
  return questionsOf(page);
}

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflowPx = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflowPx).toBeLessThanOrEqual(0);
}

test(
  "a visitor signs in to ask, and the seller's answer appears",
  { tag: NIGHTLY },
  async ({ newAccount, newVisitor, signIn }) => {
    const [ann, sue] = await Promise.all([newAccount("Ann"), newAccount("Sue")]);
    const title = `Brass telescope ${crypto.randomUUID().slice(0, 6)}`;
    const auction = await listAuction(sue, { title });

    // By keyboard, on a phone. Typed text survives the sign-in.
    const asker = await newVisitor(PHONE);
    await asker.goto(auction);
    const askerQuestions = await openQuestions(asker);
    await expect(askerQuestions.getByText(/^No questions yet/)).toBeVisible();
    await askerQuestions.getByRole("button", { name: "Ask a question" }).focus();
    await asker.keyboard.press("Enter");
    await expect(askerQuestions.getByLabel("Your question")).toBeFocused();
    await asker.keyboard.type(QUESTION);
    await expectAccessible(asker, "the question form");
    await expectNoSidewaysScroll(asker);
    await asker.keyboard.press("Tab");
    await expect(askerQuestions.getByRole("button", { name: "Sign in to ask" })).toBeFocused();
    await asker.keyboard.press("Enter");
    await expect(asker).toHaveURL("/login");
    await asker.getByLabel("Email").fill(ann.email);
    await asker.getByLabel("Password", { exact: true }).fill(ann.password);
    await asker.keyboard.press("Enter");
    await expect(asker).toHaveURL(new RegExp(`${auction}#questions$`));
    await expect(askerQuestions.getByLabel("Your question")).toHaveValue(QUESTION);
    await askerQuestions.getByRole("button", { name: "Ask", exact: true }).focus();
    await asker.keyboard.press("Enter");
    const question = askerQuestions.getByRole("listitem").filter({ hasText: QUESTION });
    await expect(question.getByText(/^You,/)).toBeVisible();
    await expect(askerQuestions.getByRole("heading", { name: "Questions" })).toBeFocused();

    // The seller opens the notification and answers the question.
    const seller = await signIn(sue, PHONE);
    await seller.goto("/");
    await seller.getByRole("button", { name: /^Notifications/ }).click();
    await seller.getByRole("link", { name: `Someone asked a question about "${title}"` }).click();
    await expect(seller).toHaveURL(new RegExp(`${auction}#questions$`));
    const sellerQuestions = questionsOf(seller);
    await expect(sellerQuestions.getByText(QUESTION)).toBeInViewport();
    await expect(sellerQuestions.getByRole("button", { name: "Ask a question" })).toHaveCount(0);
    await sellerQuestions.getByRole("button", { name: `Answer: ${QUESTION}` }).focus();
    await seller.keyboard.press("Enter");
    await expect(sellerQuestions.getByLabel("Your answer")).toBeFocused();
    await seller.keyboard.type(ANSWER);
    await seller.keyboard.press("Tab");
    await seller.keyboard.press("Enter");
    // Checked first, because the toast disappears after a few seconds.
    await expect(asker.getByText(`The seller answered your question about "${title}"`)).toBeVisible();
    await expect(sellerQuestions.getByText(ANSWER)).toBeVisible();
    await expectAccessible(seller, "an answered question");
    await expectNoSidewaysScroll(seller);

    // The asker's open page shows the answer.
    await expect(question.getByText(ANSWER)).toBeVisible();
    await expect(question.getByRole("button", { name: /^Delete: / })).toHaveCount(0);
  },
);

test("an admin hides a reported question with a reason", { tag: NIGHTLY }, async ({ newAccount, newAdmin, signIn }) => {
  const [ann, sue, ada] = await Promise.all([newAccount("Ann"), newAccount("Sue"), newAdmin("Ada")]);
  const title = `Brass telescope ${crypto.randomUUID().slice(0, 6)}`;
  const auction = await listAuction(sue, { title });
  const headers = { "idempotency-key": crypto.randomUUID() };
  const response = ann.request.post(`/api/v1${auction}/questions`, { data: { text: QUESTION }, headers });
  await expectSuccess(questionResponse, response);

  const [asker, reporter] = [await signIn(ann), await signIn(sue)];
  await reporter.goto(auction);
  const reporterQuestions = await openQuestions(reporter);
  await reporterQuestions.getByRole("button", { name: `Report: ${QUESTION}` }).click();
  const dialog = reporter.getByRole("dialog", { name: "Report this question" });
  await dialog.getByLabel("Something else").check();
  await dialog.getByLabel("In your own words").fill("It is about another item.");
  await dialog.getByRole("button", { name: "Send report" }).click();
  await expect(reporter.getByText("Question Reported")).toBeVisible();

  const admin = await signIn(ada);
  await admin.goto("/dashboard/moderation");
  const reportedQuestions = admin.getByRole("region", { name: "Reported questions" }).getByRole("listitem");
  const report = reportedQuestions.filter({ hasText: title });
  await expect(report.getByText("It is about another item.")).toBeVisible();
  await report.getByRole("button", { name: `Hide question: ${QUESTION}` }).click();
  const hideDialog = admin.getByRole("dialog", { name: "Hide question" });
  await hideDialog.getByLabel("Reason").fill("About another item");
  await hideDialog.getByRole("button", { name: "Hide question" }).click();
  await expect(hideDialog).toBeHidden();
  const hidden = admin.getByRole("region", { name: "Hidden questions and answers" }).getByRole("listitem");
  await expect(hidden.filter({ hasText: title }).getByText("Hidden. Reason: About another item")).toBeVisible();
  await expectAccessible(admin, "hidden questions");

  await reporter.reload();
  await expect(questionsOf(reporter).getByText(/^Questions about your item appear here/)).toBeVisible();
  await asker.goto(auction);
  await openQuestions(asker);
  await expect(questionsOf(asker).getByText("Reason: About another item")).toBeVisible();
});
