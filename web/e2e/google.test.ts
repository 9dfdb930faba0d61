/** Signing in with Google. server.ts starts an OpenID provider in Google's place. */
import type { Page } from "@playwright/test";

import { expect, NIGHTLY, collectProblems, test } from "./fixtures.ts";
import { confirmEmail } from "./mail.ts";

/** Presses the button and waits for the provider's page in its popup. */
async function openPopup(page: Page, button: string): Promise<Page> {
  const opening = page.waitForEvent("popup");
  await page.getByRole("button", { name: button }).click();
  const popup = await opening;
  await expect(popup.getByRole("heading", { name: "Choose an account" })).toBeVisible();
  return popup;
}

/** Chooses the account. The popup closes itself once it has sent its result. */
async function choose(popup: Page, email: string): Promise<void> {
  await popup.getByLabel("Another email").fill(email);
  const closing = popup.waitForEvent("close");
  await popup.getByRole("button", { name: "Continue" }).click();
  await closing;
}

test("a user signs up with Google, and later signs in to the same account", async ({ page }) => {
  const email = `ann.example-${crypto.randomUUID().slice(0, 8)}@example.com`;
  const problems = collectProblems(page);
  await page.goto("/signup");
  await choose(await openPopup(page, "Sign Up with Google"), email);
  await expect(page).toHaveURL("/dashboard/my-profile");
  await expect(page.getByText("Login Successful")).toBeVisible();
  await expect(page.getByRole("main").getByText(email).first()).toBeVisible();

  await page.getByRole("banner").getByRole("button", { name: "Log Out" }).click();
  await expect(page.getByText("Logged Out")).toBeVisible();
  await page.goto("/login");
  await choose(await openPopup(page, "Sign In with Google"), email);
  await expect(page).toHaveURL("/dashboard/my-profile");
  await expect(page.getByRole("main").getByText(email).first()).toBeVisible();
  // The sign-out may come before the notification socket is open.
  expect(problems.filter((problem) => !problem.includes("/user/live"))).toEqual([]);
});

test("the login page says that the popup was closed early, and stays usable", { tag: NIGHTLY }, async ({ page }) => {
  await page.goto("/login");
  await (await openPopup(page, "Sign In with Google")).close();
  await expect(page.getByText("Popup closed before completing login.")).toBeVisible();
  await expect(page).toHaveURL("/login");
  await expect(page.getByRole("button", { name: "Sign In with Google" })).toBeEnabled();
});

test(
  "Google sign-in refuses an account with a password, and the page says why",
  { tag: NIGHTLY },
  async ({ newAccount, page }) => {
    const { email } = await newAccount("Ann");
    await confirmEmail(email, page.request);
    await page.goto("/login");
    await choose(await openPopup(page, "Sign In with Google"), email);
    await expect(page.getByText("An error occurred during Google login.")).toBeVisible();
    await expect(page.getByText("Sign in with it first")).toBeVisible();
    await expect(page).toHaveURL("/login");
  },
);
