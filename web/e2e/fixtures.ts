/**
 * Fixtures for browser tests: accounts created over HTTP, and people in separate browsers (cookies, storage and network
 * address). `page` is the browser of a visitor who isn't signed in. In every test, no page may violate its own
 * Content-Security-Policy.
 */
import {
  type APIRequestContext,
  test as base,
  type BrowserContext,
  type BrowserContextOptions,
  expect,
  type Page,
} from "@playwright/test";

import { grant, readGrant } from "../../scripts/operator/grant.ts";
import { loginResponse } from "../../worker/contract/account.ts";
import { responseSchema } from "../../worker/contract/fields.ts";
import { type Identity, newIdentity, expectSuccess } from "./actions.ts";
import { ownServer } from "./server.ts";

/** An account with a session but no browser yet. All tests in a file can share it. */
export type TestAccount = Identity & {
  /** Sends requests with the account's cookies. */
  readonly request: APIRequestContext;
  /** The cookies and storage of a browser in which the account is signed in. */
  readonly storageState: Exclude<BrowserContextOptions["storageState"], string | undefined>;
};
/** Someone who is signed in, with a browser. */
type UserWithPage = TestAccount & { readonly page: Page };

/** Browsers opened by these are closed after the test. */
type TestFixtures = {
  readonly openBrowser: (options?: BrowserContextOptions) => Promise<BrowserContext>;
  readonly newVisitor: (options?: BrowserContextOptions) => Promise<Page>;
  /** All browsers of one account share its session. */
  readonly signIn: (account: TestAccount, options?: BrowserContextOptions) => Promise<Page>;
  readonly newSignedInUser: (firstName: string) => Promise<UserWithPage>;
};
type WorkerFixtures = {
  /** Signs up and in without the forms, which have their own tests. */
  readonly newAccount: (firstName: string) => Promise<TestAccount>;
  /** Signs up and in without the forms, on a server that a test has started. */
  readonly newAccountAt: (baseURL: string, firstName: string) => Promise<TestAccount>;
  readonly newAdmin: (firstName: string) => Promise<TestAccount>;
};

export { expect };

/**
 * The tag of tests that only `npm run test:long` runs. Some cover more widths, screens and languages, and rare
 * situations such as a deployment while a page is open. The others are journeys whose rules are also tested without a
 * browser.
 */
export const NIGHTLY = "@nightly";

let addressCount = 0;

export const test = base.extend<TestFixtures, WorkerFixtures>({
  newAccountAt: [
    async ({ playwright }, use) => {
      const callers: APIRequestContext[] = [];
      await use(async (baseURL, firstName) => {
        const request = await playwright.request.newContext({ baseURL, extraHTTPHeaders: addressHeaders() });
        callers.push(request);
        return createAccount(request, baseURL, firstName);
      });
      await Promise.all(callers.map((caller) => caller.dispose()));
    },
    { scope: "worker" },
  ],

  newAccount: [
    async ({ newAccountAt }, use, { project }) => {
      await use((firstName) => newAccountAt(project.use.baseURL ?? "", firstName));
    },
    { scope: "worker" },
  ],

  newAdmin: [
    async ({ newAccount }, use, { project }) => {
      const folder = ownServer()?.dataFolder ?? "";
      await use(async (firstName) => {
        const account = await newAccount(firstName);
        // Runs the command that makes the first admin of a real deployment.
        await grant(readGrant([account.email, "--persist-to", folder], folder));
        // Signs in again, because for up to a minute a token keeps the person's state from when it was signed.
        return createSession(account.request, project.use.baseURL ?? "", account);
      });
    },
    { scope: "worker" },
  ],

  openBrowser: async ({ browser }, use) => {
    const contexts: BrowserContext[] = [];
    const violations: string[] = [];
    await use(async (options = {}) => {
      const context = await browser.newContext({ extraHTTPHeaders: addressHeaders(), ...options });
      contexts.push(context);
      context.on("console", (message) => {
        if (/content[ -]security[ -]policy|trusted(script|html|type)/i.test(message.text())) {
          violations.push(message.text());
        }
      });
      return context;
    });
    await Promise.all(contexts.map((context) => context.close()));
    expect(violations, "the pages break their own Content-Security-Policy").toEqual([]);
  },

  context: async ({ openBrowser }, use) => {
    await use(await openBrowser());
  },

  newVisitor: async ({ openBrowser }, use) => {
    await use(async (options) => (await openBrowser(options)).newPage());
  },

  signIn: async ({ openBrowser }, use) => {
    await use(async ({ storageState }, options) => (await openBrowser({ ...options, storageState })).newPage());
  },

  newSignedInUser: async ({ newAccount, signIn }, use) => {
    await use(async (firstName) => {
      const account = await newAccount(firstName);
      return { ...account, page: await signIn(account) };
    });
  },
});

/** Creates an account on a server, with a session for this caller. */
async function createAccount(request: APIRequestContext, baseURL: string, firstName: string): Promise<TestAccount> {
  const identity = newIdentity(firstName);
  const { lastName, email, password } = identity;
  const multipart = { firstName, lastName, email, password, confirmPassword: password, role: "User" };
  await expectSuccess(responseSchema({}), request.post("/api/v1/auth/signup", { multipart }));
  return createSession(request, baseURL, identity);
}

async function createSession(request: APIRequestContext, baseURL: string, identity: Identity): Promise<TestAccount> {
  const { email, password } = identity;
  const login = request.post("/api/v1/auth/login", { data: { email, password } });
  const { user } = await expectSuccess(loginResponse, login);
  const { cookies } = await request.storageState();
  const storedUser = JSON.stringify({
    id: user._id,
    name: user.name,
    image: user.image,
    isAdmin: user.role === "Admin",
  });
  const origins = [{ origin: baseURL, localStorage: [{ name: "user", value: storedUser }] }];
  return { ...identity, request, storageState: { cookies, origins } };
}

/** Locally, this header sets the client's IP address. Each browser and each account gets its own. */
function addressHeaders() {
  addressCount += 1;
  // Playwright numbers its worker processes.
  const worker = Number(process.env["TEST_WORKER_INDEX"]) % 250;
  return { "CF-Connecting-IP": `10.${worker}.${Math.floor(addressCount / 250)}.${1 + (addressCount % 250)}` };
}

/** Collects script and console errors from now on. The page itself doesn't show them. */
export function collectProblems(page: Page): string[] {
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  return problems;
}
