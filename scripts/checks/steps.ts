/** The steps of `npm test`: the checks, the test projects of vitest.config.ts, fastest first, and the browser tests. */
import path from "node:path";

import { ROOT } from "../server/project.ts";

export type CheckStep = {
  readonly name: string;
  /** The tool's script and its arguments. A test runner also gets the arguments for its report. */
  readonly run: readonly [script: string, ...args: string[]];
  /** The test runner whose report counts the tests. Null for a check, which counts as one. */
  readonly runner: "vitest" | "playwright" | null;
};

export const tool = (file: string) => path.join(ROOT, "node_modules", file);

const CHECKS: readonly CheckStep[] = [
  { name: "format", run: [tool("oxfmt/bin/oxfmt"), "--check", "."], runner: null },
  { name: "lint", run: [tool("oxlint/bin/oxlint"), "--type-aware", "--deny-warnings"], runner: null },
  { name: "types", run: [tool("typescript/bin/tsc"), "-b"], runner: null },
  { name: "lock", run: [path.join(ROOT, "scripts/checks/check-lock.ts")], runner: null },
];

const PROJECTS = ["rules", "scripts", "web", "worker", "proof"];

export const BROWSER: CheckStep = {
  name: "browser",
  run: [tool("@playwright/test/cli.js"), "test", "--config", path.join(ROOT, "web/e2e/playwright.config.ts")],
  runner: "playwright",
};

export const STEPS: readonly CheckStep[] = [
  ...CHECKS,
  ...PROJECTS.map((name) => ({
    name,
    run: [tool("vitest/vitest.mjs"), "run", "--project", name] as const,
    runner: "vitest" as const,
  })),
  BROWSER,
];

/** Names for groups of steps. */
export const GROUPS: Readonly<Record<string, readonly string[]>> = { check: CHECKS.map(({ name }) => name) };
