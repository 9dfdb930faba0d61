import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";

import type { AuctionsQuery } from "../../worker/contract/auction.ts";
import { byCursor, call } from "./client.ts";
import { auctionsResponse, featuredResponse } from "./first-response-schemas.ts";
import { queryKeys } from "./query-keys.ts";

/** How often the prices on cards are refreshed. */
const PRICE_REFRESH_MS = 15_000;
/** Lists with more pages aren't refreshed at an interval. */
const MAX_REFRESHED_PAGES = 2;

/** Long enough that typing a letter and deleting it doesn't refetch. */
const SUGGESTIONS_STALE_TIME_MS = 15_000;

export const featuredQuery = queryOptions({
  queryKey: queryKeys.featured,
  queryFn: async ({ signal }) => (await call(featuredResponse, "/auction/featured", { signal })).featured,
  // An auction may end while the page is open, and the next list then has different ones.
  refetchInterval: PRICE_REFRESH_MS,
});

/** Range of the current price, in major units. Absent means no limit. */
export type PriceRange = { readonly minPrice?: number | undefined; readonly maxPrice?: number | undefined };

export type AuctionFilter = Omit<AuctionsQuery, "cursor" | "limit" | keyof PriceRange> & PriceRange;

/** Twice what the landing page's row shows, because some may end, or be shown elsewhere on the page. */
const MAX_ENDING_ITEMS = 8;
/** Two rows of three. */
const MAX_SOLD_ITEMS = 6;

/** The live items that end soonest. */
export const endingQuery = listQuery({ status: "Live", sort: "ending", limit: MAX_ENDING_ITEMS });

/** The most recently sold items. */
export const soldQuery = listQuery({ status: "Sold", sort: "ended", limit: MAX_SOLD_ITEMS });

function listQuery(query: AuctionFilter & { readonly limit: number }) {
  return queryOptions({
    queryKey: queryKeys.auctions(query),
    queryFn: async ({ signal }) =>
      (await call(auctionsResponse, "/auction/fetchAllAuctions", { query, signal })).auctions,
    refetchInterval: PRICE_REFRESH_MS,
  });
}

/** How many items to suggest while the user types. */
const MAX_SUGGESTIONS = 5;

/**
 * The items suggested for a search: live ones, ending soonest first. If there are none, the response may suggest a
 * similar search.
 */
export function suggestionsQuery(search: string) {
  const query = { search, status: "Live", sort: "ending", limit: MAX_SUGGESTIONS } as const;
  return queryOptions({
    queryKey: queryKeys.auctions(query),
    queryFn: ({ signal }) => call(auctionsResponse, "/auction/fetchAllAuctions", { query, signal }),
    enabled: search !== "",
    placeholderData: keepPreviousData,
    staleTime: SUGGESTIONS_STALE_TIME_MS,
  });
}

/** All auctions, page by page. The old list stays on screen while a new filter loads. */
export function auctionsQuery(filter: AuctionFilter) {
  return infiniteQueryOptions({
    queryKey: queryKeys.auctions(filter),
    queryFn: ({ pageParam, signal }) =>
      call(auctionsResponse, "/auction/fetchAllAuctions", { query: { ...filter, cursor: pageParam }, signal }),
    ...byCursor,
    placeholderData: keepPreviousData,
    // A refresh refetches every page of the list, so a long list is refreshed only when the tab regains focus.
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) <= MAX_REFRESHED_PAGES ? PRICE_REFRESH_MS : false),
    meta: { failureToast: "No Auctions Currently Present" },
  });
}
