import { queryOptions } from "@tanstack/react-query";

import type { ListedAuction } from "../../worker/contract/catalogue.ts";
import { call } from "./client.ts";
import { auctionsResponse } from "./first-response-schemas.ts";
import { queryKeys } from "./query-keys.ts";

/** Refetched at most once a minute, because an item that's about to end may be open in thousands of browsers. */
const SIMILAR_STALE_TIME_MS = 60_000;

/**
 * Items in the same category: live ones, ending soonest first. If there are too few, the most recently sold ones
 * follow.
 */
export function similarQuery({ _id, category }: Pick<ListedAuction, "_id" | "category">, count: number) {
  return queryOptions({
    queryKey: queryKeys.similar(_id),
    queryFn: async ({ signal }) => {
      const fetchOthers = async (status: "Live" | "Sold", sort: "ending" | "ended") => {
        // One more, because the item itself may be among them.
        const query = { category: category?._id, status, sort, limit: count + 1 };
        const { auctions } = await call(auctionsResponse, "/auction/fetchAllAuctions", { query, signal });
        return auctions.filter((auction) => auction._id !== _id);
      };
      const live = await fetchOthers("Live", "ending");
      const sold = live.length < count ? await fetchOthers("Sold", "ended") : [];
      return [...live, ...sold].slice(0, count);
    },
    enabled: category !== null,
    staleTime: SIMILAR_STALE_TIME_MS,
  });
}
