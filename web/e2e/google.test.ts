/** Signing in with Google, through an OpenID provider that runs beside the tests. */
import type { Page } from "playwright-core";
import { expect, it } from "vitest";

import { enrolled, newPerson, problemsIn } from "./browser.ts";

/** Presses the button and waits for the provider's page in the window of its own. */
async function windowOf(page: Page, button: string): Promise<Page> {
  const opening = page.waitForEvent("popup");
  await page.getByRole("button", { name: button }).click();
  const opened = await opening;
  await opened.getByRole("heading", { name: "Choose an account" }).waitFor();
  return opened;
}
async function choose(opened: Page, email: string): Promise<void> {
  await opened.getByLabel("Another e-mail").fill(email);
  await opened.getByRole("button", { name: "Continue" }).click();
}

it("signs up and in with Google, and knows the person again", async () => {
  const { page, context } = await newPerson("Ann");
  const email = `ann.example-${crypto.randomUUID().slice(0, 8)}@example.com`;
  const problems = problemsIn(page);
  await page.goto("/signup");
  await choose(await windowOf(page, "Sign Up with Google"), email);
  await page.waitForURL("**/dashboard/my-profile");
  await page.getByText("Login Successful").waitFor();
  await page.getByRole("main").getByText(email).first().waitFor();
  // The window closes itself, when it has told.
  await expect.poll(() => context.pages()).toHaveLength(1);

  await page.getByRole("banner").getByRole("button", { name: "Log Out" }).click();
  await page.getByText("Logged Out").waitFor();
  await page.goto("/login");
  await choose(await windowOf(page, "Sign In with Google"), email);
  await page.waitForURL("**/dashboard/my-profile");
  await page.getByRole("main").getByText(email).first().waitFor();
  expect(problems).toEqual([]);
});

it("says when the window was closed first, and stays where it is", async () => {
  const { page } = await newPerson("Ann");
  await page.goto("/login");
  await (await windowOf(page, "Sign In with Google")).close();
  await page.getByText("Popup closed before completing login.").waitFor();
  expect(new URL(page.url()).pathname).toBe("/login");
  await expect.poll(() => page.getByRole("button", { name: "Sign In with Google" }).isEnabled()).toBe(true);
});

it("does not open an account that has a password, and says what to do", async () => {
  const { page, email } = await enrolled("Ann");
  await page.goto("/login");
  await choose(await windowOf(page, "Sign In with Google"), email);
  await page.getByText("An error occurred during Google login.").waitFor();
  await page.getByText("sign in with your password first").waitFor();
  expect(new URL(page.url()).pathname).toBe("/login");
});
