import { queryOptions } from "@tanstack/react-query";

import { watchAnswer, watchersAnswer, watchlistAnswer } from "./answers.ts";
import { call } from "./client.ts";
import { queryKeys } from "./query-keys.ts";

/** The signed-in person's watchlist, latest first. */
export const watchlistQuery = queryOptions({
  queryKey: queryKeys.watchlist,
  queryFn: async ({ signal }) => (await call(watchlistAnswer, "/user/watchlist", { signal })).auctions,
});

/** How many people watch this auction. */
export function watchersQuery(auctionId: string) {
  return queryOptions({
    queryKey: queryKeys.watchers(auctionId),
    queryFn: async ({ signal }) =>
      (await call(watchersAnswer, `/auction/${encodeURIComponent(auctionId)}/watchers`, { signal })).watchers,
  });
}

/** Safe to repeat. */
export async function setWatching(auctionId: string, watching: boolean): Promise<void> {
  const path = `/user/watchlist/${encodeURIComponent(auctionId)}`;
  await call(watchAnswer, path, { method: watching ? "POST" : "DELETE" });
}
