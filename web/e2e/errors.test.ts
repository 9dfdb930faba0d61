/**
 * The product's error messages, word for word, each with its real cause: invalid input, a state that changed in the
 * meantime, or a lost network. Some tests cut off a single request instead of the network. A page that fetches as it
 * opens wouldn't open at all without a network, and bids wait for the network.
 */
import type { Page } from "@playwright/test";

import { listAuction, placeBid } from "./actions.ts";
import { type TestAccount, expect, NIGHTLY, test } from "./fixtures.ts";
import { confirmEmail } from "./mail.ts";

let sue: TestAccount;
let ann: TestAccount;
let bob: TestAccount;

test.beforeAll(async ({ newAccount }) => {
  [sue, ann, bob] = await Promise.all([newAccount("Sue"), newAccount("Ann"), newAccount("Bob")]);
});

async function expectTexts(page: Page, ...texts: readonly string[]): Promise<void> {
  await Promise.all(texts.map((text) => expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible()));
}

const clickButton = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
async function expectToast(page: Page, text: string): Promise<void> {
  await expect(page.locator(".Toastify").getByText(text, { exact: true })).toBeVisible();
}

/** From now on, requests to these paths fail before they reach the API. */
async function abortRequests(page: Page, ...paths: readonly string[]): Promise<void> {
  await Promise.all(paths.map((path) => page.route(`**/api/v1${path}`, (route) => route.abort())));
}

test.describe("an account", () => {
  test(
    "the sign-up form shows each field's error, and refuses an email that's in use",
    { tag: NIGHTLY },
    async ({ page }) => {
      await confirmEmail(ann.email, page.request);
      await page.goto("/signup");
      await clickButton(page, "Create Account");
      await expectTexts(
        page,
        "First name is required",
        "Last name is required",
        "Email is required",
        "Password is required",
        "Please confirm your password",
        "You must agree to the terms and conditions",
      );
      await page.getByLabel("First name").fill("V");
      await page.getByLabel("Last name").fill("E");
      await page.getByLabel("Password", { exact: true }).fill("Short-7");
      await page.getByLabel("Confirm password").fill("Other-7");
      await expectTexts(
        page,
        "First name must be at least 2 characters",
        "Last name must be at least 2 characters",
        "Password must be at least 8 characters",
      );
      await page.getByLabel("First name").fill("Vera");
      await page.getByLabel("Last name").fill("Example");
      await page.getByLabel("Email").fill(ann.email);
      await page.getByLabel("Password", { exact: true }).fill("all-in-lowercase");
      await page.getByRole("checkbox").check();
      await expectTexts(page, "Password must contain uppercase, lowercase, and number");
      await page.getByLabel("Password", { exact: true }).fill(ann.password);
      await clickButton(page, "Create Account");
      await expectTexts(page, "Passwords do not match");
      await page.getByLabel("Confirm password").fill(ann.password);
      await clickButton(page, "Create Account");
      await expectToast(page, "Cannot Sign Up Right Now!!");
      await expect(page.getByLabel("First name")).toHaveValue("Vera");
    },
  );
});

