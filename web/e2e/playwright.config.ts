/** How the browser tests run: Chromium against the built Worker, which `server.ts` starts for each process of tests. */
import { defineConfig } from "@playwright/test";

import { findChromium } from "../../scripts/checks/chromium.ts";
import { storeInMemory } from "../../scripts/testing/memory-storage.ts";
import { ownServer } from "./server.ts";

// As in vitest.config.ts: the browser takes its zone from here.
process.env["TZ"] ??= "Europe/Berlin";
storeInMemory();

const executablePath = findChromium();
if (!executablePath) throw new Error("no Chromium: run the tests by `npm test`, which provides one");

/** Pages take milliseconds; this is for a busy machine. */
const APPEARS_WITHIN_MS = 45_000;

/**
 * What the browser leaves out. Its address bar would load two of its own pages for each new window, which costs as much
 * as the window. Chromium follows the last of these lists only, so Playwright's own (`chromiumSwitches` in it) is
 * repeated.
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
  // A process for the next site, which is always the same one here.
  "SpareRendererForSitePerProcess",
];

export default defineConfig({
  testMatch: "*.test.ts",
  ...(process.env["LOTLINE_LONG"] === "1" ? {} : { grepInvert: /@nightly/ }),
  globalSetup: "./server.ts",
  // Git-ignored. `npx playwright show-trace` opens the trace of a test that failed.
  outputDir: "../../.cache/browser-tests",
  reporter: "list",
  forbidOnly: true,
  // Files are divided among them; the tests of one file run one after the other. On two cores the third works while
  // others wait for the end of an auction.
  workers: 3,
  timeout: 300_000,
  expect: { timeout: APPEARS_WITHIN_MS },
  use: {
    // server.ts has run before a process that runs tests reads this file.
    baseURL: ownServer()?.url,
    locale: "en-US",
    actionTimeout: APPEARS_WITHIN_MS,
    navigationTimeout: APPEARS_WITHIN_MS,
    // Each act, request and message of the console. A copy of the page at each act would take an eighth of the time.
    trace: { mode: "retain-on-failure", screenshots: false, snapshots: false, sources: false },
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
        // One process for the pages of a window, instead of one for each page that it opens.
        "--renderer-process-limit=1",
        `--disable-features=${DISABLED_FEATURES.join(",")}`,
      ],
    },
  },
});
