// @ts-nocheck
import { queryOptions } from "@tanstack/react-query";

import { historyAnswer } from "../../worker/contract/account.ts";
import { call } from "./client.ts";
import { queryKeys } from "./query-keys.ts";

/** As much of the own history as one answer holds. */
const ENTRIES = 100;

/** Whether a bid of the signed-in person stands in this auction, for when it is too far down to be in its list. */
export function ownBidQuery(auctionId: string) {
  return queryOptions({
    queryKey: [...queryKeys.histories, "bid-in", auctionId],
    queryFn: async ({ signal }) => {
      const { history } = await call(historyAnswer, "/user/history", {
        query: { type: "bid", limit: ENTRIES },
        signal,
      });
      return history.some((entry) => entry.auctionId === auctionId);
    },
  });
}
