/** A session that has ended on the server ends in every tab, without a trace of the person. */
import { expect, it } from "vitest";

import { logIn, member, newAccount, signedIn } from "./browser.ts";

it("the next call after the session has ended logs out cleanly, in every tab", async () => {
  const person = await member("Ann");
  const { page, context } = person;
  const other = await context.newPage();
  await Promise.all([page.goto("/dashboard/my-auctions"), other.goto("/dashboard/history")]);
  await Promise.all([
    page.getByRole("heading", { name: "My Auctions" }).waitFor(),
    other.getByRole("heading", { name: "Auction History" }).waitFor(),
  ]);
  // As when it has expired, or was taken away: the browser is not told.
  await context.clearCookies();
  await page.getByRole("link", { name: "Auctions Won" }).click();

  for (const tab of [page, other]) {
    await tab.waitForURL("**/login");
    await tab.getByRole("banner").getByRole("link", { name: "Login" }).waitFor();
    await expect.poll(() => tab.getByText("Ann Example").count()).toBe(0);
  }
  expect(await page.evaluate(() => localStorage.getItem("user"))).toBeNull();
  // No list that could not be fetched is complained about: logging out is what happened.
  expect(await page.getByText("Cannot fetch user winnings").count()).toBe(0);

  await logIn(person);
  await page.getByRole("banner").getByRole("button", { name: "Log Out" }).waitFor();
  // And the other tab knows it too.
  await other.getByRole("banner").getByRole("button", { name: "Log Out" }).waitFor();
});

it("logging out in one browser ends the session where else it is used", async () => {
  const account = await newAccount("Ann");
  const [here, there] = await Promise.all([signedIn(account), signedIn(account)]);
  await Promise.all([here.page.goto("/dashboard/history"), there.page.goto("/dashboard/history")]);
  await Promise.all([here, there].map(({ page }) => page.getByText("No History Yet").waitFor()));
  await here.page.getByRole("button", { name: "Log Out" }).click();
  await here.page.getByText("Logged Out").waitFor();
  await expect.poll(() => new URL(here.page.url()).pathname).toBe("/");
  // It is not asked for anything: the end arrives by its live connection.
  await there.page.waitForURL("**/login");
  await there.page.getByRole("banner").getByRole("link", { name: "Login" }).waitFor();
});

it("someone without a network who logs out of a page that they have just opened is logged out here", async () => {
  const { page, context } = await member("Ann");
  await page.goto("/about");
  const header = page.getByRole("banner");
  await header.getByRole("button", { name: "Log Out" }).waitFor();
  await context.setOffline(true);
  await header.getByRole("button", { name: "Log Out" }).click();
  await header.getByRole("link", { name: "Login" }).waitFor();
  expect(await page.evaluate(() => localStorage.getItem("user"))).toBeNull();
});
