import { describe, expect, it } from "vitest";

import { tallyCheck, tallyForgotten, tallyProject } from "./tally.ts";

function aReport(change: object = {}): string {
  const tests = { numPassedTests: 2, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0 };
  const file = { name: "a.test.ts", status: "passed", assertionResults: [{ status: "passed" }, { status: "passed" }] };
  return JSON.stringify({ ...tests, testResults: [file], ...change });
}

describe("the result of a step", () => {
  it("a check counts as one result", () => {
    expect(tallyCheck(0)).toMatchObject({ passed: 1, failed: 0 });
    expect(tallyCheck(2)).toMatchObject({ passed: 0, failed: 1 });
  });

  it("a project counts its tests", () => {
    expect(tallyProject(aReport(), 0)).toEqual({ passed: 2, failed: 0, remarks: [], files: ["a.test.ts"] });
    expect(tallyProject(aReport({ numFailedTests: 3 }), 1)).toMatchObject({ passed: 2, failed: 3 });
  });

  it("a run with a missing or incomplete report is a failure", () => {
    expect(tallyProject(null, 139)).toMatchObject({ passed: 0, failed: 1 });
    expect(tallyProject('{"numPassedTests": 2', 0)).toMatchObject({ passed: 0, failed: 1 });
    expect(tallyProject("{}", 0)).toMatchObject({ passed: 0, failed: 1 });
  });

  it("a project without a test is a failure", () => {
    expect(tallyProject(aReport({ numPassedTests: 0, testResults: [] }), 0)).toMatchObject({ passed: 0, failed: 1 });
  });

  it("a file that does not load is a failure, in addition to the tests of other files", () => {
    const broken = { name: "b.test.ts", status: "failed", assertionResults: [] };
    const report = aReport({ testResults: [broken] });
    expect(tallyProject(report, 1)).toMatchObject({ passed: 2, failed: 1, remarks: ["b.test.ts could not run"] });
  });

  it("an error outside every test is a failure", () => {
    expect(tallyProject(aReport(), 1)).toMatchObject({ passed: 2, failed: 1 });
  });

  it("a skipped test is neither passed nor failed, and is reported", () => {
    const report = aReport({ numPendingTests: 1, numTodoTests: 1 });
    expect(tallyProject(report, 0)).toMatchObject({ passed: 2, failed: 0, remarks: ["2 skipped"] });
  });

  it("a test file that no project ran is a failure", () => {
    const tally = tallyProject(aReport(), 0);
    expect(tallyForgotten(["a.test.ts"], [tally])).toMatchObject({ failed: 0 });
    expect(tallyForgotten(["a.test.ts", "b.test.ts"], [tally])).toMatchObject({
      failed: 1,
      remarks: ["b.test.ts belongs to no project"],
    });
  });
});
