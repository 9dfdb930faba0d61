import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";

import type { AuctionsQuery } from "../../worker/contract/auction.ts";
import { call } from "./client.ts";
import { auctionsAnswer, featuredAnswer } from "./first-answers.ts";
import { queryKeys } from "./query-keys.ts";

/** Cards refresh their prices at this interval, as long as the list has at most this many pages. */
const PRICE_REFRESH_MS = 15_000;
const MAX_REFRESHED_PAGES = 2;

/** Long enough that typing and deleting a letter does not fetch again. */
const SUGGESTIONS_FRESH_MS = 15_000;

export const featuredQuery = queryOptions({
  queryKey: queryKeys.featured,
  queryFn: async ({ signal }) => (await call(featuredAnswer, "/auction/featured", { signal })).featured,
  // An auction may end while the page is open. The next list shows others.
  refetchInterval: PRICE_REFRESH_MS,
});

/** Limits of the current price, in major units. Absent for no limit. */
export type PriceRange = { readonly minPrice?: number | undefined; readonly maxPrice?: number | undefined };

export type AuctionFilter = Omit<AuctionsQuery, "cursor" | "limit" | keyof PriceRange> & PriceRange;

/**
 * Two rows of four. On a large screen the landing page shows the first row, and on a phone all of them in one row to
 * scroll.
 */
const ENDING_SHOWN = 8;
/** Two rows of three. */
const SOLD_SHOWN = 6;

/** The live lots that end first. */
export const endingQuery = listQuery({ status: "Live", sort: "ending", limit: ENDING_SHOWN });

/** The lots that were sold last. */
export const soldQuery = listQuery({ status: "Sold", sort: "ended", limit: SOLD_SHOWN });

function listQuery(query: AuctionFilter & { readonly limit: number }) {
  return queryOptions({
    queryKey: queryKeys.auctions(query),
    queryFn: async ({ signal }) =>
      (await call(auctionsAnswer, "/auction/fetchAllAuctions", { query, signal })).auctions,
    refetchInterval: PRICE_REFRESH_MS,
  });
}

/** How many lots are suggested while the user types. */
const SUGGESTIONS = 5;

/** The items that a search suggests: live ones, soonest end first. If there are none, a similar search. */
export function suggestionsQuery(search: string) {
  const query = { search, status: "Live", sort: "ending", limit: SUGGESTIONS } as const;
  return queryOptions({
    queryKey: queryKeys.auctions(query),
    queryFn: ({ signal }) => call(auctionsAnswer, "/auction/fetchAllAuctions", { query, signal }),
    enabled: search !== "",
    placeholderData: keepPreviousData,
    staleTime: SUGGESTIONS_FRESH_MS,
  });
}

/** All auctions, page by page. The old list stays on screen while the one for a new filter loads. */
export function auctionsQuery(filter: AuctionFilter) {
  return infiniteQueryOptions({
    queryKey: queryKeys.auctions(filter),
    queryFn: ({ pageParam, signal }) =>
      call(auctionsAnswer, "/auction/fetchAllAuctions", { query: { ...filter, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    // A refresh fetches every page of the list again, so a long list is refreshed only when the tab regains focus.
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) <= MAX_REFRESHED_PAGES ? PRICE_REFRESH_MS : false),
    meta: { failureToast: "No Auctions Currently Present" },
  });
}
