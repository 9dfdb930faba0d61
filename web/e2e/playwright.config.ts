/** Runs the browser tests in Chromium against the built Worker, which `server.ts` starts for each test process. */
import { defineConfig } from "@playwright/test";

import { findChromium } from "../../scripts/test-run/chromium.ts";
import { storeInMemory } from "../../scripts/testing/memory-storage.ts";
import { ownServer } from "./server.ts";

// As in vitest.config.ts. The browser takes its time zone from here.
process.env["TZ"] ??= "Europe/Berlin";
storeInMemory();

const executablePath = findChromium();
if (!executablePath) throw new Error("no Chromium: run the tests by `npm test`, which provides one");

/** Pages take milliseconds. The rest is for a busy machine. */
const EXPECT_TIMEOUT_MS = 45_000;

/**
 * Browser features to turn off. The address bar would load two pages for each new window, which costs as much as the
 * window itself. Chromium uses only the last such list, so this repeats Playwright's own (`chromiumSwitches`).
 */
const DISABLED_FEATURES = [
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "TcpPortRandomizationWin",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
  // A spare process for the next site. Here it's always the same site.
  "SpareRendererForSitePerProcess",
];

export default defineConfig({
  testMatch: "*.test.ts",
  ...(process.env["LOTLINE_LONG"] === "1" ? {} : { grepInvert: /@nightly/ }),
  globalSetup: "./server.ts",
  // Git-ignored. `npx playwright show-trace` opens the trace of a failed test.
  outputDir: "../../.cache/browser-tests",
  reporter: "list",
  forbidOnly: true,
  // Files run in parallel, and the tests within a file one after the other. On two cores, the third worker runs while
  // others wait for an auction to end.
  workers: 3,
  timeout: 300_000,
  expect: { timeout: EXPECT_TIMEOUT_MS },
  use: {
    // server.ts runs before a test process reads this file.
    baseURL: ownServer()?.url,
    locale: "en-US",
    actionTimeout: EXPECT_TIMEOUT_MS,
    navigationTimeout: EXPECT_TIMEOUT_MS,
    // Actions, requests and console messages. Recording a page snapshot for each action would slow the tests
    // by 12%.
    trace: { mode: "retain-on-failure", screenshots: false, snapshots: false, sources: false },
    screenshot: { mode: "only-on-failure", fullPage: true },
    launchOptions: {
      executablePath,
      args: [
        // In containers, tests run as root, which the sandbox doesn't support.
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        // No background network requests.
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
        // One process for all pages of a window, instead of one for each.
        "--renderer-process-limit=1",
        `--disable-features=${DISABLED_FEATURES.join(",")}`,
      ],
    },
  },
});
