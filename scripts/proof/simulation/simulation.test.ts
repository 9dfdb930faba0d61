/**
 * 500 simulated worlds with faults, with the same seeds each time. LOTLINE_LONG=1 adds fresh ones. LOTLINE_SEEDS sets
 * how many of the fixed seeds run. LOTLINE_SEED=n repeats that one and prints what happens in it.
 */
import { availableParallelism } from "node:os";
import path from "node:path";
import { Worker } from "node:worker_threads";

import { beforeAll, describe, expect, it } from "vitest";

import { seedsOf } from "../seeds.ts";
import { FEATURES } from "./features.ts";
import type { Report, Share } from "./seeds.worker.ts";

const only = process.env["LOTLINE_SEED"];
const long = process.env["LOTLINE_LONG"] === "1";
const SAME = Number(process.env["LOTLINE_SEEDS"] ?? 500);
const FRESH = long ? 10_000 : 0;
const seeds = only === undefined ? seedsOf(SAME + FRESH, { fresh: FRESH, repeat: "" }) : [Number(only)];
const count = seeds.length;

/**
 * The faults, and the less common facts (`kindsOf` in `simulate.ts`), that a run must include to prove anything, each
 * in more than one of a hundred seeds. Checked only from 500 seeds on.
 */
const STRIKES = [
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
  "R2 fails",
  "two instances",
  "profile clocks",
  "Worker ends",
  "D1 set back",
  "the rules set an amount",
  "a maximum is changed in silence",
  "a maximum is opened",
  "a bid is undone",
  "a bid is released",
  "a bid is voided by its seller",
  "a bid is voided by an admin",
  "a buyer is released",
  "an unusual amount is refused",
  "a new member's amount is refused",
  "a bid that reveals isn't withdrawn",
  "a reserve is met",
  "an auction is bought",
  "an account is deleted",
  "a deletion is called off",
  ...FEATURES.map((feature) => `with ${feature}`),
  ...["D1", "inbox"].flatMap((subscriber) =>
    ["failsBefore", "failsAfter", "hangs", "hangsDone", "late"].map((fate) => `${subscriber} ${fate}`),
  ),
];

/** The promises of docs/reliability.md by number, with the mistakes in a room that would break each. */
const PROMISES: readonly (readonly [invariant: number, promise: string])[] = [
  [1, "numbers events without a gap, and sends each once and in order to every socket, even after a reconnect"],
  [2, "shows what the journal says, even after waking: no withdrawn bids, and the others in order of acceptance"],
  [3, "accepts no bid below the minimum, and lowers the price only when a bid is withdrawn or voided"],
  [4, "records nothing but the closing at or after the end, even if clocks are wrong"],
  [5, "closes once, by itself, with the leader as the winner"],
  [6, "loses no acknowledged command, because it stores each before it answers or publishes it"],
  [7, "records one event per key, and stores or rolls back its response with it"],
  [8, "delivers every event to D1 and every notification to its inbox once, and then moves the checkpoints"],
  [9, "seals every maximum, shows it only to its bidder, and opens it only with the bid that exhausts it"],
  [10, "publishes and stores nothing from a command that it refused or rolled back"],
];

/** Promises without a number, by the word that their faults contain. */
const MORE_PROMISES: readonly (readonly [name: string, promise: string])[] = [
  ["reads", "never goes back to an older state of an auction, and shows every bidder their own bid"],
  ["sessions", "confirms no session that has ended, and accepts no bid with an expired one or a minute after its end"],
  ["deletion", "deletes no one who leads a live auction, finishes each deletion, and leaves no text by a deleted user"],
  ["blocking", "accepts no bids from a blocked bidder, and voids only their standing ones"],
  ["suspended", "voids a suspended bidder's bids"],
  ["hiding", "publishes nothing about a hidden listing"],
  ["anonymity", "never names an anonymous bidder"],
  ["images", "keeps only the images in use"],
  ["calls", "makes no more calls in one event than the platform allows"],
];

let reports: readonly Report[] = [];

function simulate(share: Share): Promise<Report> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(path.join(import.meta.dirname, "seeds.worker.ts"), { workerData: share });
    worker.once("message", resolve);
    worker.once("error", reject);
    worker.once("exit", (code) => reject(new Error(`a thread ended with ${code}`)));
  });
}

const sum = (key: "simulations" | "facts" | "commands" | "turns") =>
  reports.reduce((all, report) => all + report[key], 0);

/** The faults of this run, with the seeds that reproduce them. */
function faultsOf(isMeant: (fault: string) => boolean): string[] {
  return reports
    .flatMap(({ failed }) => failed)
    .flatMap(({ seed, faults }) =>
      faults.filter(isMeant).map((fault) => `LOTLINE_SEED=${seed} reproduces it: ${fault}`),
    );
}

const nameIn = (fault: string) => MORE_PROMISES.find(([name]) => fault.includes(`${name}: `))?.[0];
const invariantsIn = (fault: string) => /invariants? (\d+(?: and \d+)*)/.exec(fault)?.[1]?.split(" and ") ?? [];

beforeAll(async () => {
  const threads = Math.min(availableParallelism(), count);
  const startedAt = performance.now();
  const shareOf = (thread: number) => seeds.filter((_, at) => at % threads === thread);
  reports = await Promise.all(
    Array.from({ length: threads }, (_, index) => simulate({ seeds: shareOf(index), trace: only !== undefined })),
  );
  const calls = Math.max(...reports.map((report) => report.calls));
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  console.log(
    `${sum("simulations")} simulations, up to seed ${seeds.at(-1)}: ${sum("commands")} commands, ` +
      `${sum("facts")} facts, ${sum("turns")} turns in ${seconds} s, at most ${calls} calls by one event`,
  );
}, 3_600_000);

it("a seed plays out the same no matter which seeds ran before it", async () => {
  const pair = [2155, 2156];
  const played = await Promise.all([pair, pair.toReversed()].map((order) => simulate({ seeds: order, trace: false })));
  const [one, other] = played.map(({ turns, commands, facts, struck }) => ({
    turns,
    commands,
    facts,
    struck: Object.fromEntries(struck),
  }));
  expect(one).toEqual(other);
});

describe("a room under crashes, lost alarms, failing subscribers and retries", () => {
  it.each(PROMISES)("promise %i: a room %s", (invariant) => {
    expect(faultsOf((fault) => invariantsIn(fault).includes(String(invariant)))).toEqual([]);
  });

  it("the hash chain, order of answers and clock hold until every simulation ends", () => {
    expect(faultsOf((fault) => invariantsIn(fault).length === 0 && !nameIn(fault))).toEqual([]);
    expect(sum("simulations")).toBe(count);
  });

  it.each(MORE_PROMISES)("promise about %s: a room %s", (name) => {
    expect(faultsOf((fault) => nameIn(fault) === name)).toEqual([]);
  });

  it("the simulations include thousands of events and every kind of fault", () => {
    if (count < 500) return;
    // Fails closed: a run in which little happened has proven little.
    expect(sum("facts")).toBeGreaterThan(7 * count);
    const times = (kind: (typeof STRIKES)[number]) =>
      reports.reduce((all, { struck }) => all + (struck.get(kind) ?? 0), 0);
    expect(STRIKES.filter((kind) => times(kind) <= count / 100)).toEqual([]);
  });
});
