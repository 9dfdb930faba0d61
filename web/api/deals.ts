/** The signed-in person's deal counts, and the public part of a second chance. */
import { queryOptions } from "@tanstack/react-query";

import { call } from "./client.ts";
import { queryKeys } from "./query-keys.ts";
import { dealCountsResponse, secondChanceResponse } from "./response-schemas.ts";

export const dealCountsQuery = queryOptions({
  queryKey: queryKeys.dealCounts,
  queryFn: async ({ signal }) => (await call(dealCountsResponse, "/deals/counts", { signal })).counts,
});

/** The second chance offered to the next bidder on a sold item. Null if there wasn't one. */
export function secondChanceQuery(auctionId: string) {
  return queryOptions({
    queryKey: queryKeys.secondChance(auctionId),
    queryFn: async ({ signal }) =>
      (await call(secondChanceResponse, `/auction/${encodeURIComponent(auctionId)}/second-chance`, { signal }))
        .secondChance,
  });
}
