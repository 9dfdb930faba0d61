/**
 * The result of a step. A check counts as one; the tests of a project are counted from vitest's report. A step without a
 * reliable report (a crash, a file that does not load, no test at all) counts as a failure.
 */
import { z } from "zod";

export type Tally = {
  readonly passed: number;
  readonly failed: number;
  readonly remarks: readonly string[];
  /** Test files that were run. */
  readonly files: readonly string[];
};

const report = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number().default(0),
  numTodoTests: z.number().default(0),
  testResults: z.array(
    z.object({ name: z.string(), status: z.string(), assertionResults: z.array(z.object({ status: z.string() })) }),
  ),
});

export function tallyCheck(exitCode: number): Tally {
  const failed = exitCode === 0 ? 0 : 1;
  return { passed: 1 - failed, failed, remarks: [], files: [] };
}

/** `json` is the text of the report, or null when there is none. */
export function tallyProject(json: string | null, exitCode: number): Tally {
  const read = report.safeParse(parsed(json));
  if (!read.success) return failure("the run crashed and left no report");
  const { numPassedTests: passed, numFailedTests, numPendingTests, numTodoTests, testResults } = read.data;
  const broken = testResults.filter(
    ({ status, assertionResults }) => status === "failed" && !assertionResults.some((test) => test.status === "failed"),
  );
  const remarks = broken.map(({ name }) => `${name} could not run`);
  const skipped = numPendingTests + numTodoTests;
  if (skipped > 0) remarks.push(`${skipped} skipped`);
  let failed = numFailedTests + broken.length;
  if (passed + failed === 0) {
    failed = 1;
    remarks.push("there is no test");
  } else if (failed === 0 && exitCode !== 0) {
    failed = 1;
    remarks.push("something went wrong outside the tests, see above");
  }
  return { passed, failed, remarks, files: testResults.map(({ name }) => name) };
}

export function failure(remark: string): Tally {
  return { passed: 0, failed: 1, remarks: [remark], files: [] };
}

/** A test file that no project includes would never run: after a full run, every file must have been reported. */
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
