/** Bids a second: one hot auction with and without watchers, and many auctions at once. */
import { setTimeout as pause } from "node:timers/promises";

import type { BidJob } from "../load/jobs.ts";
import { LoadThread } from "../load/load-thread.ts";
import {
  auctionOf,
  type Figure,
  type Figures,
  type Lane,
  type Timing,
  quantile,
  type Row,
  type Sides,
  sideOf,
} from "./row.ts";

/** The room publishes the number of watchers once a second: the last has been sent by then. */
const SETTLE_MS = 1_500;
/** The starting price is 100. */
const FIRST_AMOUNT = 100;

type Load = {
  readonly bidders: number;
  readonly over: BidJob["over"];
  readonly watchers?: number;
  readonly auctions?: number;
};

async function bidding(sides: Sides, lane: Lane, timing: Timing, wanted: Load): Promise<Figures> {
  const { bidders, over, watchers = 0, auctions = 1 } = wanted;
  const { runtime, users } = sideOf(sides, lane);
  const auctionIds: string[] = [];
  for (let made = 0; made < auctions; made += 1) auctionIds.push(await auctionOf(sides, lane));
  const [auctionId = ""] = auctionIds;
  const { port } = runtime;
  const watching = watchers > 0 ? LoadThread.watch({ port, auctionId, count: watchers }) : null;
  await watching?.ready;
  if (watching) await pause(SETTLE_MS);
  const load = LoadThread.bid({
    ...timing,
    port,
    over,
    users: users.slice(0, bidders),
    auctionIds,
    pauseMs: 0,
    firstAmount: FIRST_AMOUNT,
  });
  const result = await load.result;
  watching?.finish(result.lastSeq[auctionId] ?? 0);
  const watched = await watching?.result;
  return {
    "bids/s": (result.accepted / result.countedMs) * 1_000,
    "answer, median ms": quantile(result.ackMs, 0.5),
    "answer, p99 ms": quantile(result.ackMs, 0.99),
    "watchers that missed a number": watched?.wrong ?? 0,
  };
}

function hot(name: string, title: string, wanted: Load, atLeast: number, more: readonly Figure[] = []): Row {
  return {
    name,
    title,
    lanes: wanted.watchers === undefined ? ["grouped", "ours", "naive"] : ["grouped", "ours", "paced"],
    figures: [
      { name: "bids/s", unit: "", ratio: { of: "grouped", atLeast } },
      { name: "answer, median ms", unit: "ms", digits: 1 },
      { name: "answer, p99 ms", unit: "ms", digits: 1, ...(wanted.watchers === 1_000 ? { atMost: 60 } : {}) },
      ...more,
    ],
    round: (sides, lane, timing) => bidding(sides, lane, timing, wanted),
  };
}

const NONE_MISSED: Figure = { name: "watchers that missed a number", unit: "", atMost: 0 };

/** Invariant: every user bids on one auction, so each of the hundred has its own bidder. */
function spread(over: BidJob["over"]): Row {
  return {
    name: `spread-${over}`,
    title: `100 bidders on 100 auctions, over ${over === "rest" ? "REST" : "sockets"}`,
    lanes: ["grouped", "ours"],
    figures: [
      { name: "bids/s", unit: "", ratio: { of: "grouped", atLeast: 0.8 } },
      { name: "answer, p99 ms", unit: "ms", digits: 1 },
    ],
    round: (sides, lane, timing) => bidding(sides, lane, timing, { bidders: 100, over, auctions: 100 }),
  };
}

export const bidRows: readonly Row[] = [
  hot("sockets-16", "16 bidders over sockets, no watcher", { bidders: 16, over: "socket" }, 0.6),
  hot("sockets-64", "64 bidders over sockets, no watcher", { bidders: 64, over: "socket" }, 0.6),
  hot("rest-16", "16 bidders over REST, no watcher", { bidders: 16, over: "rest" }, 0.6),
  hot("rest-64", "64 bidders over REST, no watcher", { bidders: 64, over: "rest" }, 0.6),
  hot("watched-1000", "16 bidders over sockets, 1,000 watchers", { bidders: 16, over: "socket", watchers: 1_000 }, 2, [
    NONE_MISSED,
  ]),
  hot("watched-1000-rest", "16 bidders over REST, 1,000 watchers", { bidders: 16, over: "rest", watchers: 1_000 }, 2, [
    NONE_MISSED,
  ]),
  hot(
    "watched-5000",
    "16 bidders over sockets, 5,000 watchers",
    { bidders: 16, over: "socket", watchers: 5_000 },
    0.7,
    [NONE_MISSED],
  ),
  hot(
    "watched-5000-rest",
    "16 bidders over REST, 5,000 watchers",
    { bidders: 16, over: "rest", watchers: 5_000 },
    0.7,
    [NONE_MISSED],
  ),
  spread("socket"),
  spread("rest"),
];
