import { queryOptions } from "@tanstack/react-query";

import { historyAnswer } from "../../worker/contract/account.ts";
import { call } from "./client.ts";
import { queryKeys } from "./query-keys.ts";

/** The most history entries that one response holds. */
const MAX_ENTRIES = 100;
/** Whether the signed-in person has a standing bid in this auction, for when it is too far down to be in the list. */
export function ownBidQuery(auctionId: string) {
  return queryOptions({
    queryKey: [...queryKeys.histories, "bid-in", auctionId],
    queryFn: async ({ signal }) => {
      const { history } = await call(historyAnswer, "/user/history", {
        query: { type: "bid", limit: MAX_ENTRIES },
        signal,
      });
      return history.some((entry) => entry.auctionId === auctionId);
    },
  });
}
