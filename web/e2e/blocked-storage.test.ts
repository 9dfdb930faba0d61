/** Browsers that block cookies and site data, whose storage fails, or whose clock changes while a page is open. */
import { mkdtemp, mkdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { chromium, type Page } from "@playwright/test";

import { findChromium, FULL_BROWSERS } from "../../scripts/test-run/chromium.ts";
import { sendLogin, listAuction } from "./actions.ts";
import { type TestAccount, expect, NIGHTLY, collectProblems, test } from "./fixtures.ts";

let sue: TestAccount;
let auction: string;

test.beforeAll(async ({ newAccount }) => {
  sue = await newAccount("Sue");
  auction = await listAuction(sue, { hours: 2 });
});

async function expectReadable(page: Page): Promise<void> {
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("contentinfo")).toBeVisible();
  await page.goto("/auctions");
  await expect(page.getByRole("heading", { name: "Brass telescope" }).first()).toBeVisible();
  await page.goto(auction);
  await expect(page.getByRole("button", { name: "Sign in to bid" }).first()).toBeVisible();
}

test(
  "visitors who block cookies can read public pages, and login says why it fails",
  { tag: NIGHTLY },
  async ({ baseURL }, { project }) => {
    const folder = await mkdtemp(path.join(tmpdir(), "lotline-blocked-"));
    await mkdir(path.join(folder, "Default"));
    const blocked = { profile: { default_content_setting_values: { cookies: 2 } } };
    await writeFile(path.join(folder, "Default/Preferences"), JSON.stringify(blocked));
    const executablePath = findChromium(FULL_BROWSERS);
    if (executablePath === null) throw new Error("Only a whole browser can block cookies: install chromium");
    const options = { ...project.use.launchOptions, executablePath, ...(baseURL === undefined ? {} : { baseURL }) };
    const context = await chromium.launchPersistentContext(folder, options);
    const page = await context.newPage();
    const problems = collectProblems(page);
    await expectReadable(page);
    expect(problems.filter((problem) => !/Failed to load resource/.test(problem))).toEqual([]);
    await page.goto("/login");
    await sendLogin(page, sue);
    await expect(page.getByRole("main").getByRole("alert")).toContainText("Your browser blocks cookies");
    await expect(page).toHaveURL("/login");
    await context.close();
    await rm(folder, { recursive: true, force: true });
  },
);

for (const [name, breakStorage] of [
  [
    "throws at each access",
    () => {
      for (const area of ["localStorage", "sessionStorage", "indexedDB", "caches"]) {
        Object.defineProperty(window, area, {
          get() {
            throw new DOMException("blocked", "SecurityError");
          },
        });
      }
    },
  ],
  [
    "is full",
    () => {
      Storage.prototype.setItem = () => {
        throw new DOMException("full", "QuotaExceededError");
      };
    },
  ],
  [
    "and channels are missing",
    () => {
      for (const part of ["localStorage", "sessionStorage", "indexedDB", "BroadcastChannel", "Notification"]) {
        Object.defineProperty(window, part, { value: undefined });
      }
    },
  ],
  [
    "holds invalid entries",
    () => {
      for (const entry of ["user", "recent-lots", "recent-searches", "receipts", "theme", "sound"]) {
        localStorage.setItem(entry, '{"x":[');
      }
    },
  ],
] as const) {
  test(
    `users can read pages and stay signed in if storage ${name}`,
    { tag: NIGHTLY },
    async ({ newVisitor, newAccount }) => {
      const ann = await newAccount("Ann");
      const page = await newVisitor();
      const problems = collectProblems(page);
      await page.addInitScript(breakStorage);
      await expectReadable(page);
      await page.goto("/login");
      await sendLogin(page, ann);
      await expect(page).toHaveURL("/dashboard/my-profile");
      // Only the cookie carries anything to the next page.
      if (name !== "holds invalid entries") await page.reload();
      await expect(page.getByRole("banner").getByRole("button", { name: "Log Out" })).toBeVisible();
      await page.getByRole("banner").getByRole("button", { name: "Log Out" }).click();
      await expect(page.getByRole("banner").getByRole("link", { name: "Login" })).toBeVisible();
      expect(problems.filter((problem) => !/Failed to load resource/.test(problem))).toEqual([]);
    },
  );
}

for (const [name, hours] of [
  ["ahead", 1],
  ["behind", -1],
] as const) {
  test(
    `correcting a device clock that's an hour ${name} doesn't move the countdown`,
    { tag: NIGHTLY },
    async ({ newVisitor }) => {
      const page = await newVisitor();
      await page.addInitScript((offset) => {
        const { now } = Date;
        let offsetMs = offset;
        Date.now = () => now() + offsetMs;
        Object.assign(window, { setClock: (ms: number) => (offsetMs = ms) });
      }, hours * 3_600_000);
      await page.goto(auction);
      const clock = page.getByRole("timer").filter({ visible: true }).first();
      await expect(clock).toHaveText(/^01h 5\dm/);
      await page.evaluate("setClock(0)");
      // A tick later.
      const before = await clock.textContent();
      await expect(clock).not.toHaveText(before ?? "");
      await expect(clock).toHaveText(/^01h 5\dm/);
    },
  );
}
