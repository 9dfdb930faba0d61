/**
 * `npm run mutants`: plants each mistake of the list into a copy of the tree, runs the fast tests until one fails, and
 * prints which one that was; then has Stryker change the law everywhere. Ends with 1 when a planted mistake survives or
 * Stryker's score is too low. Words after the command choose planted mistakes by name, and leave Stryker out.
 */
import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { PLANTED, type Planted, withMistake } from "./planted.ts";

const ROOT = path.resolve(import.meta.dirname, "../../..");
const LEFT_BEHIND = new Set(["node_modules", ".git", "dist", ".types", ".wrangler", "coverage"]);

type Suite = { readonly name: string; readonly vitest: readonly string[]; readonly env?: Record<string, string> };

const LAW: Suite = { name: "the law's tables and properties", vitest: ["--project", "rules", "worker/rules"] };
const ENGINE: Suite = {
  name: "the engine beside the plain model",
  vitest: ["--project", "proof", "scripts/proof/engine"],
};
const SIMULATION: Suite = {
  name: "the simulation",
  vitest: ["--project", "proof", "scripts/proof/simulation"],
  env: { LOTLINE_SEEDS: "1500" },
};
const FEEDS: Suite = { name: "a feed with its clock", vitest: ["--project", "rules", "worker/room"] };
const ROOMS: Suite = {
  name: "rooms, inboxes and what D1 is told, in workerd",
  vitest: ["--project", "worker", "worker/room", "worker/inbox", "worker/catalogue/projection"],
};
const ALL = [LAW, ENGINE, FEEDS, SIMULATION, ROOMS];

type Caught = { readonly suite: Suite; readonly test: string };
type TestReport = {
  testResults: { assertionResults: { status: string; fullName: string; failureMessages: string[] }[] }[];
};

const copy = mkdtempSync(path.join(tmpdir(), "lotline-mutants-"));
try {
  cpSync(ROOT, copy, { recursive: true, filter: (from) => !LEFT_BEHIND.has(path.relative(ROOT, from)) });
  symlinkSync(path.join(ROOT, "node_modules"), path.join(copy, "node_modules"));
  const survived = await run();
  const scoreIsLow = process.argv.length > 2 ? 0 : await changeTheLaw();
  process.exitCode = survived || scoreIsLow ? 1 : 0;
} finally {
  rmSync(copy, { recursive: true, force: true });
}

async function run(): Promise<number> {
  const words = process.argv.slice(2);
  const chosen = PLANTED.filter(({ name, file }) => words.every((word) => `${name} ${file}`.includes(word)));
  for (const suite of ALL) {
    const failed = await firstFailure(suite);
    if (failed !== null) throw new Error(`without any mistake, ${suite.name} fail: ${failed}`);
  }
  let survivors = 0;
  for (const planted of chosen) {
    const startedAt = performance.now();
    const caught = await plant(planted);
    if (!caught) survivors += 1;
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0).padStart(3);
    const by = caught ? `${caught.suite.name}: ${caught.test}` : "NOBODY";
    console.log(`${caught ? "caught  " : "SURVIVED"} ${seconds} s  ${planted.name}\n                 by ${by}`);
  }
  console.log(`${chosen.length - survivors} of ${chosen.length} planted mistakes caught`);
  return survivors === 0 && chosen.length > 0 ? 0 : 1;
}

/** One at a time: what it measures is the tests and not the machine. */
async function changeTheLaw(): Promise<number> {
  const stryker = path.join(ROOT, "node_modules/@stryker-mutator/core/bin/stryker.js");
  const flags = ["run", "scripts/proof/mutants/stryker.config.json", "--concurrency", "1"];
  const child = spawn(process.execPath, [stryker, ...flags], { cwd: ROOT, stdio: "inherit" });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => resolve(code ?? 1));
  });
}

async function plant(planted: Planted): Promise<Caught | null> {
  const target = path.join(copy, planted.file);
  const original = readFileSync(target, "utf8");
  writeFileSync(target, withMistake(original, planted));
  try {
    const suites = planted.file.startsWith("worker/rules") ? ALL : [FEEDS, SIMULATION, ROOMS];
    for (const suite of suites) {
      const test = await firstFailure(suite);
      if (test !== null) return { suite, test };
    }
    return null;
  } finally {
    writeFileSync(target, original);
  }
}

/** The first test of a suite that fails, and how; null when all pass. */
async function firstFailure({ name, vitest, env }: Suite): Promise<string | null> {
  const output = path.join(copy, "report.json");
  rmSync(output, { force: true });
  const flags = ["run", "--reporter=json", `--outputFile=${output}`, "--bail=1", ...vitest];
  const program = path.join(copy, "node_modules/vitest/vitest.mjs");
  const code = await new Promise<number | null>((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...flags], {
      cwd: copy,
      stdio: "ignore",
      env: { ...process.env, ...env },
    });
    child.once("error", reject);
    child.once("exit", resolve);
  });
  if (code === 0) return null;
  const report: TestReport = JSON.parse(readFileSync(output, "utf8"));
  const failed = report.testResults.flatMap((file) => file.assertionResults).find(({ status }) => status === "failed");
  if (!failed) return `${name} ended with ${code}`;
  const [message] = failed.failureMessages.join(" ").split("\n");
  return `${failed.fullName}\n                    ${message?.slice(0, 150)}`;
}
