/** Writes the pages in `docs/results` and computes their numbers. No number in them is typed by hand. */
import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";

import { ROOT } from "../command-line/project.ts";

/** When and where a run took place. Every page says so. */
export function runDescription(): string {
  const cpu = os.cpus()[0]?.model ?? "unknown";
  const date = new Date().toISOString().slice(0, 10);
  const cores = `${os.availableParallelism()} cores (${cpu})`;
  const machine = `${cores}, Node ${process.versions.node}, ${os.type()} ${os.release()}`;
  return `on ${date}. Every number is from that one run.\nMachine: ${machine}`;
}

export async function writePage(name: string, text: string): Promise<void> {
  const file = path.join(ROOT, "docs/results", name);
  await writeFile(file, text);
  await promisify(execFile)(path.join(ROOT, "node_modules/.bin/oxfmt"), [file], { cwd: ROOT });
}

/** The value below which this share of the values lies. NaN if there are none. */
export function quantile(values: Float64Array | readonly number[], share: number): number {
  const sorted = Float64Array.from(values).toSorted();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}
