/** A busy last minute: how soon the last of many watchers sees a bid, and how soon its bidder gets the answer. */
import { setTimeout as pause } from "node:timers/promises";

import { median, quantile } from "../../results.ts";
import type { Flush } from "../load/jobs.ts";
import { Load } from "../load/load.ts";
import type { BenchSide } from "../product.ts";
import { FIRST_AMOUNT, SETTLE_MS } from "./bids.ts";
import { type RowMetrics, type BenchRow, type Timing, withProcessors } from "./row.ts";

const WATCHERS = 1_000;
const BETWEEN_BIDS_MS = 60;

async function closing(side: BenchSide, { durationMs }: Timing): Promise<RowMetrics> {
  const { port } = side.runtime;
  const auctionId = await side.newAuction();
  const watching = Load.watch({ port, auctionId, count: WATCHERS });
  await watching.ready;
  await pause(SETTLE_MS);
  return withProcessors(side, async () => {
    const bidder = Load.bid({
      port,
      over: "socket",
      users: side.users.slice(0, 1),
      auctionIds: [auctionId],
      durationMs,
      warmUpMs: 0,
      pauseMs: BETWEEN_BIDS_MS,
      firstAmount: FIRST_AMOUNT,
    });
    const bids = await bidder.result;
    watching.finish(bids.lastSeq[auctionId] ?? 0);
    const watched = await watching.result;
    if (watched.wrong > 0) throw new Error(`${watched.wrong} watchers missed a bid or received one twice`);
    const reachedMs = bids.sent.map(({ seq, at }) => lastReceived(watched.flushes, seq) - at);
    const metrics = {
      "last one reached, median ms": median(reachedMs),
      "last one reached, p99 ms": quantile(reachedMs, 0.99),
      "the bidder's own answer, median ms": quantile(bids.answerMs, 0.5),
    };
    return { metrics, clients: [bids.processor, watched.processor] };
  });
}

/** When the last watcher received the fact with this number. Watchers may receive it in different frames. */
function lastReceived(flushes: readonly Flush[], seq: number): number {
  return Math.max(...flushes.filter(({ from, to }) => from <= seq && seq <= to).map(({ lastAt }) => lastAt));
}

export const closingRow: BenchRow = {
  name: "closing",
  title: "a bid each 60 ms to 1,000 watchers",
  round: closing,
};
