/** A seller's public page. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { call } from "./client.ts";
import { queryKeys } from "./query-keys.ts";
import { sellerResponse, sellersResponse } from "./response-schemas.ts";

/** The counts of listings needn't be current. */
const STALE_TIME_MS = 60_000;

export function sellerQuery(sellerId: string) {
  return queryOptions({
    queryKey: queryKeys.seller(sellerId),
    queryFn: async ({ signal }) =>
      (await call(sellerResponse, `/seller/${encodeURIComponent(sellerId)}`, { signal })).seller,
    staleTime: STALE_TIME_MS,
  });
}

/** The sellers to suggest for a search. */
export function sellersQuery(search: string) {
  return queryOptions({
    queryKey: queryKeys.sellers(search),
    queryFn: async ({ signal }) =>
      (await call(sellersResponse, "/seller/search", { query: { search }, signal })).sellers,
    enabled: search !== "",
    placeholderData: keepPreviousData,
    staleTime: STALE_TIME_MS,
  });
}
