/**
 * How many tests in a step passed and failed. A check counts as one, and each runner's own report counts its tests. A
 * run without a trustworthy report (a crash, a file that doesn't load, no test at all) counts as a failure.
 */
import { stripVTControlCharacters } from "node:util";

import { z } from "zod";

export type Tally = {
  readonly passed: number;
  readonly failed: number;
  readonly remarks: readonly string[];
  /** Each failed test, with the beginning of its error. */
  readonly failures: readonly string[];
  /** Test files that Vitest ran. */
  readonly files: readonly string[];
};

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number().default(0),
  numTodoTests: z.number().default(0),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().default(""),
      assertionResults: z.array(
        z.object({
          status: z.string(),
          fullName: z.string().default(""),
          failureMessages: z.array(z.string()).default([]),
        }),
      ),
    }),
  ),
});

const playwrightSuite = z.object({
  file: z.string(),
  specs: z
    .array(
      z.object({
        title: z.string(),
        tests: z.array(
          z.object({
            status: z.string(),
            results: z.array(z.object({ errors: z.array(z.object({ message: z.string().optional() })) })),
          }),
        ),
      }),
    )
    .default([]),
  get suites() {
    return z.array(playwrightSuite).default([]);
  },
});
type PlaywrightSuite = z.infer<typeof playwrightSuite>;

const playwrightReport = z.object({
  suites: z.array(playwrightSuite),
  /** Failures outside the tests: a file that doesn't load, a server that doesn't start. */
  errors: z.array(z.object({ message: z.string().optional() })),
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
});

export function tallyCheck(exitCode: number): Tally {
  const failed = exitCode === 0 ? 0 : 1;
  return { passed: 1 - failed, failed, remarks: [], failures: [], files: [] };
}

/** `json` is the report's text, or null if there is none. */
export function tallyVitest(json: string | null, exitCode: number): Tally {
  const parsed = vitestReport.safeParse(parseReport(json));
  if (!parsed.success) return failedTally("the run crashed and left no report");
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = parsed.data;
  const broken = testResults.filter(
    ({ status, assertionResults }) => status === "failed" && !assertionResults.some((test) => test.status === "failed"),
  );
  const counts = {
    passed: numPassedTests,
    failed: numFailedTests + broken.length,
    skipped: numPendingTests + numTodoTests,
    remarks: broken.map(({ name }) => `${name} could not run`),
    failures: [
      ...broken.map(({ name, message }) => formatFailure(name, "could not run", message)),
      ...testResults.flatMap(({ name, assertionResults }) =>
        assertionResults
          .filter(({ status }) => status === "failed")
          .map(({ fullName, failureMessages }) => formatFailure(name, fullName, failureMessages.join("\n"))),
      ),
    ],
    files: testResults.map(({ name }) => name),
  };
  return tally(counts, exitCode);
}

/** Like `tallyVitest`. A test that passed only on a retry counts as failed. */
export function tallyPlaywright(json: string | null, exitCode: number): Tally {
  const parsed = playwrightReport.safeParse(parseReport(json));
  if (!parsed.success) return failedTally("the run crashed and left no report");
  const { suites, errors, stats } = parsed.data;
  const counts = {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
    remarks: errors.map(({ message = "an error outside the tests" }) => message.split("\n")[0] ?? ""),
    failures: suites.flatMap(failuresOf),
    files: [],
  };
  return tally(counts, exitCode);
}

function failuresOf({ file, specs, suites }: PlaywrightSuite): string[] {
  const own = specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === "unexpected" || status === "flaky")
      .map(({ results }) => {
        const messages = results.flatMap(({ errors }) => errors.map(({ message = "" }) => message));
        return formatFailure(file, title, messages.join("\n"));
      }),
  );
  return [...own, ...suites.flatMap(failuresOf)];
}

const MAX_ERROR_LINES = 12;

/** One failure as text. All failures are repeated at the end of the output, where a reader sees them. */
function formatFailure(file: string, test: string, message: string): string {
  const lines = stripVTControlCharacters(message).trimEnd().split("\n").slice(0, MAX_ERROR_LINES);
  return [`${file} › ${test}`, ...lines.map((line) => `    ${line}`)].join("\n");
}

function tally({ skipped, ...counted }: Tally & { readonly skipped: number }, exitCode: number): Tally {
  const { passed, failed } = counted;
  const remarks = skipped > 0 ? [...counted.remarks, `${skipped} skipped`] : counted.remarks;
  if (passed + failed === 0) return { ...counted, failed: 1, remarks: [...remarks, "no tests ran"] };
  if (failed > 0 || exitCode === 0) return { ...counted, remarks };
  return { ...counted, failed: 1, remarks: [...remarks, "something went wrong outside the tests (see above)"] };
}

export function failedTally(remark: string): Tally {
  return { passed: 0, failed: 1, remarks: [remark], failures: [], files: [] };
}

/** A test file that isn't in any project would never run. So after a full run, every file must have been reported. */
export function tallyUnlisted(existing: readonly string[], tallies: readonly Tally[]): Tally {
  const seen = new Set(tallies.flatMap(({ files }) => files));
  const unlisted = existing.filter((file) => !seen.has(file));
  return {
    passed: 0,
    failed: unlisted.length,
    remarks: unlisted.map((file) => `${file} belongs to no project`),
    failures: [],
    files: [],
  };
}

function parseReport(json: string | null): unknown {
  try {
    return JSON.parse(json ?? "");
  } catch {
    return null;
  }
}
