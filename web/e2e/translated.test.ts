/**
 * Something else may replace a page's nodes while React works on them. The browser's translation puts a `<font>` in
 * place of each text node, even a new one. Extensions wrap, move or remove nodes.
 */
import type { Page } from "@playwright/test";

import { bidOnPage, listAuction, listShortAuction, placeBid } from "./actions.ts";
import { type TestAccount, expect, NIGHTLY, collectProblems, test } from "./fixtures.ts";

/** Runs in the page and translates all text from then on. A translation is the text in its own brackets. */
function translateAll(): void {
  const STYLE = "vertical-align: inherit;";
  const skipped = new Set(["SCRIPT", "STYLE", "NOSCRIPT", "FONT", "TEXTAREA"]);
  let count = 0;
  const replace = (text: Text) => {
    const [outer, inner] = [document.createElement("font"), document.createElement("font")];
    for (const font of [outer, inner]) font.style.cssText = STYLE;
    inner.textContent = `⟦${text.data.trim()}⟧`;
    outer.append(inner);
    count += 1;
    // The two ways in which extensions do this.
    if (count % 2 === 0) return text.replaceWith(outer);
    text.before(outer);
    text.remove();
  };
  const translate = (root: Node) => {
    const texts: Text[] = [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node: Node | null = root; node; node = walker.nextNode()) {
      if (!(node instanceof Text) || node.data.trim() === "") continue;
      if (!skipped.has(node.parentElement?.tagName ?? "")) texts.push(node);
    }
    for (const text of texts) if (text.isConnected) replace(text);
  };
  const begin = () => {
    document.documentElement.classList.add("translated-ltr");
    document.documentElement.lang = "de";
    translate(document.body);
    new MutationObserver((records) => {
      const changedNodes = records.flatMap(({ target, addedNodes }) => [target, ...addedNodes]);
      setTimeout(() => {
        for (const node of changedNodes)
          if (node instanceof Text && node.isConnected) translate(node);
          else for (const child of node.isConnected ? node.childNodes : []) translate(child);
      });
    }).observe(document.body, { childList: true, characterData: true, subtree: true });
  };
  if (document.body) begin();
  else addEventListener("DOMContentLoaded", begin);
}

/** Changes each text node once, as extensions for spelling, dictionaries, passwords and dark colors do. */
function interfere(): void {
  const changedElements = new WeakSet<Node>();
  const begin = () => {
    document.adoptedStyleSheets.push(new CSSStyleSheet());
    let turn = 0;
    setInterval(() => {
      turn += 1;
      document.documentElement.toggleAttribute("data-darkreader-mode");
      document.body.append(document.createElement("grammarly-desktop-integration"));
      for (const part of document.querySelectorAll("p, dd, button, h1, h2, h3, label")) {
        const [text] = [...part.childNodes].filter((node) => node instanceof Text && node.data.trim() !== "");
        if (!(text instanceof Text) || changedElements.has(text)) continue;
        changedElements.add(text);
        const mark = document.createElement("mark");
        // The text itself moves into the mark, or is split, or gets a neighbor.
        if (turn % 3 === 0) text.replaceWith(mark);
        if (turn % 3 === 0) mark.append(text);
        else if (turn % 3 === 1) changedElements.add(text.splitText(Math.floor(text.data.length / 2)));
        else text.after(document.createElement("dictionary-button"));
      }
    }, 300);
  };
  if (document.body) begin();
  else addEventListener("DOMContentLoaded", begin);
}

const errorMessage = (page: Page) => page.getByText("We couldn't load this page");
const firstTranslation = (page: Page) => page.locator("font font").first();

/** The page shows no error, and none of its scripts have failed. */
async function expectNoErrors(page: Page, problems: readonly string[]): Promise<void> {
  await expect(errorMessage(page)).toHaveCount(0);
  expect(problems.filter((problem) => !/Failed to load resource/.test(problem))).toEqual([]);
}

/** The page's text, without a translation's brackets, clocks, and anything that's only announced. */
async function wordsOf(page: Page): Promise<string[]> {
  const text = await page.evaluate(() => {
    const textOf = (element: Element | null) => (element instanceof HTMLElement ? element.innerText : "");
    const main = document.querySelector("main");
    const announcements = [
      ...(main?.querySelectorAll("[role=status], [aria-live=polite], [aria-live=assertive]") ?? []),
    ];
    return announcements.reduce((all, part) => all.replace(textOf(part), ""), textOf(main));
  });
  const words = text.replaceAll(/[⟦⟧]/g, " ").replaceAll(/\d+[hms]\b|\d+ min ago|just now/g, "");
  return words.split(/[\s,.]+/).filter((word) => word !== "");
}

function difference(one: readonly string[], other: readonly string[]): string[] {
  return [...one.filter((word) => !other.includes(word)), ...other.filter((word) => !one.includes(word))];
}

let sue: TestAccount;
let bob: TestAccount;

test.beforeAll(async ({ newAccount }) => {
  [sue, bob] = await Promise.all([newAccount("Sue"), newAccount("Bob")]);
});

