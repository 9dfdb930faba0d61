/** A visitor finds an item, a user watches one, and others see the number of watchers. */
import { auctionsResponse } from "../../worker/contract/catalogue.ts";
import { listAuction, placeBid, expectSuccess } from "./actions.ts";
import { expect, NIGHTLY, test } from "./fixtures.ts";

test("a search finds an item's words in any order, and Recently viewed lists it", async ({ newAccount, page }) => {
  const [sue, bob] = await Promise.all([newAccount("Sue"), newAccount("Bob")]);
  const word = crypto.randomUUID().slice(0, 8);
  const title = `Slim café watch in gold ${word}`;
  const item = await listAuction(sue, { title, hours: 0.5 });
  await placeBid(item, bob, 140);
  const searchResults = () =>
    expectSuccess(auctionsResponse, page.request.get(`/api/v1/auction/fetchAllAuctions?search=${word}`));
  await expect.poll(async () => (await searchResults()).auctions[0]?.currentBid).toBe(140);

  await page.goto("/");
  await expect(page.getByRole("main").getByText(title)).toHaveCount(1);

  // The search on every page, with a plural, no accent and a different order.
  await page.keyboard.press("ControlOrMeta+k");
  await expect(page.getByRole("combobox", { name: "Search auctions" })).toBeFocused();
  await page.keyboard.type(`gold watches cafe ${word}`);
  await expect(page.getByRole("option", { name: title })).toContainText("$140");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/auctions\?search=/);
  await expect(page.getByRole("main").getByRole("status")).toHaveText("Auctions Fetched: 1 auction");
  await page.getByRole("link", { name: `View Auction: ${title}` }).click();

  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link")).toHaveText([
    "All Auctions",
    "Antiques",
  ]);
  await page.getByRole("link", { name: "Sue Example" }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Sue Example" })).toBeVisible();
  await expect(page.getByText(/^Member since/)).toBeVisible();
  await page.getByRole("link", { name: `View Auction: ${title}` }).click();

  const another = await listAuction(sue, { title: `Another ${word}` });
  await page.goto(another);
  const recentlyViewed = page.getByRole("region", { name: "Recently viewed" });
  await expect(recentlyViewed.getByRole("link", { name: title })).toBeVisible();
  const similar = page.getByRole("region", { name: "Similar items" });
  // The page fetches them once the screen is near them.
  await recentlyViewed.scrollIntoViewIfNeeded();
  await expect(similar.getByRole("link", { name: title })).toBeVisible();
});

test(
  "a user watches an item, visitors see the count, and the watchlist links to it",
  { tag: NIGHTLY },
  async ({ newAccount, newSignedInUser, newVisitor }) => {
    const [sue, { page }] = await Promise.all([newAccount("Sue"), newSignedInUser("Ann")]);
    const title = `Iron anchor ${crypto.randomUUID().slice(0, 8)}`;
    const item = await listAuction(sue, { title });
    await page.goto(`/auctions?search=${encodeURIComponent(title)}`);
    const heart = page.getByRole("button", { name: `Watch: ${title}` });
    await heart.click();
    await expect(heart).toHaveAttribute("aria-pressed", "true");
    const visitor = await newVisitor();
    await expect(async () => {
      await visitor.goto(item);
      await expect(visitor.getByText(/on 1 watchlist/i)).toBeVisible({ timeout: 10_000 });
    }).toPass();
    await visitor.getByRole("button", { name: `Watch: ${title}` }).click();
    await expect(visitor).toHaveURL("/login");

    await page.goto("/dashboard/my-profile");
    await page.getByRole("link", { name: "View watchlist" }).click();
    await expect(page).toHaveURL("/dashboard/watchlist");
    await page.getByRole("link", { name: `View Auction: ${title}` }).click();
    await expect(page).toHaveURL(item);
    await expect(heart).toHaveAttribute("aria-pressed", "true");
    await heart.click();
    await expect(heart).toHaveAttribute("aria-pressed", "false");
    await page.goto("/dashboard/watchlist");
    await expect(page.getByText("Your watchlist is empty")).toBeVisible();
  },
);

test("Back clears a filter and a search together, and then leaves the list", { tag: NIGHTLY }, async ({ page }) => {
  await page.goto("/about");
  await page.getByRole("banner").getByRole("link", { name: "Auctions", exact: true }).click();
  await page.getByText("Within 24 hours", { exact: true }).click();
  await expect(page).toHaveURL(/\/auctions\?endsWithin=day$/);
  await page.getByRole("searchbox", { name: "Search title and description" }).fill("clock");
  await expect(page).toHaveURL(/search=clock/);
  await page.goBack();
  await expect(page).toHaveURL(/\/auctions$/);
  await expect(page.getByRole("searchbox", { name: "Search title and description" })).toHaveValue("");
  await page.goBack();
  await expect(page).toHaveURL(/\/about$/);
});

test("a search with no live results offers ended auctions for the same words", { tag: NIGHTLY }, async ({ page }) => {
  const word = crypto.randomUUID().slice(0, 8);
  await page.goto(`/auctions?search=${word}`);
  await page.getByRole("button", { name: "Search ended auctions, too" }).click();
  await expect(page).toHaveURL(new RegExp(`search=${word}`));
  await expect(page).toHaveURL(/status=all/);
  await expect(page.getByRole("heading", { name: "No auctions found" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Search ended auctions, too" })).toBeHidden();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test(
    "a phone shows a list's filters in a panel, and one tap applies them together",
    { tag: NIGHTLY },
    async ({ page }) => {
      await page.goto("/auctions");
      const panel = page.getByRole("dialog", { name: "Filters" });
      await page.getByRole("button", { name: "Filters", exact: true }).click();
      await panel.getByRole("combobox", { name: "Status" }).click();
      await page.getByRole("option", { name: "Sold" }).click();
      await page.goBack();
      await expect(panel).toBeHidden();
      await expect(page).toHaveURL(/\/auctions$/);

      // The panel starts with the list's filter again, and works without a mouse.
      await page.getByRole("button", { name: "Filters", exact: true }).press("Enter");
      await expect(panel.getByRole("combobox", { name: "Status" })).toHaveText("Live");
      await panel.getByRole("combobox", { name: "Status" }).press("Enter");
      await page.getByRole("option", { name: "Sold" }).press("Enter");
      await expect(panel.getByRole("combobox", { name: "Sort by" })).toHaveText("Recently ended");
      await panel.getByRole("combobox", { name: "Category" }).click();
      await page.getByRole("option", { name: "Vehicles" }).click();
      await panel.getByRole("button", { name: "Show items" }).press("Enter");
      await expect(panel).toBeHidden();
      await expect(page).toHaveURL(/\/auctions\?category=vehicles&status=Sold$/);
      await expect(page.getByRole("button", { name: "Filters · 2" })).toBeVisible();
      await page.goBack();
      await expect(page).toHaveURL(/\/auctions$/);
      await expect(page.getByRole("button", { name: "Filters", exact: true })).toBeVisible();
    },
  );
});
