import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";

import { auctionsAnswer, type AuctionsQuery, featuredAnswer } from "../../worker/contract/auction.ts";
import { call } from "./client.ts";
import { queryKeys } from "./query-keys.ts";

export const featuredQuery = queryOptions({
  queryKey: queryKeys.featured,
  queryFn: async ({ signal }) => (await call(featuredAnswer, "/auction/featured", { signal })).featured,
});

export type AuctionFilter = Omit<AuctionsQuery, "cursor" | "limit">;

/** All auctions, page by page. While a new filter is being asked, the old answer stays on screen. */
export function auctionsQuery(filter: AuctionFilter) {
  return infiniteQueryOptions({
    queryKey: queryKeys.auctions(filter),
    queryFn: ({ pageParam, signal }) =>
      call(auctionsAnswer, "/auction/fetchAllAuctions", { query: { ...filter, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    meta: { failureToast: "No Auctions Currently Present" },
  });
}
