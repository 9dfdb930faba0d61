/** Reads per second of the list and of one item's page. */
import { runBidders } from "../load/bid.ts";
import type { Timing } from "../load/loop.ts";
import { measureRequests } from "../load/request.ts";
import type { BenchSide } from "../product.ts";
import { createAuctions, type BenchRow, type RowMetrics, measureClientCpu } from "./row.ts";

const CONNECTION_COUNT = 16;
/** Enough auctions for a few pages of the list. */
const LISTED_AUCTION_COUNT = 200;
/** Enough time for a few hundred bids. */
const BIDDING_MS = 300;

/** One side's auctions, created in its first round. */
const auctionIdsBySide = new WeakMap<BenchSide, readonly string[]>();

async function getOrCreateAuctions(
  side: BenchSide,
  make: () => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const ids = auctionIdsBySide.get(side) ?? (await make());
  auctionIdsBySide.set(side, ids);
  return ids;
}

async function measureReads(side: BenchSide, timing: Timing, path: string): Promise<RowMetrics> {
  return measureClientCpu(async () => {
    const latencyMs = await measureRequests(side.runtime.port, timing, CONNECTION_COUNT, [{ method: "GET", path }]);
    return { "reads/s": (latencyMs.length / timing.durationMs) * 1_000 };
  });
}

async function createAuctionWithBids(side: BenchSide): Promise<readonly string[]> {
  const auctionIds = [await side.createAuction()];
  const { port } = side.runtime;
  const bidding = { port, transport: "socket", users: side.users.slice(0, 4), auctionIds } as const;
  await runBidders(bidding, { durationMs: BIDDING_MS, warmUpMs: 0 });
  return auctionIds;
}

export const readRows: readonly BenchRow[] = [
  {
    name: "lists",
    title: `the list of ${LISTED_AUCTION_COUNT} auctions`,
    runRound: async (side, timing) => {
      await getOrCreateAuctions(side, () => createAuctions(side, LISTED_AUCTION_COUNT));
      return measureReads(side, timing, "/api/v1/auction/fetchAllAuctions");
    },
  },
  {
    name: "item-page",
    title: "the page of one item with bids",
    runRound: async (side, timing) => {
      const [auctionId] = await getOrCreateAuctions(side, () => createAuctionWithBids(side));
      return measureReads(side, timing, `/api/v1/auction/fetchSpecificAuction?auctionId=${auctionId}`);
    },
  },
];
