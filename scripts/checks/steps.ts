/** The steps of `npm test`: the three checks, then the test projects of vitest.config.ts, the fastest first. */
import path from "node:path";

import { ROOT } from "../server/project.ts";

export type Step = {
  readonly name: string;
  /** The script of a tool and its arguments. A test project also gets its report file. */
  readonly run: readonly [script: string, ...args: string[]];
  readonly isProject: boolean;
};

const tool = (file: string) => path.join(ROOT, "node_modules", file);

const CHECKS: readonly Step[] = [
  { name: "format", run: [tool("oxfmt/bin/oxfmt"), "--check", "."], isProject: false },
  { name: "lint", run: [tool("oxlint/bin/oxlint"), "--type-aware", "--deny-warnings"], isProject: false },
  { name: "types", run: [tool("typescript/bin/tsc"), "-b"], isProject: false },
];

const PROJECTS = ["rules", "scripts", "web", "worker", "proof", "browser"];

export const STEPS: readonly Step[] = [
  ...CHECKS,
  ...PROJECTS.map((name) => ({
    name,
    run: [tool("vitest/vitest.mjs"), "run", "--project", name] as const,
    isProject: true,
  })),
];

/** Names for groups of steps. */
export const GROUPS: Readonly<Record<string, readonly string[]>> = { check: CHECKS.map(({ name }) => name) };
