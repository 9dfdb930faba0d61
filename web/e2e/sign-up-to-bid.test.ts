/** A visitor who finds an item, signs up to bid on it, and comes back to it. */
import { expectLeading, fillInBid, listAuction, newIdentity, sendSignup } from "./actions.ts";
import { expect, test } from "./fixtures.ts";

test("a visitor signs up from an item, comes back to it, and bids", async ({ newAccount, newVisitor }) => {
  const item = await listAuction(await newAccount("Sue"));
  const page = await newVisitor({ reducedMotion: "reduce" });
  const visitor = newIdentity("Nora");
  const { email, password } = visitor;
  await page.goto(item);
  await page.getByRole("button", { name: "Sign in to bid" }).first().click();
  await expect(page).toHaveURL("/login");
  await page.getByRole("main").getByRole("link", { name: "Sign up" }).click();
  await sendSignup(page, visitor);
  const toast = page.locator(".Toastify__toast").filter({ hasText: "Sign Up Successful" });
  await expect(toast).toBeVisible();
  // A toast closes when this animation ends.
  await expect(toast.locator(".Toastify__progress-bar")).toHaveCSS("animation-duration", "5s");

  await expect(page.getByLabel("Email")).toHaveValue(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await expect(page).toHaveURL(item);
  // Their interrupted action is open again.
  await fillInBid(page, "110");
  await expectLeading(page);
});
