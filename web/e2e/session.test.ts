/** A session that ends on the server ends in every tab, and nothing about the user stays on the page. */

import { sendLogin } from "./actions.ts";
import { expect, NIGHTLY, test } from "./fixtures.ts";

test(
  "a request with an ended session signs the user out in every tab without an error",
  { tag: NIGHTLY },
  async ({ newSignedInUser }) => {
    const { page, ...account } = await newSignedInUser("Ann");
    const context = page.context();
    const otherTab = await context.newPage();
    await Promise.all([page.goto("/dashboard/my-auctions"), otherTab.goto("/dashboard/history")]);
    await Promise.all([
      expect(page.getByRole("heading", { name: "My Auctions" })).toBeVisible(),
      expect(otherTab.getByRole("heading", { name: "Auction History" })).toBeVisible(),
    ]);
    // A response that is still on its way could renew the cookie.
    for (const tab of [page, otherTab]) await tab.waitForLoadState("networkidle");
    // As if the session had expired or been ended elsewhere without a notice to this browser.
    await context.clearCookies();
    // Navigates instead of clicking the link, because another request may sign the page out first and remove the link.
    await page.goto("/dashboard/auctions-won");

    for (const tab of [page, otherTab]) {
      await expect(tab).toHaveURL("/login");
      await expect(tab.getByRole("banner").getByRole("link", { name: "Login" })).toBeVisible();
      await expect(tab.getByText("Ann Example")).toHaveCount(0);
    }
    expect(await page.evaluate(() => localStorage.getItem("user"))).toBeNull();
    // Signing out isn't a failure to fetch a list.
    await expect(page.getByText("Cannot fetch user winnings")).toHaveCount(0);

    // The page may have been requested as a visitor, so the login leads either to it or to the profile.
    await sendLogin(page, account);
    await expect(page.getByRole("banner").getByRole("button", { name: "Log Out" })).toBeVisible();
    // The other tab is signed in, too.
    await expect(otherTab.getByRole("banner").getByRole("button", { name: "Log Out" })).toBeVisible();
  },
);

test("signing out in one browser signs out another browser with the same session", async ({ newAccount, signIn }) => {
  const account = await newAccount("Ann");
  const [here, there] = await Promise.all([signIn(account), signIn(account)]);
  for (const page of [here, there]) {
    await page.goto("/dashboard/history");
    await expect(page.getByText("No History Yet")).toBeVisible();
  }
  await here.getByRole("button", { name: "Log Out" }).click();
  await expect(here.getByText("Logged Out")).toBeVisible();
  await expect(here).toHaveURL("/");
  // The other browser sends no request. It's notified over its live connection.
  await expect(there).toHaveURL("/login");
  await expect(there.getByRole("banner").getByRole("link", { name: "Login" })).toBeVisible();
});

test(
  "a user can sign out without a network on a page that was just opened",
  { tag: NIGHTLY },
  async ({ newSignedInUser }) => {
    const { page } = await newSignedInUser("Ann");
    await page.goto("/about");
    const header = page.getByRole("banner");
    await expect(header.getByRole("button", { name: "Log Out" })).toBeVisible();
    await page.context().setOffline(true);
    await header.getByRole("button", { name: "Log Out" }).click();
    await expect(header.getByRole("link", { name: "Login" })).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem("user"))).toBeNull();
  },
);
