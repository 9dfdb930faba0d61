/** Passkeys with Chromium's virtual authenticator, a changed name and email address, and the data download. */
import { readFile } from "node:fs/promises";

import type { Page } from "@playwright/test";

import { signInOnPage } from "./actions.ts";
import { expect, NIGHTLY, test } from "./fixtures.ts";
import { findMailedLink } from "./mail.ts";

/** A device with a passkey store, and an owner who always confirms. */
async function addAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  const options = {
    protocol: "ctap2",
    transport: "internal",
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  } as const;
  await session.send("WebAuthn.addVirtualAuthenticator", { options });
}

/** On the profile page, adds a passkey for this device with the password. */
async function addPasskey(page: Page, password: string): Promise<void> {
  await page.goto("/dashboard/my-profile");
  await page.getByRole("tab", { name: "Security" }).click();
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByRole("dialog").getByLabel("Your password").fill(password);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("Passkey Added")).toBeVisible();
}

test("a user adds a passkey, signs in with it, and removes it with the password", async ({ newAccount, signIn }) => {
  const account = await newAccount("Pia");
  const page = await signIn(account);
  await addAuthenticator(page);
  await addPasskey(page, account.password);
  await expect(page.getByText("Never used")).toBeVisible();
  // This device has a passkey now.
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByRole("dialog").getByLabel("Your password").fill(account.password);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("This device already has a passkey for your account")).toBeVisible();

  await page.getByRole("button", { name: "Sign out everywhere" }).click();
  await expect(page).toHaveURL("/");
  await page.goto("/login");
  // The browser may have chosen the passkey already, because the authenticator confirms every offer in the field.
  await Promise.race([
    page.getByRole("button", { name: "Sign in with a passkey" }).click(),
    page.waitForURL("/dashboard/my-profile"),
  ]);
  await expect(page).toHaveURL("/dashboard/my-profile");
  await page.getByRole("tab", { name: "Security" }).click();
  await expect(page.getByText("Never used")).toHaveCount(0);
  await page.getByRole("button", { name: /^Remove the passkey for/ }).click();
  await page.getByRole("dialog").getByLabel("Your password").fill(account.password);
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("You don't have a passkey yet.")).toBeVisible();
});

test(
  "a new name shows in the header, and the emailed link changes the email address",
  { tag: NIGHTLY },
  async ({ newAccount, signIn }) => {
    const account = await newAccount("Nia");
    const page = await signIn(account);
    await page.goto("/dashboard/my-profile");
    await page.getByRole("tab", { name: "Account" }).click();
    await page.getByLabel("First name").fill("Nora");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Nora Example" })).toBeVisible();
    const next = `next-${account.email}`;
    await page.getByLabel("New email").fill(next);
    await page.getByLabel("Your password").fill(account.password);
    await page.getByRole("button", { name: "Send link" }).click();
    await expect(page.getByText("We sent a link to the new address")).toBeVisible();
    await expect.poll(() => findMailedLink(next, "/confirm-email")).not.toBe("");
    await page.goto(await findMailedLink(next, "/confirm-email"));
    await page.getByRole("button", { name: "Confirm address" }).click();
    await expect(page.getByRole("heading", { name: "Your email address is confirmed" })).toBeVisible();
    await page.getByRole("link", { name: "Go to your profile" }).click();
    await expect(page.getByTitle(next)).toBeVisible();
    await page.context().clearCookies();
    await page.evaluate(() => localStorage.clear());
    await signInOnPage(page, { ...account, email: next });
  },
);

test(
  "a user enters their password and downloads their data as a file",
  { tag: NIGHTLY },
  async ({ newAccount, signIn }) => {
    const account = await newAccount("Pia");
    // With reduced motion a toast stays just as long.
    const page = await signIn(account, { reducedMotion: "reduce" });
    await page.goto("/dashboard/my-profile");
    await page.getByRole("tab", { name: "Privacy" }).click();
    await page.getByRole("button", { name: "Download your data" }).click();
    await page.getByRole("dialog").getByLabel("Your password").fill(account.password);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("dialog").getByRole("button", { name: "Download" }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^lotline-data-\d{4}-\d\d-\d\d\.json$/);
    expect(JSON.parse(await readFile(await download.path(), "utf8"))).toMatchObject({
      profile: { email: account.email },
    });
    await expect(page.getByText("Data Downloaded")).toBeVisible();
  },
);
