/** A busy last minute: how soon the last of many watchers sees a bid, and how soon its bidder gets the `ack`. */
import { median, quantile } from "../../results.ts";
import { runBidders } from "../load/bid.ts";
import type { Timing } from "../load/loop.ts";
import { type Flush, Watchers } from "../load/watch.ts";
import type { BenchSide } from "../product.ts";
import { type BenchRow, type RowMetrics, measureClientCpu } from "./row.ts";

const WATCHER_COUNT = 1_000;
const BID_INTERVAL_MS = 60;

async function measureClosing(side: BenchSide, { durationMs }: Timing): Promise<RowMetrics> {
  const { port } = side.runtime;
  const auctionId = await side.createAuction();
  const watchers = await Watchers.connect(port, auctionId, WATCHER_COUNT);
  return measureClientCpu(async () => {
    const bidOptions = { users: side.users.slice(0, 1), auctionIds: [auctionId], pauseMs: BID_INTERVAL_MS };
    const bids = await runBidders({ port, transport: "socket", ...bidOptions }, { durationMs, warmUpMs: 0 });
    const flushes = await watchers.finish(bids.lastSeq[auctionId] ?? 0);
    const reachedMs = bids.sent.map(({ seq, at }) => lastReceived(flushes, seq) - at);
    return {
      "last watcher reached, median ms": median(reachedMs),
      "last watcher reached, p99 ms": quantile(reachedMs, 0.99),
      "the bidder's own answer, median ms": quantile(bids.latencyMs, 0.5),
    };
  });
}

/** When the last watcher received the fact with this number. Watchers may receive it in different frames. */
function lastReceived(flushes: readonly Flush[], seq: number): number {
  return Math.max(...flushes.filter(({ from, to }) => from <= seq && seq <= to).map(({ lastAt }) => lastAt));
}

export const closingRow: BenchRow = {
  name: "closing",
  title: "a bid every 60 ms, sent to 1,000 watchers",
  runRound: measureClosing,
};
