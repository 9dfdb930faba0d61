/** What people write in other scripts and on other keyboards: names, addresses, passwords, amounts. */
import { auctionAnswer } from "../../worker/contract/auction.ts";
import { expectLeading, listAuction, logIn, placeBid, expectSuccess } from "./actions.ts";
import { expect, NIGHTLY, test } from "./fixtures.ts";

test("a user with one name and a Cyrillic email address signs up and logs in", { tag: NIGHTLY }, async ({ page }) => {
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
  await logIn(page, { email: `${name.toUpperCase()}@XN--E1AFMKFD.XN--P1AI`, password });
  await expect(page.getByRole("heading", { name: "سوهارتو", exact: true })).toBeVisible();
});

for (const { locale, filledIn, typed } of [
  { locale: "bn-BD", filledIn: "১২১.৫০", typed: "১,৫০০.৫০" },
  { locale: "ar-EG", filledIn: "١٢١٫٥٠", typed: "١٬٥٠٠٫٥٠" },
  { locale: "de-CH", filledIn: "121.50", typed: "$ 1’500.50" },
  { locale: "hi-IN-u-nu-deva", filledIn: "१२१.५०", typed: "$१,५००.५०/-" },
]) {
  test(
    `the form writes and reads amounts as people do in ${locale}`,
    { tag: NIGHTLY },
    async ({ newAccount, signIn }) => {
      const [sue, bob, ann] = await Promise.all([newAccount("Sue"), newAccount("Bob"), newAccount("Ann")]);
      const auction = await listAuction(sue);
      await placeBid(auction, bob, 120.5);
      const page = await signIn(ann, { locale });
      await page.goto(auction);
      const dialog = page.getByRole("dialog", { name: "Bid Amount" });
      const field = dialog.getByRole("textbox", { name: "Your bid" });
      const send = () => dialog.getByRole("button", { name: "Place Bid" }).click();
      await page.getByRole("button", { name: "Place Bid" }).click();
      await expect(field).toHaveValue(filledIn);
      await send();
      await expect(dialog).toBeHidden();
      await expectLeading(page);
      const currentBid = async () => {
        const params = { auctionId: auction.split("/").at(-1) ?? "" };
        const details = ann.request.get("/api/v1/auction/fetchSpecificAuction", { params });
        return (await expectSuccess(auctionAnswer, details)).auctionDetails.currentBid;
      };
      expect(await currentBid()).toBe(121.5);

      await placeBid(auction, bob, 1_400);
      await page.getByRole("button", { name: "Place Bid" }).click();
      await field.fill(typed);
      await send();
      await expect(dialog).toBeHidden();
      await expect.poll(currentBid).toBe(1_500.5);
    },
  );
}

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
    for (const address of [auction, `/auctions?search=${word}`]) {
      await page.goto(address);
      const heading = page.getByRole("heading", { name: title });
      await expect(heading).toBeVisible();
      // How far the first character is to the right of the last one. The first screen gives way to the page in the
      // meantime.
      const ahead = () =>
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
      await expect.poll(ahead).toBeGreaterThan(0);
    }
  },
);
