/** Bids a second: one hot auction with and without watchers, and many auctions at once. */
import { setTimeout as pause } from "node:timers/promises";

import type { BidJob } from "../load/jobs.ts";
import { Load } from "../load/load.ts";
import {
  auctionsOf,
  type Figure,
  type Figures,
  type Lane,
  PROCESSORS,
  quantile,
  type Row,
  type Sides,
  sideOf,
  type Timing,
  withProcessors,
} from "./row.ts";

/** The room publishes the number of watchers once a second: the last has been sent by then. */
const SETTLE_MS = 1_500;
/** The starting price is 100. */
const FIRST_AMOUNT = 100;

type Wanted = {
  readonly bidders: number;
  readonly over: BidJob["over"];
  readonly watchers?: number;
  readonly auctions?: number;
  readonly moving?: boolean;
};

async function bidding(sides: Sides, lane: Lane, timing: Timing, wanted: Wanted): Promise<Figures> {
  const { bidders, over, watchers = 0, auctions = 1, moving = false } = wanted;
  const side = sideOf(sides, lane);
  const { port } = side.runtime;
  const auctionIds = await auctionsOf(sides, lane, auctions);
  const [auctionId = ""] = auctionIds;
  const watching = watchers > 0 ? Load.watch({ port, auctionId, count: watchers }) : null;
  await watching?.ready;
  if (watching) await pause(SETTLE_MS);
  return withProcessors(side, async () => {
    const users = side.users.slice(0, bidders);
    const job = { ...timing, port, over, users, auctionIds, moving, pauseMs: 0, firstAmount: FIRST_AMOUNT };
    const result = await Load.bid(job).result;
    watching?.finish(result.lastSeq[auctionId] ?? 0);
    const watched = await watching?.result;
    const figures = {
      "bids/s": (result.accepted / result.countedMs) * 1_000,
      "refused/s": (result.refused / result.countedMs) * 1_000,
      "answer, median ms": quantile(result.answerMs, 0.5),
      "answer, p99 ms": quantile(result.answerMs, 0.99),
      "watchers that missed a number": watched?.wrong ?? 0,
    };
    return { figures, clients: [result.processor, watched?.processor ?? 0] };
  });
}

/** Because a higher bid came first, or because the server had too much to do. */
const REFUSED: Figure = { name: "refused/s", unit: "" };

function hot(name: string, title: string, wanted: Wanted, atLeast: number, more: readonly Figure[] = []): Row {
  return {
    name,
    title,
    lanes: wanted.watchers === undefined ? ["grouped", "ours", "naive"] : ["grouped", "ours", "paced"],
    figures: [
      { name: "bids/s", unit: "", ratio: { of: "grouped", atLeast } },
      REFUSED,
      { name: "answer, median ms", unit: "ms", digits: 1 },
      { name: "answer, p99 ms", unit: "ms", digits: 1, ...(wanted.watchers === 1_000 ? { atMost: 60 } : {}) },
      ...more,
      ...PROCESSORS,
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
      REFUSED,
      { name: "answer, p99 ms", unit: "ms", digits: 1 },
      ...PROCESSORS,
    ],
    round: (sides, lane, timing) => bidding(sides, lane, timing, { bidders: 100, over, auctions: 100 }),
  };
}

/** Ordinary use of a marketplace: nearly every bid outbids another bidder. */
const moving: Row = {
  name: "moving-rest",
  title: "64 bidders over 100 auctions, outbidding each other, over REST",
  lanes: ["grouped", "ours"],
  figures: [
    { name: "bids/s", unit: "", ratio: { of: "grouped" }, elsewhere: "≥ 1 × PostgreSQL" },
    REFUSED,
    { name: "answer, median ms", unit: "ms", digits: 1 },
    { name: "answer, p99 ms", unit: "ms", digits: 1, elsewhere: "≤ 2 × PostgreSQL" },
    ...PROCESSORS,
  ],
  round: (sides, lane, timing) =>
    bidding(sides, lane, timing, { bidders: 64, over: "rest", auctions: 100, moving: true }),
};

export const bidRows: readonly Row[] = [
  moving,
  hot("sockets-16", "16 bidders over sockets, no watcher", { bidders: 16, over: "socket" }, 0.65),
  hot("sockets-64", "64 bidders over sockets, no watcher", { bidders: 64, over: "socket" }, 0.65),
  hot("rest-16", "16 bidders over REST, no watcher", { bidders: 16, over: "rest" }, 0.75),
  hot("rest-64", "64 bidders over REST, no watcher", { bidders: 64, over: "rest" }, 0.75),
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
