/** One bid at a time before many watchers: when the last watcher has it, and when its bidder has the answer. */
import { setTimeout as pause } from "node:timers/promises";

import { LoadThread } from "../load/load-thread.ts";
import {
  auctionOf,
  type Figure,
  type Figures,
  type Lane,
  median,
  type Timing,
  type Row,
  type Sides,
  sideOf,
} from "./row.ts";

const SETTLE_MS = 1_500;
/** Long enough for everyone to have received the last bid before the next. */
const BETWEEN_BIDS_MS = 600;

export const REACHED = "last one reached, ms";
export const PROCESSOR = "processor time a bid, ms";

/** Of the relays' row: few watchers to each object, so that what a relay costs can be seen. */
export const RELAYED = { watchers: 1_000, perObject: 100 };

const FIGURES: readonly Figure[] = [
  { name: REACHED, unit: "ms", digits: 1 },
  { name: "the bidder's own answer, ms", unit: "ms", digits: 1, atMost: 5 },
  { name: PROCESSOR, unit: "ms", digits: 1 },
  { name: "watchers that missed a number", unit: "", atMost: 0 },
];

async function oneAtATime(sides: Sides, lane: Lane, { durationMs }: Timing, watchers: number): Promise<Figures> {
  const { runtime, users } = sideOf(sides, lane);
  const auctionId = await auctionOf(sides, lane);
  const { port } = runtime;
  const watching = LoadThread.watch({ port, auctionId, count: watchers });
  await watching.ready;
  await pause(SETTLE_MS);
  const before = await runtime.cpuMs();
  const bidder = LoadThread.bid({
    port,
    over: "socket",
    users: users.slice(0, 1),
    auctionIds: [auctionId],
    durationMs: Math.max(durationMs, 3 * BETWEEN_BIDS_MS),
    warmUpMs: 0,
    pauseMs: BETWEEN_BIDS_MS,
    firstAmount: 100,
  });
  const { ackMs, sent, lastSeq } = await bidder.result;
  const spent = (await runtime.cpuMs()) - before;
  watching.finish(lastSeq[auctionId] ?? 0);
  const { lastReceived, wrong } = await watching.result;
  const reached = sent.flatMap(({ seq, at }) => (lastReceived.get(seq) ?? Number.NaN) - at);
  return {
    [REACHED]: median(reached),
    "the bidder's own answer, ms": median(Array.from(ackMs)),
    [PROCESSOR]: spent / sent.length,
    "watchers that missed a number": wrong,
  };
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
    name: "one-bid-relayed",
    title: `one bid to 1,000 watchers, ${RELAYED.perObject} in the room and in each of nine relays`,
    lanes: ["ours"],
    figures: FIGURES,
    vars: { RELAY_AFTER: String(RELAYED.perObject) },
    round: (sides, lane, timing) => oneAtATime(sides, lane, timing, RELAYED.watchers),
  },
];
