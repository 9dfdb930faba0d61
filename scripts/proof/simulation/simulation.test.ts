/**
 * Ten thousand lives of an auction under fire. LOTLINE_SEEDS sets how many, LOTLINE_FIRST_SEED where to begin;
 * LOTLINE_SEED=n lives that one again and prints what happens in it.
 */
import { availableParallelism } from "node:os";
import path from "node:path";
import { Worker } from "node:worker_threads";

import { expect, it } from "vitest";

import type { Report, Share } from "./lives.worker.ts";

const only = process.env["LOTLINE_SEED"];
const first = Number(only ?? process.env["LOTLINE_FIRST_SEED"] ?? 1);
const count = only === undefined ? Number(process.env["LOTLINE_SEEDS"] ?? 10_000) : 1;

/** What must have struck in a run for it to have shown anything. */
const STRIKES = [
  "crash before the commit",
  "crash before the answer leaves",
  "crash between turns",
  "eviction",
  "disk",
  "alarm late",
  "alarm twice",
  "alarm lost, early or twice",
  "client",
  "outage",
  ...["D1", "inbox"].flatMap((reader) =>
    ["failsBefore", "failsAfter", "hangs", "hangsDone", "late"].map((fate) => `${reader} ${fate}`),
  ),
];

function live(share: Share): Promise<Report> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(path.join(import.meta.dirname, "lives.worker.ts"), { workerData: share });
    worker.once("message", resolve);
    worker.once("error", reject);
    worker.once("exit", (code) => reject(new Error(`a thread of lives ended with ${code}`)));
  });
}

it("keeps every invariant through crashes, lost alarms, failing readers and retries", async () => {
  const threads = Math.min(availableParallelism(), count);
  const startedAt = performance.now();
  const reports = await Promise.all(
    Array.from({ length: threads }, (_, index) =>
      live({ from: first + index, to: first + count - 1, step: threads, trace: only !== undefined }),
    ),
  );
  const failed = reports.flatMap((report) => report.failed);
  const told = failed.map(({ seed, faults }) => `LOTLINE_SEED=${seed} lives it again: ${faults.join("; ")}`);
  if (told.length > 0) throw new Error(told.join("\n"));
  const sum = (key: "lives" | "facts" | "commands" | "turns") => reports.reduce((all, report) => all + report[key], 0);
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  console.log(
    `${sum("lives")} lives from seed ${first}: ${sum("commands")} commands, ${sum("facts")} facts, ` +
      `${sum("turns")} turns in ${seconds} s`,
  );
  expect(sum("lives")).toBe(count);
  if (count < 1_000) return;
  // Fails closed: a run in which little happened has proven little.
  expect(sum("facts")).toBeGreaterThan(7 * count);
  for (const kind of STRIKES) {
    const times = reports.reduce((all, { struck }) => all + (struck.get(kind) ?? 0), 0);
    expect({ kind, enough: times > count / 100 }).toEqual({ kind, enough: true });
  }
});
