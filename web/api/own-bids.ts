import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { call } from "./client.ts";
import { queryKeys } from "./query-keys.ts";
import { historyResponse, ownMaximumResponse } from "./response-schemas.ts";

/** Whether the signed-in person has a standing bid in this auction, even one too far down to be in the list. */
export function hasOwnBidQuery(auctionId: string) {
  return queryOptions({
    queryKey: [...queryKeys.histories, "bid-in", auctionId],
    queryFn: async ({ signal }) => {
      const { history } = await call(historyResponse, "/user/history", {
        query: { type: "bid", auctionId, limit: 1 },
        signal,
      });
      return history.length > 0;
    },
  });
}

/**
 * The maximum of the signed-in person's leading bid, or null. `state` is the state of that bid on the page. When it
 * changes, the maximum is refetched. Until that finishes, the old one stays on screen.
 */
export function ownMaximumQuery(auctionId: string, state = "") {
  return queryOptions({
    queryKey: [...queryKeys.maximum(auctionId), state],
    queryFn: async ({ signal }) =>
      (await call(ownMaximumResponse, `/auction/${encodeURIComponent(auctionId)}/maximum`, { signal })).maximum,
    placeholderData: keepPreviousData,
  });
}
