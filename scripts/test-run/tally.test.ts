import { describe, expect, it } from "vitest";

import { tallyCheck, tallyUnlisted, tallyPlaywright, tallyVitest } from "./tally.ts";

function vitestReport(change: object = {}): string {
  const tests = { numPassedTests: 2, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0 };
  const file = { name: "a.test.ts", status: "passed", assertionResults: [{ status: "passed" }, { status: "passed" }] };
  return JSON.stringify({ ...tests, testResults: [file], ...change });
}

function playwrightReport(stats: object = {}, change: object = {}): string {
  return JSON.stringify({
    suites: [{ file: "a.test.ts" }],
    errors: [],
    stats: { expected: 2, unexpected: 0, flaky: 0, skipped: 0, ...stats },
    ...change,
  });
}

describe("the result of a step", () => {
  it("the tally counts a check as one passed or failed result", () => {
    expect(tallyCheck(0)).toMatchObject({ passed: 1, failed: 0 });
    expect(tallyCheck(2)).toMatchObject({ passed: 0, failed: 1 });
  });

  it("the tally counts a project's passed and failed tests", () => {
    expect(tallyVitest(vitestReport(), 0)).toEqual({
      passed: 2,
      failed: 0,
      remarks: [],
      failures: [],
      files: ["a.test.ts"],
    });
    expect(tallyVitest(vitestReport({ numFailedTests: 3 }), 1)).toMatchObject({ passed: 2, failed: 3 });
  });

  it("a missing or incomplete report counts as a failure", () => {
    expect(tallyVitest(null, 139)).toMatchObject({ passed: 0, failed: 1 });
    expect(tallyVitest('{"numPassedTests": 2', 0)).toMatchObject({ passed: 0, failed: 1 });
    expect(tallyVitest("{}", 0)).toMatchObject({ passed: 0, failed: 1 });
  });

  it("a project without tests counts as a failure", () => {
    expect(tallyVitest(vitestReport({ numPassedTests: 0, testResults: [] }), 0)).toMatchObject({
      passed: 0,
      failed: 1,
    });
  });

  it("a file that doesn't load counts as a failure on top of the other files' tests", () => {
    const broken = { name: "b.test.ts", status: "failed", assertionResults: [] };
    const report = vitestReport({ testResults: [broken] });
    expect(tallyVitest(report, 1)).toMatchObject({ passed: 2, failed: 1, remarks: ["b.test.ts could not run"] });
  });

  it("an error outside every test counts as a failure", () => {
    expect(tallyVitest(vitestReport(), 1)).toMatchObject({ passed: 2, failed: 1 });
  });

  it("the tally reports a skipped test, which counts as neither passed nor failed", () => {
    const report = vitestReport({ numPendingTests: 1, numTodoTests: 1 });
    expect(tallyVitest(report, 0)).toMatchObject({ passed: 2, failed: 0, remarks: ["2 skipped"] });
  });

  it("a Playwright test that passes only on a retry counts as failed", () => {
    const twoPassed = { passed: 2, failed: 0, remarks: [], failures: [], files: [] };
    expect(tallyPlaywright(playwrightReport(), 0)).toEqual(twoPassed);
    expect(tallyPlaywright(playwrightReport({ unexpected: 1, flaky: 1, skipped: 3 }), 1)).toMatchObject({
      passed: 2,
      failed: 2,
      remarks: ["3 skipped"],
    });
  });

  it("a Playwright run fails without a report or tests, or on an error outside a test", () => {
    const failedRun = { passed: 0, failed: 1 };
    expect(tallyPlaywright(null, 143)).toMatchObject(failedRun);
    expect(tallyPlaywright("{}", 0)).toMatchObject(failedRun);
    expect(tallyPlaywright(playwrightReport({ expected: 0 }), 0)).toMatchObject(failedRun);
    expect(tallyPlaywright(playwrightReport(), 1)).toMatchObject({ passed: 2, failed: 1 });
    const errors = [{ message: "SyntaxError: a.test.ts\n  at line 1" }];
    expect(tallyPlaywright(playwrightReport({}, { errors }), 1)).toMatchObject({
      passed: 2,
      failed: 1,
      remarks: ["SyntaxError: a.test.ts"],
    });
  });

  it("the tally lists each failed test along with its error", () => {
    const failed = {
      status: "failed",
      fullName: "a list is sorted",
      failureMessages: ["\u001b[31mexpected 1\u001b[39m"],
    };
    const file = { name: "a.test.ts", status: "failed", assertionResults: [{ status: "passed" }, failed] };
    const unit = tallyVitest(vitestReport({ numFailedTests: 1, testResults: [file] }), 1);
    expect(unit.failures).toEqual(["a.test.ts › a list is sorted\n    expected 1"]);

    const result = (message: string) => ({ errors: [{ message }] });
    const spec = {
      title: "a dialog opens",
      tests: [
        { status: "unexpected", results: [result("timeout"), result("timeout again")] },
        { status: "expected", results: [{ errors: [] }] },
      ],
    };
    const suites = [{ file: "a.test.ts", specs: [], suites: [{ file: "a.test.ts", specs: [spec] }] }];
    const browser = tallyPlaywright(playwrightReport({ unexpected: 1 }, { suites }), 1);
    expect(browser.failures).toEqual(["a.test.ts › a dialog opens\n    timeout\n    timeout again"]);
  });

  it("a test file that no project ran counts as a failure", () => {
    const tally = tallyVitest(vitestReport(), 0);
    expect(tallyUnlisted(["a.test.ts"], [tally])).toMatchObject({ failed: 0 });
    expect(tallyUnlisted(["a.test.ts", "b.test.ts"], [tally])).toMatchObject({
      failed: 1,
      remarks: ["b.test.ts belongs to no project"],
    });
  });
});
