/** Writes the figures of a run into docs/results/reliability.md between its markers: none is typed by hand. */
import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";

import { root } from "../bench/runtime.ts";
import { round, type Shown } from "./checks.ts";

type Run = {
  readonly seed: number;
  readonly scale: number;
  readonly passed: number;
  readonly failed: number;
  readonly shown: readonly Shown[];
};

const PAGE = path.join(root, "docs/results/reliability.md");

export async function writeReport(run: Run): Promise<void> {
  const page = await readFile(PAGE, "utf8");
  const [begin, end] = ["<!-- torture begins -->", "<!-- torture ends -->"];
  const from = page.indexOf(begin);
  const to = page.indexOf(end);
  if (from < 0 || to < from) throw new Error(`${PAGE} has no place for the figures`);
  await writeFile(PAGE, `${page.slice(0, from)}${begin}\n\n${figuresOf(run)}\n\n${page.slice(to)}`);
  await promisify(execFile)(path.join(root, "node_modules/.bin/oxfmt"), [PAGE], { cwd: root });
}

function figuresOf({ seed, scale, passed, failed, shown }: Run): string {
  const seconds = shown.reduce((all, phase) => all + phase.seconds, 0);
  const cpu = os.cpus()[0]?.model ?? "unknown";
  const head = `\`npm run torture\` on ${new Date().toISOString().slice(0, 10)}, seed ${seed}, scale ${scale}, ${seconds} s, ${os.availableParallelism()} cores (${cpu}), Node ${process.versions.node}: **${passed} passed, ${failed} failed**.`;
  return [head, ...shown.map(tableOf)].join("\n\n");
}

function tableOf({ phase, seconds, figures, checks }: Shown): string {
  const held = checks.filter(({ held: holds }) => holds).length;
  const broken = checks.filter(({ held: holds }) => !holds).map(({ rule }) => `- not held: ${rule}`);
  const rows = Object.entries(figures).map(([name, value]) => `| ${name} | ${round(value)} |`);
  const title = `### ${phase.slice(0, 1).toUpperCase()}${phase.slice(1)}`;
  const count = `${held} of ${checks.length} rules held, ${seconds} s.`;
  return [title, count, ...broken, ["| figure | |", "| --- | ---: |", ...rows].join("\n")].join("\n\n");
}
