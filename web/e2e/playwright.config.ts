/** How the browser tests run: Chromium against the built Worker, which `server.ts` starts. */
import { defineConfig } from "@playwright/test";

import { findChromium } from "../../scripts/checks/chromium.ts";

const executablePath = findChromium();
if (!executablePath) throw new Error("no Chromium: run the tests by `npm test`, which provides one");

/** Pages take milliseconds; this is for a machine that does much else. */
const APPEARS_WITHIN_MS = 45_000;

export default defineConfig({
  testMatch: "*.test.ts",
  globalSetup: "./server.ts",
  // Git-ignored. `npx playwright show-trace` opens the trace of a test that failed.
  outputDir: "../../.cache/browser-tests",
  reporter: "list",
  forbidOnly: true,
  workers: 1,
  timeout: 300_000,
  expect: { timeout: APPEARS_WITHIN_MS },
  use: {
    // Set by server.ts, which has run before the process of the tests reads this file.
    baseURL: process.env["LOTLINE_BROWSER_URL"],
    locale: "en-US",
    actionTimeout: APPEARS_WITHIN_MS,
    navigationTimeout: APPEARS_WITHIN_MS,
    trace: { mode: "retain-on-failure", screenshots: false },
    screenshot: { mode: "only-on-failure", fullPage: true },
    launchOptions: {
      executablePath,
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
    },
  },
});