test.describe("selling", () => {
  test(
    "the new-auction form shows what's missing and keeps its input after a failure",
    { tag: NIGHTLY },
    async ({ signIn }) => {
      const page = await signIn(sue);
      await page.goto("/dashboard/create-auction");
      await clickButton(page, "Create Auction");
      await expectTexts(
        page,
        "Title is required",
        "Category is required",
        "Description is required",
        "Starting price is required",
      );
      await page.getByLabel("Product Title").fill("Copper kettle");
      await page.getByLabel("Category").click();
      await page.getByRole("option", { name: "Antiques" }).click();
      await page.getByLabel("Product Description").fill("It whistles.");
      await page.getByLabel("Starting Price").fill("99");
      await expectTexts(page, "Starting price must be at least $100");
      await page.getByLabel("Starting Price").fill("100");
      await page.getByLabel("Auction End Date").fill(new Date(Date.now() + 48 * 3_600_000).toISOString().slice(0, 10));
      await page.context().setOffline(true);
      await clickButton(page, "Create Auction");
      await expectToast(page, "Cannot Create Auction");
      await expectTexts(page, "Failed to create auction. Please try again.");
      await page.context().setOffline(false);
      await clickButton(page, "Create Auction");
      await expectToast(page, "Auction Created");
      await expect(page).toHaveURL("/dashboard/my-auctions");
    },
  );

  test("the edit form explains a network failure and a bid placed meanwhile", { tag: NIGHTLY }, async ({ signIn }) => {
    const auction = await listAuction(sue);
    const page = await signIn(sue);
    // The form would show a bid right away, so this page isn't notified of it.
    await page.routeWebSocket(/\/user\/live/, (socket) => void socket.close({ code: 1012 }));
    await page.goto(auction.replace("/auction/", "/dashboard/edit-auction/"));
    await page.getByLabel("Title").fill("");
    await clickButton(page, "Save Changes");
    await expectTexts(page, "Title is required");
    await page.getByLabel("Title").fill("Brass telescope, polished");
    await page.context().setOffline(true);
    await clickButton(page, "Save Changes");
    await expectToast(page, "Error updating auction");
    await page.context().setOffline(false);
    await placeBid(auction, bob, 100);
    await clickButton(page, "Save Changes");
    await expectToast(page, "Failed to update auction");
    await expectTexts(page, "Someone has bid on this auction, so you can only add to the description.");
    await page.getByLabel("Description").fill("It extends. A case comes with it.");
    await clickButton(page, "Save Changes");
    await expectToast(page, "Auction updated successfully!");
  });

  test("the category form explains a taken name and a network failure", { tag: NIGHTLY }, async ({ signIn }) => {
    const page = await signIn(sue);
    await page.goto("/dashboard/create-category");
    await clickButton(page, "Create Category");
    await expectTexts(page, "Please enter Name of Category", "Please enter Description");
    await page.getByLabel("Name of Category").fill("antiques");
    await page.getByLabel("Description of Category").fill("Old things.");
    await clickButton(page, "Create Category");
    await expectToast(page, "Failed to create Category. Please try again.");
    await expectTexts(page, "A category with this name already exists. Choose another name.");
    await page.getByLabel("Name of Category").fill(`Maps ${crypto.randomUUID().slice(0, 8)}`);
    await page.context().setOffline(true);
    await clickButton(page, "Create Category");
    await expectTexts(page, "Cannot create category");
    await page.context().setOffline(false);
    await clickButton(page, "Create Category");
    await expectToast(page, "Category Created");
  });
});

