/**
 * 500 simulated worlds under faults, the same seeds each time. LOTLINE_LONG=1 adds fresh ones. LOTLINE_SEEDS sets how
 * many there are of the first. LOTLINE_SEED=n reproduces that one and prints what happens in it.
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
 * The faults, and the less common facts (`kindsOf` in `simulate.ts`), that must have occurred for a run to prove
 * anything: each more often than once in a hundred seeds. Judged from 500 seeds on only.
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
  [1, "numbers facts without a gap, and sends each once and in order to every socket, also after reconnecting"],
  [2, "shows what the journal makes of the auction, also after waking: without withdrawn bids, in order of acceptance"],
  [3, "accepts no bid below the smallest next bid, and the price falls only when a bid is withdrawn or voided"],
  [4, "records nothing but the closing at or after the end, even if clocks are wrong"],
  [5, "closes once, by itself, with the leader as the winner"],
  [6, "loses no acknowledged command: it is stored before it is answered or published"],
  [7, "makes one fact of one key, whose response is stored with the fact and undone with it"],
  [
    8,
    "brings every fact to D1 and every pending notification to its inbox once, and moves checkpoints after the delivery",
  ],
  [9, "seals every maximum, shows it to its bidder alone, and opens it with the bid that exhausts it and not before"],
  [10, "publishes and stores nothing of a command that was refused or rolled back"],
];

/** Promises without a number, by the word that their faults contain. */
const MORE_PROMISES: readonly (readonly [name: string, promise: string])[] = [
  ["reads", "never shows an older state of an auction than was shown before, and shows every bidder their own bid"],
  [
    "sessions",
    "confirms no session whose end was acknowledged, and accepts no bid by one that has expired, or a minute after its end",
  ],
  [
    "deletion",
    "deletes no one who leads a live auction, finishes what it has begun, and leaves no text of a deleted person anywhere",
  ],
  ["blocking", "accepts no bid of a blocked person, and voids those that stand and no others"],
  ["suspended", "voids the bids of a suspended person"],
  ["hiding", "publishes nothing of a hidden listing"],
  ["numbers", "never names a bidder who bids under an alias"],
  ["images", "keeps every used image, and no other"],
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

it("a seed gives the same run alone as in a long run", async () => {
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
  it.each(PROMISES)("%i: %s", (invariant) => {
    expect(faultsOf((fault) => invariantsIn(fault).includes(String(invariant)))).toEqual([]);
  });

  it("the hash chain, order of answers and clock hold until every simulation ends", () => {
    expect(faultsOf((fault) => invariantsIn(fault).length === 0 && !nameIn(fault))).toEqual([]);
    expect(sum("simulations")).toBe(count);
  });

  it.each(MORE_PROMISES)("%s: %s", (name) => {
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
