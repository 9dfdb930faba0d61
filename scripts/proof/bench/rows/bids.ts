/** Bids per second: over many auctions, and in one hot auction with and without watchers. */
import { setTimeout as pause } from "node:timers/promises";

import { quantile } from "../../results.ts";
import type { BidJob } from "../load/jobs.ts";
import { Load } from "../load/load.ts";
import type { BenchSide } from "../product.ts";
import { auctionsOf, type RowMetrics, type BenchRow, type Timing, withProcessors } from "./row.ts";

/** The room publishes the number of watchers once a second, so after this time it has sent the last one. */
export const SETTLE_MS = 1_500;
/** The starting price is 100. */
export const FIRST_AMOUNT = 100;

type Wanted = {
  readonly bidders: number;
  readonly over: BidJob["over"];
  readonly watchers?: number;
  readonly auctions?: number;
  readonly moving?: boolean;
};

async function bidding(side: BenchSide, timing: Timing, wanted: Wanted): Promise<RowMetrics> {
  const { bidders, over, watchers = 0, auctions = 1, moving = false } = wanted;
  const { port } = side.runtime;
  const auctionIds = await auctionsOf(side, auctions);
  const [auctionId = ""] = auctionIds;
  const watching = watchers > 0 ? Load.watch({ port, auctionId, count: watchers }) : null;
  await watching?.ready;
  if (watching) await pause(SETTLE_MS);
  let accepted = 0;
  const measured = await withProcessors(side, async () => {
    const users = side.users.slice(0, bidders);
    const job = { ...timing, port, over, users, auctionIds, moving, pauseMs: 0, firstAmount: FIRST_AMOUNT };
    const result = await Load.bid(job).result;
    accepted = result.inAll.accepted;
    watching?.finish(result.lastSeq[auctionId] ?? 0);
    const watched = await watching?.result;
    if (watched && watched.wrong > 0) throw new Error(`${watched.wrong} watchers missed a bid or received one twice`);
    const metrics = {
      "bids/s": (result.accepted / result.countedMs) * 1_000,
      // A bid is refused because a higher one came first or because the server was too busy.
      "refused/s": (result.refused / result.countedMs) * 1_000,
      "answer, median ms": quantile(result.answerMs, 0.5),
      "answer, p99 ms": quantile(result.answerMs, 0.99),
    };
    return { metrics, clients: [result.processor, watched?.processor ?? 0] };
  });
  let recorded = 0;
  for (const id of auctionIds) recorded += await side.bidsOn(id);
  if (recorded !== accepted) throw new Error(`${accepted} bids were counted, and the auctions have ${recorded}`);
  return measured;
}

function row(name: string, title: string, wanted: Wanted): BenchRow {
  return { name, title, round: (side, timing) => bidding(side, timing, wanted) };
}

export const bidRows: readonly BenchRow[] = [
  // Ordinary use of a marketplace: nearly every bid outbids another bidder.
  row("everyday", "64 bidders over 100 auctions, outbidding each other, over REST", {
    bidders: 64,
    over: "rest",
    auctions: 100,
    moving: true,
  }),
  row("hot-sockets", "16 bidders on one auction, over sockets", { bidders: 16, over: "socket" }),
  row("hot-rest", "16 bidders on one auction, over REST", { bidders: 16, over: "rest" }),
  row("watched", "16 bidders on one auction over sockets, with 1,000 watchers", {
    bidders: 16,
    over: "socket",
    watchers: 1_000,
  }),
];
