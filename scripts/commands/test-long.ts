/**
 * `npm run test:long`: the tests that take too long for `npm test`, run nightly. Random tests make many more choices
 * from new seeds, the browser runs only its nightly tests, and the torture run has all its phases. Everything runs,
 * even if something fails.
 */
import { spawnSync } from "node:child_process";
import path from "node:path";

import { QUIET_ENV, ROOT } from "../command-line/project.ts";
import { ensureChromium } from "../test-run/chromium.ts";
import { BROWSER_STEP, toolPath } from "../test-run/steps.ts";

const vitest = (...args: string[]) => [toolPath("vitest/vitest.mjs"), "run", ...args];
const RANDOM_TESTS = ["scripts/proof/oracle", "scripts/proof/fuzz", "scripts/proof/simulation"];

/** Tests that `npm test` runs only in part, or skips. */
const PARTIAL_TESTS = [
  "worker/routes/token-access.test.ts",
  "worker/catalogue/search.test.ts",
  "worker/db/hundred-thousand.test.ts",
  "worker/room/live/relay-frames.test.ts",
  "scripts/proof/threats/cross-site.test.ts",
  "scripts/proof/threats/one-address.test.ts",
  "scripts/checks/deploy-steps.test.ts",
];

const RUNS: Readonly<Record<string, readonly string[]>> = {
  random: vitest("--project", "rules", "--project", "proof", "--project", "worker", ...RANDOM_TESTS),
  partial: vitest("--project", "worker", "--project", "scripts", ...PARTIAL_TESTS),
  browser: [...BROWSER_STEP.command, "--grep", "@nightly"],
  torture: [path.join(ROOT, "scripts/proof/torture/main.ts")],
};

ensureChromium();
const failedRuns = Object.entries(RUNS).flatMap(([name, run]) => {
  console.log(`\n── ${name} ${"─".repeat(70 - name.length)}`);
  const env = { ...process.env, ...QUIET_ENV, LOTLINE_LONG: "1" };
  const { status } = spawnSync(process.execPath, run, { cwd: ROOT, env, stdio: "inherit" });
  return status === 0 ? [] : [name];
});
console.log(failedRuns.length === 0 ? "\nAll passed" : `\nFailed: ${failedRuns.join(", ")}`);
process.exitCode = failedRuns.length === 0 ? 0 : 1;
