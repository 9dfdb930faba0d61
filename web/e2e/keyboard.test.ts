/** Sign-up and bidding with only the keyboard. auction-life.test.ts lists an item so, and deals.test.ts follows a sale. */
import { expectLeading, listAuction, newIdentity, openAuction, placeBid } from "./actions.ts";
import { press, tabTo, type } from "./by-keyboard.ts";
import { expect, NIGHTLY, test } from "./fixtures.ts";

test("a visitor finds an item, signs up, and bids on it without a mouse", async ({ newAccount, newVisitor }) => {
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

  // Their interrupted action is open again.
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
  // The focus returns to where it came from, or to the bid's new place in the list, and not to the top of the page.
  await expect(page.locator("body")).not.toBeFocused();
  await press(page, page.getByRole("button", { name: "Delete your bid of $140" }));
  await expect(page.getByText("Are you sure you want to delete this bid?")).toBeVisible();
  await press(page, page.getByRole("button", { name: "Yes" }));
  await expect(page.getByText("No Bids Yet!!")).toBeVisible();
  await expect(page.getByRole("region", { name: "Bids" })).toBeFocused();
});

test(
  "a bidder confirms an unusual bid by keyboard, and undoes it after a reload",
  { tag: NIGHTLY },
  async ({ newAccount, newMember }) => {
    const [seller, bob, { page }] = await Promise.all([newAccount("Sue"), newAccount("Bob"), newMember("Ann")]);
    const auction = await listAuction(seller);
    await placeBid(auction, bob, 120);
    await openAuction(page, auction);

    await press(page, page.getByRole("button", { name: "Place Bid" }));
    const field = page.getByRole("textbox", { name: "Your bid" });
    await expect(field).toBeFocused();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("2500,00");
    await expect(field).toHaveAccessibleDescription("You bid $2,500 Minimum bid: $121");
    await page.keyboard.press("Enter");

    const goBack = page.getByRole("button", { name: "Go back" });
    await expect(goBack).toBeFocused();
    await expect(goBack).toHaveAccessibleDescription(/really want to bid \$2,500\?.*Current price \$120/);
    await page.keyboard.press("Enter");
    await expect(field).toBeFocused();
    await expect(field).toHaveValue("2500,00");

    await page.keyboard.press("Enter");
    await expect(goBack).toBeFocused();
    await placeBid(auction, bob, 130);
    await expect(goBack).toHaveAccessibleDescription(/Current price \$130/);
    await press(page, page.getByRole("button", { name: "Yes, bid $2,500" }));
    await expectLeading(page);

    await page.reload();
    const undo = page.getByRole("button", { name: "Undo your bid of $2,500" });
    await press(page, undo);
    await expect(page.getByText("Your bid was undone")).toBeVisible();
    await expect(page.getByText("You undid a bid.").first()).toBeVisible();
    await expect(page.getByRole("region", { name: "Bids" }).getByRole("listitem").first()).toContainText("$130");
    await expect(undo).toHaveCount(0);
    // The button is gone, so the focus is beside it, and not at the top of the page.
    await expect(page.locator("body")).not.toBeFocused();
  },
);
