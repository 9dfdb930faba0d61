/**
 * `npm test`: everything a change must pass. Works even before anything is installed. Each step prints its progress.
 * The last line is the total, `N passed, N failed`.
 */
import { spawn } from "node:child_process";
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { parseOrThrow } from "../command-line/options.mjs";
import { Problem } from "../command-line/problem.mjs";
import { QUIET_ENV, ROOT } from "../command-line/project.ts";
import { runUntilStopped } from "../command-line/run-until-stopped.ts";
import { ensureChromium } from "../test-run/chromium.ts";
import { type CheckStep, chooseSteps, STEP_NAMES } from "../test-run/steps.ts";
import { failedTally, type Tally, tallyCheck, tallyUnlisted, tallyPlaywright, tallyVitest } from "../test-run/tally.ts";

/** Far longer than any step takes. Stops a step that hangs, so that the remaining steps are still reported. */
const STEP_TIMEOUT_MS = 30 * 60_000;
/** A step that has not stopped this long after SIGTERM is killed. */
const STOP_TIMEOUT_MS = 5_000;

type FinishedStep = { readonly name: string; readonly tally: Tally; readonly seconds: number };

const reports = mkdtempSync(path.join(tmpdir(), "lotline-test-"));
let runningPid: number | undefined;

await runUntilStopped(async (onStop) => {
  onStop(() => rmSync(reports, { recursive: true, force: true }));
  onStop(() => signalStep("SIGTERM"));
  const only = chosenNames();
  const finishedSteps: FinishedStep[] = [];
  for (const step of chooseSteps(only)) {
    const startedAt = Date.now();
    const tally = await runStep(step);
    finishedSteps.push({ name: step.name, tally, seconds: Math.round((Date.now() - startedAt) / 1_000) });
  }
  if (only === undefined) {
    const unlisted = tallyUnlisted(
      testFiles(),
      finishedSteps.map(({ tally }) => tally),
    );
    if (unlisted.failed > 0) finishedSteps.push({ name: "unlisted", tally: unlisted, seconds: 0 });
  }
  summarize(finishedSteps);
  rmSync(reports, { recursive: true, force: true });
});

function chosenNames(): string[] | undefined {
  const usage = `Usage: npm test -- [--only NAME,NAME]  with names from ${STEP_NAMES.join(", ")}`;
  const { only } = parseOrThrow(usage, { options: { only: { type: "string" } } }).values;
  const names = only?.split(",");
  const unknown = names?.find((name) => !STEP_NAMES.includes(name));
  if (unknown !== undefined) throw new Problem(`There is no step "${unknown}".\n${usage}`);
  return names;
}

async function runStep(step: CheckStep): Promise<Tally> {
  console.log(`\n── ${step.name} ${"─".repeat(70 - step.name.length)}`);
  if (step.runner === null) return tallyCheck(await runToEnd(step.command));
  const file = path.join(reports, `${step.name}.json`);
  const report = () => (existsSync(file) ? readFileSync(file, "utf8") : null);
  if (step.runner === "playwright") {
    if (!ensureChromium()) return failedTally("no browser");
    const exitCode = await runToEnd([...step.command, "--reporter=list,json"], { PLAYWRIGHT_JSON_OUTPUT_FILE: file });
    return tallyPlaywright(report(), exitCode);
  }
  const exitCode = await runToEnd([
    ...step.command,
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${file}`,
  ]);
  return tallyVitest(report(), exitCode);
}

/** Runs a step in its own process group, so that its child processes stop with it. */
function runToEnd(command: readonly string[], extraEnv: Readonly<Record<string, string>> = {}): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, command, {
      cwd: ROOT,
      env: { ...process.env, ...QUIET_ENV, ...extraEnv },
      stdio: ["ignore", "inherit", "inherit"],
      detached: true,
    });
    runningPid = child.pid;
    const timer = setTimeout(() => {
      console.error(`This step took longer than ${STEP_TIMEOUT_MS / 60_000} minutes and was stopped.`);
      signalStep("SIGTERM");
      setTimeout(() => signalStep("SIGKILL"), STOP_TIMEOUT_MS).unref();
    }, STEP_TIMEOUT_MS);
    const finish = (code: number) => {
      clearTimeout(timer);
      runningPid = undefined;
      resolve(code);
    };
    child.on("error", () => finish(1));
    child.on("exit", (code) => finish(code ?? 1));
  });
}

function signalStep(signal: NodeJS.Signals): void {
  if (runningPid === undefined) return;
  try {
    process.kill(-runningPid, signal);
  } catch {
    // It has already exited.
  }
}

/** All but the browser tests. Playwright runs every file in their folder, some of them only at night. */
function testFiles(): string[] {
  const files = globSync("{scripts,web,worker}/**/*.test.{ts,tsx}", { cwd: ROOT, exclude: ["web/e2e/**/*.test.ts"] });
  return files.map((file) => path.join(ROOT, file));
}

function summarize(steps: readonly FinishedStep[]): void {
  console.log(`\n${"─".repeat(74)}`);
  for (const failed of steps.flatMap(({ tally }) => tally.failures)) console.log(`✗ ${failed}\n`);
  for (const { name, tally, seconds } of steps) {
    const { passed, failed, remarks } = tally;
    const symbol = failed > 0 ? "✗" : "✓";
    const note = remarks.length > 0 ? `  (${remarks.join("; ")})` : "";
    console.log(`${symbol} ${name.padEnd(9)} ${passed} passed, ${failed} failed, ${seconds} s${note}`);
  }
  const sum = (outcome: "passed" | "failed") => steps.reduce((total, { tally }) => total + tally[outcome], 0);
  console.log(`\n${sum("passed")} passed, ${sum("failed")} failed`);
  process.exitCode = sum("failed") > 0 ? 1 : 0;
}
