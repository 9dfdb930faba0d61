import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";

import type { AuctionsQuery } from "../../worker/contract/auction.ts";
import { auctionsAnswer, featuredAnswer } from "../../worker/contract/catalogue.ts";
import { call } from "./client.ts";
import { queryKeys } from "./query-keys.ts";

/** Prices on cards are asked for again this often, as long as a list has at most so many pages. */
const LIVE_EVERY_MS = 15_000;
const LIVE_PAGES = 2;

export const featuredQuery = queryOptions({
  queryKey: queryKeys.featured,
  queryFn: async ({ signal }) => (await call(featuredAnswer, "/auction/featured", { signal })).featured,
  // A lot may end while the page is open; the next list has others.
  refetchInterval: LIVE_EVERY_MS,
});

export type AuctionFilter = Omit<AuctionsQuery, "cursor" | "limit">;

/** The list that "Browse Auctions" opens with. */
export const STANDARD_FILTER = { status: "Live", sort: "newest" } as const satisfies AuctionFilter;

/** All auctions, page by page. While a new filter is being asked, the old answer stays on screen. */
export function auctionsQuery(filter: AuctionFilter) {
  return infiniteQueryOptions({
    queryKey: queryKeys.auctions(filter),
    queryFn: ({ pageParam, signal }) =>
      call(auctionsAnswer, "/auction/fetchAllAuctions", { query: { ...filter, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    // Prices on the cards stay live while few pages are open; a long list is refreshed when one comes back to it.
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) <= LIVE_PAGES ? LIVE_EVERY_MS : false),
    meta: { failureToast: "No Auctions Currently Present" },
  });
}
