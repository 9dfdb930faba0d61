/** Simulates a share of the seeds in its own thread. It runs in plain Node, so no bundler transforms the code. */
import { registerHooks } from "node:module";
import { parentPort, workerData } from "node:worker_threads";

import type { SimulationResult } from "./simulate.ts";

export type SeedShare = { readonly seeds: readonly number[]; readonly isTraced: boolean };
export type SeedReport = {
  readonly counts: ReadonlyMap<string, number>;
  readonly failed: readonly SimulationResult[];
};

/** How many failing seeds to report. A bug in the room makes thousands fail, and five are enough to see it. */
const MAX_FAILURES = 5;

const stubUrl = new URL("./workers-stub.ts", import.meta.url).href;
registerHooks({
  resolve: (name, context, next) =>
    name === "cloudflare:workers" ? { url: stubUrl, shortCircuit: true } : next(name, context),
});
const { SimulatedDatabase } = await import("./database.ts");
const { simulate } = await import("./simulate.ts");

const { seeds, isTraced }: SeedShare = workerData;
const print = (...words: unknown[]) => process.stdout.write(`${words.join(" ")}\n`);
const db = new SimulatedDatabase();
const counts = new Map<string, number>();
const failed: SimulationResult[] = [];
for (const seed of seeds) {
  if (failed.length >= MAX_FAILURES) break;
  const result = await simulate(seed, db, isTraced ? print : undefined);
  for (const [kind, times] of result.counts) counts.set(kind, (counts.get(kind) ?? 0) + times);
  if (result.violations.length > 0) failed.push(result);
}
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage({ counts, failed } satisfies SeedReport);
