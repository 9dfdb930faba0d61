/** Reads per second of the list and of one item's page. */
import { Load } from "../load/load.ts";
import type { BenchSide } from "../product.ts";
import { FIRST_AMOUNT } from "./bids.ts";
import { auctionsOf, type RowMetrics, type BenchRow, type Timing, withProcessors } from "./row.ts";

const CONNECTIONS = 16;
/** Enough auctions for a few pages of the list. */
const LISTED = 200;
/** Enough time for a few hundred bids. */
const BIDS_FOR_MS = 300;

/** One side's auctions, created in its first round. */
const made = new WeakMap<BenchSide, readonly string[]>();

async function auctionsOnce(side: BenchSide, make: () => Promise<readonly string[]>): Promise<readonly string[]> {
  const ids = made.get(side) ?? (await make());
  made.set(side, ids);
  return ids;
}

async function reading(side: BenchSide, timing: Timing, path: string): Promise<RowMetrics> {
  const { port } = side.runtime;
  const requests = [{ method: "GET", path }];
  return withProcessors(side, async () => {
    const read = await Load.request({ ...timing, port, connections: CONNECTIONS, requests }).result;
    if (read.inAll.failed > 0) throw new Error(`${read.inAll.failed} reads failed`);
    return { metrics: { "reads/s": (read.answered / read.countedMs) * 1_000 }, clients: [read.processor] };
  });
}

async function auctionWithBids(side: BenchSide): Promise<readonly string[]> {
  const auctionIds = [await side.newAuction()];
  const { port } = side.runtime;
  const users = side.users.slice(0, 4);
  const job = { port, over: "socket", users, auctionIds, pauseMs: 0, firstAmount: FIRST_AMOUNT } as const;
  await Load.bid({ ...job, durationMs: BIDS_FOR_MS, warmUpMs: 0 }).result;
  return auctionIds;
}

export const readRows: readonly BenchRow[] = [
  {
    name: "lists",
    title: `the list of ${LISTED} auctions`,
    round: async (side, timing) => {
      await auctionsOnce(side, () => auctionsOf(side, LISTED));
      return reading(side, timing, "/api/v1/auction/fetchAllAuctions");
    },
  },
  {
    name: "item-page",
    title: "the page of one item with bids",
    round: async (side, timing) => {
      const [auctionId] = await auctionsOnce(side, () => auctionWithBids(side));
      return reading(side, timing, `/api/v1/auction/fetchSpecificAuction?auctionId=${auctionId}`);
    },
  },
];
