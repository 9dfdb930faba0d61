/**
 * 500 simulated worlds with faults, with the same seeds each time. LOTLINE_LONG=1 adds fresh ones. LOTLINE_SEEDS sets
 * how many of the fixed seeds run. LOTLINE_SEED=n repeats that one and prints what happens in it.
 */
import { availableParallelism } from "node:os";
import path from "node:path";
import { Worker } from "node:worker_threads";

import { beforeAll, expect, it } from "vitest";

import { seedsOf } from "../seeds.ts";
import type { SeedReport, SeedShare } from "./seeds.worker.ts";

const only = process.env["LOTLINE_SEED"];
const isNightly = process.env["LOTLINE_LONG"] === "1";
const FIXED_COUNT = Number(process.env["LOTLINE_SEEDS"] ?? 500);
const FRESH_COUNT = isNightly ? 10_000 : 0;
const seeds =
  only === undefined ? seedsOf(FIXED_COUNT + FRESH_COUNT, { freshCount: FRESH_COUNT, firstSeed: "" }) : [Number(only)];
const count = seeds.length;

/**
 * The faults, and the less common facts and refusals (`simulate.ts`), that a run must include to prove anything, each
 * in more than 1% of the seeds. Checked only with 500 seeds or more.
 */
const REQUIRED_KINDS = [
  "crash before the commit",
  "crash before the answer is sent",
  "crash between turns",
  "eviction",
  "disk",
  "alarm late",
  "alarm twice",
  "alarm lost, early or twice",
  "client",
  "outage",
  "room fails",
  "relay fails",
  "inbox fails",
  "D1 fails",
  "two instances",
  "Worker ends",
  "D1 restored",
  "bidAdjusted",
  "maximumChanged",
  "bidWithdrawn mistake",
  "bidWithdrawn released",
  "bidVoided seller",
  "bidVoided admin",
  "buyerReleased",
  "openedMaximum",
  "openedReserve",
  "bought",
  "bid_unusual",
  "new_member_amount",
  "withdrawal_reveals",
  "an account is deleted",
  "a deletion is called off",
  ...["D1", "inbox"].flatMap((subscriber) =>
    ["failsBefore", "failsAfter", "hangs", "hangsAfter", "late"].map((fate) => `${subscriber} ${fate}`),
  ),
];

let reports: readonly SeedReport[] = [];

function simulate(share: SeedShare): Promise<SeedReport> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(path.join(import.meta.dirname, "seeds.worker.ts"), { workerData: share });
    worker.once("message", resolve);
    worker.once("error", reject);
    worker.once("exit", (code) => reject(new Error(`a thread ended with ${code}`)));
  });
}

const countOf = (kind: string) => reports.reduce((all, { counts }) => all + (counts.get(kind) ?? 0), 0);

beforeAll(async () => {
  const threads = Math.min(availableParallelism(), count);
  const startedAt = performance.now();
  const shareOf = (thread: number) => seeds.filter((_, at) => at % threads === thread);
  reports = await Promise.all(
    Array.from({ length: threads }, (_, index) => simulate({ seeds: shareOf(index), isTraced: only !== undefined })),
  );
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  console.log(
    `${countOf("simulations")} simulations, up to seed ${seeds.at(-1)}: ${countOf("commands")} commands, ` +
      `${countOf("facts")} facts, ${countOf("turns")} turns in ${seconds} s`,
  );
}, 3_600_000);

it("a seed plays out the same no matter which seeds ran before it", async () => {
  const pair = [2155, 2156];
  const played = await Promise.all(
    [pair, pair.toReversed()].map((order) => simulate({ seeds: order, isTraced: false })),
  );
  const [forward, reversed] = played.map(({ counts }) => Object.fromEntries(counts));
  expect(forward).toEqual(reversed);
});

it("no room violates an invariant under crashes, lost alarms, outages and retries", () => {
  const violations = reports
    .flatMap(({ failed }) => failed)
    .flatMap(({ seed, violations: found }) =>
      found.map((violation) => `LOTLINE_SEED=${seed} reproduces it: ${violation}`),
    );
  expect(violations).toEqual([]);
  expect(countOf("simulations")).toBe(count);
});

it("the simulations include thousands of events and every kind of fault", () => {
  if (count < 500) return;
  // A run in which little happened proves little, so it fails.
  expect(countOf("facts")).toBeGreaterThan(7 * count);
  expect(REQUIRED_KINDS.filter((kind) => countOf(kind) <= count / 100)).toEqual([]);
});
