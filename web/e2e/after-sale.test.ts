/** How an auction is deleted, and how people get to selling. */
import { fillInLogin, listAuction, newIdentity, placeBid, sendSignup } from "./actions.ts";
import { expect, NIGHTLY, test } from "./fixtures.ts";

const PHONE = { width: 390, height: 844 };

test("deleting an auction with a bid names what becomes void, and Enter on the focused answer keeps it", async ({
  newAccount,
  signIn,
}) => {
  const [sue, bob] = [await newAccount("Sue"), await newAccount("Bob")];
  const auction = await listAuction(sue, { title: "Silver spoon", hours: 48 });
  await placeBid(auction, bob, 100);
  const page = await signIn(sue, { viewport: PHONE });
  await page.goto("/dashboard/my-auctions");
  await page.getByRole("button", { name: "Delete" }).click();
  const question = page.getByRole("dialog", { name: "Delete this auction?" });
  await expect(question).toContainText("“Silver spoon” is cancelled for good. Its bid becomes void");
  await expect(page.getByRole("button", { name: "Keep it" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(question).toBeHidden();
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Delete auction" }).click();
  await expect(page.getByRole("heading", { name: "No Auctions Yet" })).toBeVisible();
});

test("“Sell” leads a visitor through sign-up and login to a new listing", async ({ newVisitor }) => {
  const [page, identity] = [await newVisitor(), newIdentity("Nia")];
  await page.goto("/");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Sell" }).click();
  await expect(page).toHaveURL("/login");
  await page.getByRole("main").getByRole("link", { name: "Sign up", exact: false }).click();
  await sendSignup(page, identity);
  await fillInLogin(page, identity);
  await expect(page).toHaveURL("/dashboard/create-auction");
});

for (const width of [768, 390, 320]) {
  test(
    `the bar fits ${width} pixels, signed in and not`,
    { tag: NIGHTLY },
    async ({ newAccount, newVisitor, signIn }) => {
      const viewport = { width, height: 844 };
      const pages = [await newVisitor({ viewport }), await signIn(await newAccount("Sue"), { viewport })];
      for (const page of pages) {
        await page.goto("/auctions");
        await expect(page.getByRole("banner")).toBeVisible();
        const bar = page.getByRole("banner").locator("> div");
        expect(await bar.evaluate((row) => row.scrollWidth - row.clientWidth)).toBe(0);
      }
    },
  );
}
