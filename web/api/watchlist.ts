import { queryOptions } from "@tanstack/react-query";

import { call } from "./client.ts";
import { queryKeys } from "./query-keys.ts";
import { watchResponse, watchersResponse, watchlistResponse } from "./response-schemas.ts";

/** The signed-in person's watchlist, latest first. */
export const watchlistQuery = queryOptions({
  queryKey: queryKeys.watchlist,
  queryFn: async ({ signal }) => (await call(watchlistResponse, "/user/watchlist", { signal })).auctions,
});

/** How many people watch this auction. */
export function watchersQuery(auctionId: string) {
  return queryOptions({
    queryKey: queryKeys.watchers(auctionId),
    queryFn: async ({ signal }) =>
      (await call(watchersResponse, `/auction/${encodeURIComponent(auctionId)}/watchers`, { signal })).watchers,
  });
}

/** Safe to repeat. */
export async function setWatching(auctionId: string, isWatching: boolean): Promise<void> {
  const path = `/user/watchlist/${encodeURIComponent(auctionId)}`;
  await call(watchResponse, path, { method: isWatching ? "POST" : "DELETE" });
}
