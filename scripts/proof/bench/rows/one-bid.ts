/** One bid at a time before many watchers: when the last watcher has it, and when its bidder has the answer. */
import { setTimeout as pause } from "node:timers/promises";

import type { Flush } from "../load/jobs.ts";
import { Load } from "../load/load.ts";
import {
  auctionOf,
  type Figure,
  type Figures,
  type Lane,
  median,
  PROCESSORS,
  quantile,
  type Timing,
  type Row,
  type Sides,
  sideOf,
  withProcessors,
} from "./row.ts";

const SETTLE_MS = 1_500;
/** Long enough for everyone to have received the last bid before the next. */
const BETWEEN_BIDS_MS = 600;
/** At least so many bids in a round: with three, the median is one of the first, which a new room answers later. */
const MIN_BIDS = 9;
/** A busy last minute: the broadcast of a bid has this long before the next. */
const QUICK_MS = 60;

export const REACHED = "last one reached, ms";
const REACHED_P99 = "last one reached, p99 ms";
export const PROCESSOR = "processor time a bid, ms";

/** For the row with relays: few watchers per object, so that the cost of a relay is visible. */
export const RELAYED = { watchers: 1_000, perObject: 100 };

const FIGURES: readonly Figure[] = [
  { name: REACHED, unit: "ms", digits: 1 },
  { name: "the bidder's own answer, ms", unit: "ms", digits: 1, atMost: 5 },
  { name: PROCESSOR, unit: "ms", digits: 1 },
  { name: "watchers that missed a number", unit: "", atMost: 0 },
  ...PROCESSORS,
];

async function oneAtATime(
  sides: Sides,
  lane: Lane,
  { durationMs }: Timing,
  watchers: number,
  pauseMs = BETWEEN_BIDS_MS,
): Promise<Figures> {
  const side = sideOf(sides, lane);
  const { runtime, users } = side;
  const auctionId = await auctionOf(sides, lane);
  const { port } = runtime;
  const watching = Load.watch({ port, auctionId, count: watchers });
  await watching.ready;
  await pause(SETTLE_MS);
  return withProcessors(side, async () => {
    const before = await runtime.cpuMs();
    const bidder = Load.bid({
      port,
      over: "socket",
      users: users.slice(0, 1),
      auctionIds: [auctionId],
      durationMs: Math.max(durationMs, MIN_BIDS * pauseMs),
      warmUpMs: 0,
      pauseMs,
      firstAmount: 100,
    });
    const bids = await bidder.result;
    const spent = (await runtime.cpuMs()) - before;
    watching.finish(bids.lastSeq[auctionId] ?? 0);
    const watched = await watching.result;
    const reachedMs = bids.sent.map(({ seq, at }) => lastReceived(watched.flushes, seq) - at);
    const figures = {
      [REACHED]: median(reachedMs),
      [REACHED_P99]: quantile(reachedMs, 0.99),
      "the bidder's own answer, ms": median(Array.from(bids.answerMs)),
      [PROCESSOR]: spent / bids.sent.length,
      "watchers that missed a number": watched.wrong,
    };
    return { figures, clients: [bids.processor, watched.processor] };
  });
}

/** When the last watcher had this number: not all need to have received it in the same frame. */
function lastReceived(flushes: readonly Flush[], seq: number): number {
  return Math.max(...flushes.filter(({ from, to }) => from <= seq && seq <= to).map(({ lastAt }) => lastAt));
}

export const oneBidRows: readonly Row[] = [
  {
    name: "one-bid",
    title: "one bid to 5,000 watchers",
    lanes: ["grouped", "ours", "naive"],
    figures: FIGURES.map((figure) =>
      figure.name === REACHED ? { ...figure, ratio: { of: "grouped", atMost: 1.25 } } : figure,
    ),
    round: (sides, lane, timing) => oneAtATime(sides, lane, timing, 5_000),
  },
  {
    name: "one-bid-1000",
    title: "one bid to 1,000 watchers",
    lanes: ["grouped", "ours"],
    figures: FIGURES,
    round: (sides, lane, timing) => oneAtATime(sides, lane, timing, RELAYED.watchers),
  },
  {
    name: "quick-bids-1000",
    title: "a bid each 60 ms to 1,000 watchers",
    lanes: ["grouped", "ours"],
    figures: [
      { name: REACHED, unit: "ms", digits: 1, ratio: { of: "grouped" }, elsewhere: "≤ 1.6 × PostgreSQL" },
      { name: REACHED_P99, unit: "ms", digits: 1 },
      ...FIGURES.filter(({ name }) => name !== REACHED),
    ],
    round: (sides, lane, timing) => oneAtATime(sides, lane, timing, RELAYED.watchers, QUICK_MS),
  },
  {
    name: "one-bid-relayed",
    title: `one bid to 1,000 watchers, ${RELAYED.perObject} in the room and in each of nine relays`,
    lanes: ["ours"],
    figures: FIGURES,
    vars: { RELAY_AFTER: String(RELAYED.perObject) },
    round: (sides, lane, timing) => oneAtATime(sides, lane, timing, RELAYED.watchers),
  },
];
