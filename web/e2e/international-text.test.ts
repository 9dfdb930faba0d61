/** What people write in other scripts and on other keyboards: names, email addresses, passwords and titles. */
import { listAuction, signInOnPage } from "./actions.ts";
import { expect, NIGHTLY, test } from "./fixtures.ts";

test("a user with one name and a Cyrillic email address signs up and signs in", { tag: NIGHTLY }, async ({ page }) => {
  const name = crypto.randomUUID().slice(0, 8);
  const password = "Blåbærgrød-7";
  await page.goto("/signup");
  await page.getByRole("button", { name: "I have only one name" }).click();
  await expect(page.getByLabel("Last name")).toHaveCount(0);
  await page.getByLabel("Name", { exact: true }).fill("سوهارتو");
  await page.getByLabel("Email").fill(`${name}@пример.рф`);
  await page.getByLabel("Password", { exact: true }).fill(password.normalize("NFD"));
  await page.getByLabel("Confirm password").fill(password.normalize("NFC"));
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect(page).toHaveURL("/login");
  await signInOnPage(page, { email: `${name.toUpperCase()}@XN--E1AFMKFD.XN--P1AI`, password });
  await expect(page.getByRole("heading", { name: "سوهارتو", exact: true })).toBeVisible();
});

test(
  "a Hebrew title runs from right to left on the item's page and in lists",
  { tag: NIGHTLY },
  async ({ newAccount, page }) => {
    const word = crypto
      .randomUUID()
      .slice(0, 6)
      .replaceAll(/[^a-f]/g, "a");
    const title = `שעון זהב ישן ${word}!`;
    const auction = await listAuction(await newAccount("Sue"), { title });
    for (const path of [auction, `/auctions?search=${word}`]) {
      await page.goto(path);
      const heading = page.getByRole("heading", { name: title });
      await expect(heading).toBeVisible();
      // How far the first character is to the right of the last one. Polled below, because the page is still replacing
      // the first screen.
      const rightToLeftOffset = () =>
        heading.evaluate((element) => {
          const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode();
          if (!(text instanceof Text)) throw new Error("the heading has no text");
          const leftOf = (at: number) => {
            const range = new Range();
            range.setStart(text, at);
            range.setEnd(text, at + 1);
            return range.getBoundingClientRect().left;
          };
          return leftOf(0) - leftOf(text.length - 1);
        });
      await expect.poll(rightToLeftOffset).toBeGreaterThan(0);
    }
  },
);
