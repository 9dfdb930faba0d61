/** Sign-up, listing, bidding and the steps after a win with only the keyboard. */
import { expectLeading, listAuction, listShortAuction, newIdentity, openAuction, placeBid } from "./actions.ts";
import { press, tabTo, type } from "./by-keyboard.ts";
import { expect, NIGHTLY, test } from "./fixtures.ts";

test("a user signs up, logs in and lists an item without a mouse", async ({ page }) => {
  const { firstName, lastName, email, password } = newIdentity("Kay");
  await page.goto("/");
  await expect(page.getByRole("banner")).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.locator(":focus")).toHaveText("Skip to content");
  await press(page, page.getByRole("banner").getByRole("link", { name: "Sign Up" }));
  await type(page, page.getByLabel("First name"), firstName);
  await type(page, page.getByLabel("Last name"), lastName);
  await type(page, page.getByLabel("Email"), email);
  await type(page, page.getByLabel("Password", { exact: true }), password);
  await type(page, page.getByLabel("Confirm password"), password);
  await tabTo(page, page.getByRole("checkbox"));
  await page.keyboard.press("Space");
  await press(page, page.getByRole("button", { name: "Create Account" }));
  await expect(page).toHaveURL("/login");

  await type(page, page.getByLabel("Email"), email);
  await type(page, page.getByLabel("Password", { exact: true }), password);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/dashboard/my-profile");

  await press(page, page.getByRole("link", { name: "Create Auction" }));
  await expect(page).toHaveURL("/dashboard/create-auction");
  await type(page, page.getByLabel("Product Title"), "Silver compass");
  await press(page, page.getByLabel("Category"));
  await expect(page.getByRole("option", { name: "Antiques" })).toBeVisible();
  // Typed letters go to the list once it has the focus.
  await expect(page.getByRole("listbox").locator(":focus")).toBeAttached();
  await page.keyboard.type("Antiques");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Category")).toHaveText("Antiques");
  await type(page, page.getByLabel("Product Description"), "It still finds north.");
  await type(page, page.getByLabel("Starting Price"), "100");
  const tomorrow = new Date(Date.now() + 24 * 3_600_000);
  const two = (number: number) => String(number).padStart(2, "0");
  await type(
    page,
    page.getByLabel("Auction End Date"),
    `${two(tomorrow.getMonth() + 1)}${two(tomorrow.getDate())}${tomorrow.getFullYear()}`,
  );
  await press(page, page.getByRole("button", { name: "Create Auction" }));
  await expect(page).toHaveURL("/dashboard/my-auctions");
  await expect(page.getByRole("heading", { name: "Silver compass" })).toBeVisible();
});

test("a user finds an auction and places, edits and deletes a bid without a mouse", async ({ newAccount, signIn }) => {
  const [seller, bidder] = await Promise.all([newAccount("Sue"), newAccount("Kay")]);
  const title = `Iron anchor ${crypto.randomUUID().slice(0, 6)}`;
  const page = await signIn(bidder);
  await page.goto("/");
  await press(page, page.getByRole("banner").getByRole("link", { name: "Auctions" }));
  await expect(page).toHaveURL("/auctions");
  await listAuction(seller, { title });
  await type(page, page.getByRole("searchbox"), title);
  await press(page, page.getByRole("article").filter({ hasText: title }).getByRole("link"));
  await expect(page).toHaveURL(/\/auction\/\w+$/);

  await press(page, page.getByRole("button", { name: "Place Bid" }));
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

test("an auction's winner opens My Winnings without a mouse", { tag: NIGHTLY }, async ({ newAccount, newMember }) => {
  const [seller, winner] = await Promise.all([newAccount("Sue"), newMember("Kay")]);
  const title = `Iron anchor ${crypto.randomUUID().slice(0, 6)}`;
  const auction = await listShortAuction(seller, [[winner, 140]], title);
  const { page } = winner;
  await page.goto(auction);
  await expect(page.getByRole("heading", { name: "Yours for $140" })).toBeVisible();
  await press(page, page.getByRole("main").getByRole("link", { name: "Go to My Winnings" }));
  await expect(page).toHaveURL("/dashboard/auctions-won");
  await expect(page.getByRole("heading", { name: title })).toBeVisible();
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
