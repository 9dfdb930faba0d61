/**
 * How many tests of a step passed and failed. A check counts as one; tests are counted by their runner's own report. A
 * run without a trustworthy report (a crash, a file that does not load, no test at all) counts as a failure.
 */
import path from "node:path";

import { z } from "zod";

export type Tally = {
  readonly passed: number;
  readonly failed: number;
  readonly remarks: readonly string[];
  /** The test files that were run. */
  readonly files: readonly string[];
};

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number().default(0),
  numTodoTests: z.number().default(0),
  testResults: z.array(
    z.object({ name: z.string(), status: z.string(), assertionResults: z.array(z.object({ status: z.string() })) }),
  ),
});

const playwrightReport = z.object({
  config: z.object({ rootDir: z.string() }),
  suites: z.array(z.object({ file: z.string() })),
  /** What went wrong outside the tests: a file that does not load, a server that does not start. */
  errors: z.array(z.object({ message: z.string().optional() })),
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
});

export function tallyCheck(exitCode: number): Tally {
  const failed = exitCode === 0 ? 0 : 1;
  return { passed: 1 - failed, failed, remarks: [], files: [] };
}

/** `json` is the text of the report, or null when there is none. */
export function tallyVitest(json: string | null, exitCode: number): Tally {
  const read = vitestReport.safeParse(parsed(json));
  if (!read.success) return failure("the run crashed and left no report");
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = read.data;
  const broken = testResults.filter(
    ({ status, assertionResults }) => status === "failed" && !assertionResults.some((test) => test.status === "failed"),
  );
  const counts = {
    passed: numPassedTests,
    failed: numFailedTests + broken.length,
    skipped: numPendingTests + numTodoTests,
    remarks: broken.map(({ name }) => `${name} could not run`),
    files: testResults.map(({ name }) => name),
  };
  return tally(counts, exitCode);
}

/** As for vitest. A test that passed only when it was repeated has failed. */
export function tallyPlaywright(json: string | null, exitCode: number): Tally {
  const read = playwrightReport.safeParse(parsed(json));
  if (!read.success) return failure("the run crashed and left no report");
  const { config, suites, errors, stats } = read.data;
  const counts = {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
    remarks: errors.map(({ message = "an error outside the tests" }) => message.split("\n")[0] ?? ""),
    files: [...new Set(suites.map(({ file }) => path.join(config.rootDir, file)))],
  };
  return tally(counts, exitCode);
}

function tally(
  { passed, failed, skipped, remarks, files }: Tally & { readonly skipped: number },
  exitCode: number,
): Tally {
  const all = skipped > 0 ? [...remarks, `${skipped} skipped`] : remarks;
  if (passed + failed === 0) return { passed, failed: 1, remarks: [...all, "there is no test"], files };
  if (failed > 0 || exitCode === 0) return { passed, failed, remarks: all, files };
  return { passed, failed: 1, remarks: [...all, "something went wrong outside the tests, see above"], files };
}

export function failure(remark: string): Tally {
  return { passed: 0, failed: 1, remarks: [remark], files: [] };
}

/** A test file that no project includes would never run and never fail: after a full run, each must have been seen. */
export function tallyForgotten(existing: readonly string[], tallies: readonly Tally[]): Tally {
  const seen = new Set(tallies.flatMap(({ files }) => files));
  const forgotten = existing.filter((file) => !seen.has(file));
  return {
    passed: 0,
    failed: forgotten.length,
    remarks: forgotten.map((file) => `${file} belongs to no project`),
    files: [],
  };
}

function parsed(json: string | null): unknown {
  try {
    return JSON.parse(json ?? "");
  } catch {
    return null;
  }
}
