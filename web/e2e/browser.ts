/**
 * People for browser tests. Each has a browser context of their own (cookies, storage) and does what people do: finds
 * things by role and label, types, clicks. A test that fails leaves a picture of what each of its people saw.
 */
import path from "node:path";

import {
  type APIRequestContext,
  type APIResponse,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
  request as http,
} from "playwright-core";
import { afterAll, inject, onTestFinished } from "vitest";
import { type $ZodType, type output, parse } from "zod/v4/core";

import { findChromium } from "../../scripts/checks/chromium.ts";
import { loginAnswer } from "../../worker/contract/account.ts";
import { savedAuctionAnswer } from "../../worker/contract/auction.ts";
import { placeBidAnswer } from "../../worker/contract/bid.ts";
import { answer } from "../../worker/contract/fields.ts";

/** Git-ignored. */
const PICTURES = path.resolve(import.meta.dirname, "../../.cache/screenshots");
/** How long something may take to appear, on a machine that does much else. */
const PATIENCE_MS = 45_000;
const PASSWORD = "Correct-Horse-7";
/** How long signing up and in takes on a machine with nothing else to do. */
const USUAL_SIGN_UP_MS = 1_000;

type Identity = {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly password: string;
};

/** Someone who has an account and a session, in no browser yet. May serve all tests of a file. */
export type Account = Identity & {
  readonly request: APIRequestContext;
  /** What a browser holds that this person is signed in with. */
  readonly storageState: Exclude<BrowserContextOptions["storageState"], string | undefined>;
};

export type Person = Identity & {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Calls with the person's cookies. */
  readonly request: APIRequestContext;
};

let browser: Browser | undefined;
let people = 0;
/** Tests wait 240 seconds for an end: the longest auction that they list, of 25 seconds, is over by then. */
const MOST_SLOWNESS = 7;
/** How many times slower than usual this machine has been so far. */
let slowness = 1;
const callers: APIRequestContext[] = [];

afterAll(async () => {
  await Promise.all(callers.splice(0).map((caller) => caller.dispose()));
  await browser?.close();
  browser = undefined;
});

/** A visitor with a browser of their own, who has not signed up yet. For the length of the test that asks. */
export async function newPerson(firstName: string, options: BrowserContextOptions = {}): Promise<Person> {
  return inBrowser(identity(firstName), options);
}

/** Signs up and in without the forms, which have tests of their own. */
export async function newAccount(firstName: string): Promise<Account> {
  const startedAt = performance.now();
  const who = identity(firstName);
  const { lastName, email, password } = who;
  const caller = await http.newContext({ baseURL: inject("baseUrl"), extraHTTPHeaders: ownAddress() });
  callers.push(caller);
  const multipart = { firstName, lastName, email, password, confirmPassword: password, role: "User" };
  await succeeded(answer({}), caller.post("/api/v1/auth/signup", { multipart }));
  const { user } = await succeeded(loginAnswer, caller.post("/api/v1/auth/login", { data: { email, password } }));
  slowness = Math.max(slowness, (performance.now() - startedAt) / USUAL_SIGN_UP_MS);
  const { cookies } = await caller.storageState();
  const known = JSON.stringify({ id: user._id, name: user.name, image: user.image });
  const origins = [{ origin: inject("baseUrl"), localStorage: [{ name: "user", value: known }] }];
  return { ...who, request: caller, storageState: { cookies, origins } };
}

/** A signed-in person with a browser; everyone who comes in as the same account shares its session. */
export async function signedIn(account: Account, options: BrowserContextOptions = {}): Promise<Person> {
  return inBrowser(account, { ...options, storageState: account.storageState });
}

/** A new person who is signed in. */
export async function member(firstName: string, options: BrowserContextOptions = {}): Promise<Person> {
  return signedIn(await newAccount(firstName), options);
}

/** A new person who has an account but is not signed in. */
export async function enrolled(firstName: string): Promise<Person> {
  return inBrowser(await newAccount(firstName), {});
}

/** So many seconds of a usual machine, on this one: how long an auction must run for what people do in it. */
export function unhurried(seconds: number): number {
  return Math.ceil(seconds * Math.min(slowness, MOST_SLOWNESS));
}

/** Lists an item that starts at 100, and answers with the address of its page. */
export async function listed(
  { request }: Pick<Person, "request">,
  seconds = 3_600,
  change: Readonly<Record<string, string>> = {},
): Promise<string> {
  const auctionDate = new Date(Date.now() + seconds * 1_000).toISOString();
  const fields = { title: "Brass telescope", description: "It extends.", category: "antiques", startingPrice: "100" };
  const multipart = { ...fields, auctionDate, ...change };
  const { auction } = await succeeded(savedAuctionAnswer, request.post("/api/v1/auction/createAuction", { multipart }));
  return `/auction/${auction._id}`;
}

/** Bids without the page. */
export async function bidOn(address: string, { request }: Pick<Person, "request">, bidAmount: number): Promise<void> {
  const data = { productId: address.split("/").at(-1), bidAmount };
  await succeeded(placeBidAnswer, request.post("/api/v1/bid/placeBid", { data }));
}

/** What goes wrong in a page without being seen: errors of scripts and of the console. */
export function problemsIn(page: Page): string[] {
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  return problems;
}

/** What the pages did against their own Content-Security-Policy or without a trusted type: no test may see any of it. */
function breachesIn(context: BrowserContext): string[] {
  const breaches: string[] = [];
  context.on("console", (message) => {
    if (/content[ -]security[ -]policy|trusted(script|html|type)/i.test(message.text())) breaches.push(message.text());
  });
  return breaches;
}

function identity(firstName: string): Identity {
  const email = `${firstName.toLowerCase()}-${crypto.randomUUID().slice(0, 8)}@example.com`;
  return { firstName, lastName: "Example", email, password: PASSWORD };
}

async function inBrowser(who: Identity, options: BrowserContextOptions): Promise<Person> {
  browser ??= await launch();
  const context = await browser.newContext({
    baseURL: inject("baseUrl"),
    locale: "en-US",
    extraHTTPHeaders: ownAddress(),
    ...options,
  });
  context.setDefaultTimeout(PATIENCE_MS);
  const breaches = breachesIn(context);
  const page = await context.newPage();
  onTestFinished(async ({ task }) => {
    if (task.result?.state === "fail") {
      const name = `${task.name}-${who.firstName}`.replaceAll(/[^\w-]+/g, "-");
      await page.screenshot({ path: path.join(PICTURES, `${name}.png`), fullPage: true });
    }
    await context.close();
    if (breaches.length > 0) throw new Error(`the pages broke their own policy: ${breaches.join("; ")}`);
  });
  const { firstName, lastName, email, password } = who;
  return { firstName, lastName, email, password, page, context, request: context.request };
}

/** Locally this header is the client's address: each person comes from an address of their own. */
function ownAddress() {
  people += 1;
  return { "CF-Connecting-IP": `10.7.${Math.floor(people / 250)}.${1 + (people % 250)}` };
}

/** The body of an answer, which must be a success. */
async function succeeded<Answer extends $ZodType>(schema: Answer, call: Promise<APIResponse>): Promise<output<Answer>> {
  const response = await call;
  if (!response.ok()) throw new Error(`${response.url()} answered ${response.status()}: ${await response.text()}`);
  return parse(schema, await response.json());
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
