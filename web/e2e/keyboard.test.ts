/** Sign-up and bidding by keyboard. auction-life.test.ts lists an item this way, and deals.test.ts sells one. */
import { expectLeading, listAuction, newIdentity } from "./actions.ts";
import { expect, test } from "./fixtures.ts";
import { press, tabTo, type } from "./keyboard-actions.ts";

test("a visitor signs up, bids, and edits and deletes the bid without a mouse", async ({ newAccount, newVisitor }) => {
  const title = `Iron anchor ${crypto.randomUUID().slice(0, 6)}`;
  const item = await listAuction(await newAccount("Sue"), { title });
  const page = await newVisitor({ reducedMotion: "reduce" });
  const { firstName, lastName, email, password } = newIdentity("Kay");
  await page.goto("/");
  await expect(page.getByRole("banner")).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.locator(":focus")).toHaveText("Skip to content");
  await press(page, page.getByRole("banner").getByRole("link", { name: "Auctions" }));
  await expect(page).toHaveURL("/auctions");
  await type(page, page.getByRole("searchbox"), title);
  await press(page, page.getByRole("article").filter({ hasText: title }).getByRole("link"));
  await expect(page).toHaveURL(item);

  await press(page, page.getByRole("button", { name: "Sign in to bid" }));
  await expect(page).toHaveURL("/login");
  await press(page, page.getByRole("main").getByRole("link", { name: "Sign up" }));
  await type(page, page.getByLabel("First name"), firstName);
  await type(page, page.getByLabel("Last name"), lastName);
  await type(page, page.getByLabel("Email"), email);
  await type(page, page.getByLabel("Password", { exact: true }), password);
  await type(page, page.getByLabel("Confirm password"), password);
  await tabTo(page, page.getByRole("checkbox"));
  await page.keyboard.press("Space");
  await press(page, page.getByRole("button", { name: "Create Account" }));
  await expect(page).toHaveURL("/login");
  const toast = page.locator(".Toastify__toast").filter({ hasText: "Sign Up Successful" });
  await expect(toast).toBeVisible();
  // A toast closes when this animation ends, even with reduced motion.
  await expect(toast.locator(".Toastify__progress-bar")).toHaveCSS("animation-duration", "5s");
  await expect(page.getByLabel("Email")).toHaveValue(email);
  await type(page, page.getByLabel("Password", { exact: true }), password);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(item);

  // The dialog that the sign-in interrupted is open again.
  await expect(page.getByRole("dialog", { name: "Bid Amount" })).toBeVisible();
  const field = page.getByRole("textbox", { name: "Your bid" });
  await expect(field).toBeFocused();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("130");
  await page.keyboard.press("Enter");
  await expectLeading(page);

  await press(page, page.getByRole("button", { name: "Edit your bid of $130" }));
  await expect(page.getByRole("dialog", { name: "Edit Bid Amount" })).toBeVisible();
  await expect(field).toBeFocused();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("140");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toBeHidden();
  // Focus returns to where it came from, or to the bid's new place in the list, and not to the top of the page.
  await expect(page.locator("body")).not.toBeFocused();
  await press(page, page.getByRole("button", { name: "Delete your bid of $140" }));
  await expect(page.getByText("Are you sure you want to delete this bid?")).toBeVisible();
  await press(page, page.getByRole("button", { name: "Yes" }));
  await expect(page.getByText("No Bids Yet!!")).toBeVisible();
  await expect(page.getByRole("region", { name: "Bids" })).toBeFocused();
});