for (const [name, change] of [
  ["translated", translateAll],
  ["changed by extensions", interfere],
] as const) {
  test(
    `a page that is ${name} shows live bids and when you're outbid`,
    { tag: NIGHTLY },
    async ({ newSignedInUser }) => {
      const ann = await newSignedInUser("Ann");
      const { page } = ann;
      const problems = collectProblems(page);
      const auction = await listAuction(sue, { title: `Telescope ${name}` });
      await placeBid(auction, bob, 110);
      await page.addInitScript(change);
      await page.goto(auction);
      if (change === translateAll) await expect(firstTranslation(page)).toBeVisible();
      const visibleText = (text: string | RegExp) => page.getByText(text).filter({ visible: true }).first();
      await expect(visibleText(/\$110/)).toBeVisible();

      await bidOnPage(page, "120");
      await expect(visibleText(/You are the highest bidder/)).toBeVisible();
      for (const amount of [130, 240]) {
        await placeBid(auction, bob, amount);
        await expect(visibleText(new RegExp(`\\$${amount}`))).toBeVisible();
        await expect(page.getByText(/You are the highest bidder/)).toHaveCount(0);
        await expect(visibleText(/outbid/)).toBeVisible();
      }
      await expectNoErrors(page, problems);
    },
  );

  test(
    `an auction that ends on a page that is ${name} shows its result`,
    { tag: NIGHTLY },
    async ({ newSignedInUser }) => {
      const ann = await newSignedInUser("Ann");
      const { page } = ann;
      const problems = collectProblems(page);
      await page.addInitScript(change);
      const auction = await listShortAuction(sue, [
        [bob, 150],
        [ann, 170],
      ]);
      await page.goto(auction);
      await expect(page.getByRole("heading", { name: /Yours for \$170/ })).toBeVisible({ timeout: 120_000 });
      await expect(page.getByText(/^⟦?Live⟧?$/)).toHaveCount(0);
      await expectNoErrors(page, problems);
    },
  );

  test(
    `lists, login and listing forms still update when they're ${name}`,
    { tag: NIGHTLY },
    async ({ newSignedInUser, newVisitor }) => {
      const visitor = await newVisitor();
      const problems = collectProblems(visitor);
      await visitor.addInitScript(change);
      await visitor.goto("/");
      await expect(visitor.getByRole("heading", { name: /Featured Auctions/ })).toBeVisible();
      await visitor
        .getByRole("link", { name: /Auctions/ })
        .first()
        .click();
      for (const choice of [/Within 24 hours/, /Within 1 hour/, /Any time/]) {
        await visitor.getByText(choice).first().click();
        await expectNoErrors(visitor, problems);
      }
      await visitor.getByRole("banner").getByRole("link", { name: /Login/ }).click();
      const signInButton = visitor.getByRole("button", { name: /^⟦?Sign In⟧?$/ });
      await signInButton.click();
      await expect(visitor.getByText(/Email is required/)).toBeVisible();
      await visitor.getByLabel(/Email/).fill("nobody@example.com");
      await visitor.getByLabel(/^⟦?Password⟧?$/).fill("Wrong-Horse-7");
      await signInButton.click();
      await expect(visitor.getByRole("main").getByText(/email or password is incorrect/)).toBeVisible();
      await expect(visitor.getByText(/Email is required/)).toHaveCount(0);
      // The button's label is up to date.
      await expect(visitor.getByText(/Signing In/)).toHaveCount(0);
      await expectNoErrors(visitor, problems);

      const { page } = await newSignedInUser("Ann");
      const ownProblems = collectProblems(page);
      await page.addInitScript(change);
      await page.goto("/dashboard/create-auction");
      await page.getByRole("button", { name: /Create Auction/ }).click();
      await expect(page.getByLabel(/Product Title/)).toHaveAttribute("aria-invalid", "true");
      await page.getByLabel(/Product Title/).fill("A brass telescope");
      await page.getByLabel(/Starting Price/).fill("250");
      await expect(page.getByText(/Bidding starts at \$250/)).toBeVisible();
      await expectNoErrors(page, ownProblems);
    },
  );
}

test("a translated auction page keeps no outdated text", { tag: NIGHTLY }, async ({ newVisitor }) => {
  const page = await newVisitor();
  const problems = collectProblems(page);
  const auction = await listAuction(sue, { title: "Globe" });
  // On a slow network, text is translated before the last script has loaded.
  await page.route(/\/site-footer-[^/]+\.js$/, () => {});
  await page.addInitScript(translateAll);
  await page.goto(auction);
  await expect(firstTranslation(page)).toBeVisible();
  const newPage = await newVisitor();
  for (const amount of [110, 125, 1_240]) {
    await placeBid(auction, bob, amount);
    await expect(
      page
        .getByText(`$${amount.toLocaleString("en")}`)
        .filter({ visible: true })
        .first(),
    ).toBeVisible();
    await newPage.goto(auction);
    await expect(newPage.getByRole("region", { name: "Bids" }).getByText("Bob Example").first()).toBeVisible();
    await expect.poll(async () => difference(await wordsOf(page), await wordsOf(newPage))).toEqual([]);
  }
  await expectNoErrors(page, problems);
});
