/**
 * People for browser tests. Each has a browser context of their own (cookies, storage) and does what people do: finds
 * things by role and label, types, clicks. A test that fails leaves a picture of what each of its people saw.
 */
// @ts-nocheck

import path from "node:path";

import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { afterAll, inject, onTestFinished } from "vitest";

import { findChromium } from "../../scripts/checks/chromium.ts";

/** Git-ignored. */
const PICTURES = path.resolve(import.meta.dirname, "../../.cache/screenshots");
/** How long something may take to appear, on a machine that does much else. */
const PATIENCE_MS = 15_000;
const PASSWORD = "Correct-Horse-7";

export type Person = {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly password: string;
  readonly page: Page;
  readonly context: BrowserContext;
};

let browser: Browser | undefined;
let people = 0;

afterAll(async () => {
  await browser?.close();
  browser = undefined;
});

/** A visitor with a browser of their own, who has not signed up yet. For the length of the test that asks. */
export async function newPerson(firstName: string): Promise<Person> {
  browser ??= await launch();
  people += 1;
  const number = people;
  const context = await browser.newContext({
    baseURL: inject("baseUrl"),
    locale: "en-US",
    // Locally this header is the client's address: each person comes from an address of their own.
    extraHTTPHeaders: { "CF-Connecting-IP": `10.7.${Math.floor(number / 250)}.${1 + (number % 250)}` },
  });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  onTestFinished(async ({ task }) => {
    if (task.result?.state === "fail") {
      const name = `${task.name}-${firstName}`.replaceAll(/[^\w-]+/g, "-");
      await page.screenshot({ path: path.join(PICTURES, `${name}.png`), fullPage: true });
    }
    await context.close();
  });
  const email = `${firstName.toLowerCase()}-${crypto.randomUUID().slice(0, 8)}@example.com`;
  return { firstName, lastName: "Example", email, password: PASSWORD, page, context };
}

/** Signs up through the form and arrives at the login page. */
export async function signUp({ page, firstName, lastName, email, password }: Person): Promise<void> {
  await page.goto("/signup");
  await page.getByLabel("First name").fill(firstName);
  await page.getByLabel("Last name").fill(lastName);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Confirm password").fill(password);
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Create Account" }).click();
  await page.waitForURL("**/login");
}

/** Logs in through the form and arrives at the profile. */
export async function logIn({ page, email, password }: Person): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await page.waitForURL("**/dashboard/my-profile");
}

/** A person who has signed up and logged in. */
export async function newMember(firstName: string): Promise<Person> {
  const person = await newPerson(firstName);
  await signUp(person);
  await logIn(person);
  return person;
}

function launch(): Promise<Browser> {
  const found = findChromium();
  if (!found) throw new Error("no Chromium: run the tests by `npm test`, which provides one");
  return chromium.launch({
    executablePath: found,
    args: [
      // Tests run as root in containers, where the sandbox cannot.
      "--no-sandbox",
      "--disable-gpu",
      "--disable-dev-shm-usage",
      // No calls home.
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--no-first-run",
    ],
  });
}