test.describe("bidding", () => {
  test("the page shows a toast and a message when a bid fails or succeeds", { tag: NIGHTLY }, async ({ signIn }) => {
    const auction = await listAuction(sue);
    const page = await signIn(ann);
    // Without its socket, a bid goes over HTTP, which the test can cut off and restore.
    await page.routeWebSocket(/\/live/, (socket) => void socket.close({ code: 1012 }));
    await page.goto(auction);
    const dialog = page.getByRole("dialog");
    const amount = dialog.getByRole("textbox");
    await clickButton(page, "Place Bid");
    await amount.fill("");
    await dialog.getByRole("button", { name: "Place Bid" }).click();
    await expectTexts(page, "Valid bid amount is required");
    await amount.fill("99");
    await expectTexts(page, "The minimum bid is $100");
    await amount.fill("110");
    // Offline, a bid would wait. Here, the server doesn't respond.
    await abortRequests(page, "/bid/placeBid");
    await dialog.getByRole("button", { name: "Place Bid" }).click();
    await expectToast(page, "Failed to place bid");
    await expectTexts(page, "Cannot place Bid");
    await page.unrouteAll();
    // Bob is faster, and the message is the server's.
    await placeBid(auction, bob, 115);
    await dialog.getByRole("button", { name: "Place Bid" }).click();
    await expectTexts(page, "The minimum bid is $116");
    await amount.fill("120");
    await dialog.getByRole("button", { name: "Place Bid" }).click();
    await Promise.all([expectToast(page, "Bid Placed"), expectTexts(page, "Bid placed successfully!")]);

    await page.getByRole("button", { name: "Edit your bid of $120" }).click();
    await amount.fill("130");
    await abortRequests(page, "/bid/editBid/*");
    await clickButton(page, "Update Bid");
    await expectToast(page, "Failed to update bid");
    await expectTexts(page, "Cannot update bid");
    await page.unrouteAll();
    await clickButton(page, "Update Bid");
    await Promise.all([expectToast(page, "Bid Updated Successfully"), expectTexts(page, "Bid updated")]);

    await page.getByRole("button", { name: "Delete your bid of $130" }).click();
    await page.context().setOffline(true);
    await clickButton(page, "Yes");
    await expectToast(page, "Failed to delete bid");
    await expectTexts(page, "Cannot delete bid");
    await page.context().setOffline(false);
    await clickButton(page, "Yes");
    await Promise.all([expectToast(page, "Bid Deleted Successfully"), expectTexts(page, "Bid deleted")]);
  });

  test(
    "the page distinguishes a missing auction from one that it can't fetch",
    { tag: NIGHTLY },
    async ({ newVisitor }) => {
      const auction = await listAuction(sue);
      const [missing, failing] = await Promise.all([newVisitor(), newVisitor()]);
      await missing.goto("/auction/0123456789abcdef");
      await failing.routeWebSocket(/\/live/, (socket) => void socket.close({ code: 1012 }));
      await abortRequests(failing, "/auction/fetchSpecificAuction*");
      await failing.goto(auction);
      await Promise.all([
        expectToast(missing, "Cannot fetch Auction Details"),
        expect(missing.getByRole("heading", { name: "This auction doesn't exist" })).toBeVisible(),
        expectTexts(failing, "Failed to fetch auction details"),
        expectToast(failing, "Cannot fetch Auction Details"),
      ]);
    },
  );
});

test.describe("lists that can't be fetched", () => {
  const lists: { screen: string; call: string; toast: string; texts?: string[] }[] = [
    { screen: "/auctions", call: "/auction/fetchAllAuctions*", toast: "No Auctions Currently Present" },
    { screen: "/dashboard/my-auctions", call: "/auction/getAuctions", toast: "Cannot fetch Auctions" },
    {
      screen: "/dashboard/my-profile",
      call: "/user/profile",
      toast: "Cannot fetch user profile",
      texts: ["Profile Not Found"],
    },
    { screen: "/dashboard/history", call: "/user/history*", toast: "Cannot fetch user history" },
    { screen: "/dashboard/auctions-won", call: "/user/winnings", toast: "Cannot fetch user winnings" },
    { screen: "/dashboard/create-category", call: "/auction/getAllCategories", toast: "Failed to display Category" },
  ];
  for (const { screen, call, toast, texts = [] } of lists) {
    test(`${screen} shows a toast if its data can't be fetched`, { tag: NIGHTLY }, async ({ signIn }) => {
      const page = await signIn(ann);
      await abortRequests(page, call);
      await page.goto(screen);
      await Promise.all([expectToast(page, toast), expectTexts(page, ...texts)]);
    });
  }

  test(
    "a toast says that notifications couldn't be shown, marked read or deleted",
    { tag: NIGHTLY },
    async ({ newAccount, signIn }) => {
      const seller = await newAccount("Tom");
      const auction = await listAuction(seller);
      await placeBid(auction, bob, 100);
      const page = await signIn(seller);
      await page.goto("/about");
      await page.getByRole("button", { name: /^Notifications, \d+ unread$/ }).click();
      await page.context().setOffline(true);
      await clickButton(page, "Mark all read");
      await expectToast(page, "Failed to read notifications");
      await clickButton(page, "Clear all");
      await expectToast(page, "Failed to delete notifications");
      await page.context().setOffline(false);

      await abortRequests(page, "/auction/notifications");
      await page.reload();
      await expectToast(page, "Failed to display notifications");
    },
  );
});
