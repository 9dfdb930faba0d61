/** Bids per second: over many auctions, and in one hot auction with and without watchers. */
import { quantile } from "../../results.ts";
import { runBidders, type BiddingOptions } from "../load/bid.ts";
import type { Timing } from "../load/loop.ts";
import { Watchers } from "../load/watch.ts";
import type { BenchSide } from "../product.ts";
import { createAuctions, type BenchRow, type RowMetrics, measureClientCpu } from "./row.ts";

type BidLoad = Pick<BiddingOptions, "transport" | "moving"> & {
  readonly bidders: number;
  readonly watchers?: number;
  readonly auctions?: number;
};

async function measureBids(side: BenchSide, timing: Timing, load: BidLoad): Promise<RowMetrics> {
  const { bidders, watchers = 0, auctions = 1, ...options } = load;
  const { port } = side.runtime;
  const auctionIds = await createAuctions(side, auctions);
  const [auctionId = ""] = auctionIds;
  const connectedWatchers = watchers > 0 ? await Watchers.connect(port, auctionId, watchers) : null;
  let accepted = 0;
  const measured = await measureClientCpu(async () => {
    const result = await runBidders({ port, ...options, users: side.users.slice(0, bidders), auctionIds }, timing);
    accepted = result.acceptedTotal;
    await connectedWatchers?.finish(result.lastSeq[auctionId] ?? 0);
    return {
      "bids/s": (result.latencyMs.length / timing.durationMs) * 1_000,
      // A bid is refused because a higher one came first or because the server was too busy.
      "refused/s": (result.refused / timing.durationMs) * 1_000,
      "answer, median ms": quantile(result.latencyMs, 0.5),
      "answer, p99 ms": quantile(result.latencyMs, 0.99),
    };
  });
  let recorded = 0;
  for (const id of auctionIds) recorded += await side.countBids(id);
  if (recorded !== accepted) throw new Error(`${accepted} bids were counted, but the auctions have ${recorded}`);
  return measured;
}

function row(name: string, title: string, load: BidLoad): BenchRow {
  return { name, title, runRound: (side, timing) => measureBids(side, timing, load) };
}

export const bidRows: readonly BenchRow[] = [
  // Ordinary use of a marketplace: nearly every bid outbids another bidder.
  row("everyday", "64 bidders in 100 auctions, outbidding each other over REST", {
    bidders: 64,
    transport: "rest",
    auctions: 100,
    moving: true,
  }),
  row("hot-sockets", "16 bidders on one auction, over sockets", { bidders: 16, transport: "socket" }),
  row("hot-rest", "16 bidders on one auction, over REST", { bidders: 16, transport: "rest" }),
  row("watched", "16 bidders on one auction over sockets, with 1,000 watchers", {
    bidders: 16,
    transport: "socket",
    watchers: 1_000,
  }),
];
