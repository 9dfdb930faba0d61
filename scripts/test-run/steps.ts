/** The steps of `npm test`: the checks, the tests in vitest.config.ts, and the browser tests. */
import path from "node:path";

import { ROOT } from "../command-line/project.ts";

export type CheckStep = {
  readonly name: string;
  /** The tool's script and its arguments. A test runner also gets the arguments for its report. */
  readonly command: readonly [script: string, ...args: string[]];
  /** The test runner whose report counts the tests. Null for a check, which counts as one. */
  readonly runner: "vitest" | "playwright" | null;
};

export const toolPath = (file: string) => path.join(ROOT, "node_modules", file);

const CHECKS: readonly CheckStep[] = [
  { name: "format", command: [toolPath("oxfmt/bin/oxfmt"), "--check", "."], runner: null },
  { name: "lint", command: [toolPath("oxlint/bin/oxlint"), "--type-aware", "--deny-warnings"], runner: null },
  { name: "types", command: [toolPath("typescript/bin/tsc"), "-b"], runner: null },
  { name: "lock", command: [path.join(ROOT, "scripts/checks/check-package-lock.ts")], runner: null },
];

const PROJECTS: readonly string[] = ["rules", "scripts", "web", "worker", "proof"];

export const BROWSER_STEP: CheckStep = {
  name: "browser",
  command: [toolPath("@playwright/test/cli.js"), "test", "--config", path.join(ROOT, "web/e2e/playwright.config.ts")],
  runner: "playwright",
};

/** Groups of names, for `--only`. */
const GROUPS: Readonly<Record<string, readonly string[]>> = { check: CHECKS.map(({ name }) => name), tests: PROJECTS };

/** The names that `--only` accepts: groups, steps and test projects. */
export const STEP_NAMES: readonly string[] = [
  ...Object.keys(GROUPS),
  ...[...CHECKS, BROWSER_STEP].map(({ name }) => name),
  ...PROJECTS,
];

/** Every step, or those in `only`. */
export function chooseSteps(only: readonly string[] = STEP_NAMES): CheckStep[] {
  const names = only.flatMap((name) => GROUPS[name] ?? [name]);
  const projects = PROJECTS.filter((project) => names.includes(project));
  return [
    ...CHECKS.filter(({ name }) => names.includes(name)),
    ...(projects.length > 0 ? [testStep(projects)] : []),
    ...(names.includes(BROWSER_STEP.name) ? [BROWSER_STEP] : []),
  ];
}

/** The test projects run together, so that one project's tests use the cores while another's wait. */
function testStep(projects: readonly string[]): CheckStep {
  const args = projects.flatMap((project) => ["--project", project]);
  return { name: "tests", command: [toolPath("vitest/vitest.mjs"), "run", ...args], runner: "vitest" };
}
