/** The signed-in person's deals in lists, how many there are, and what everyone may know of a second chance. */
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";

import type { DEAL_VIEWS } from "../../worker/contract/deal.ts";
import { dealCountsAnswer, dealsAnswer, secondChanceAnswer } from "./answers.ts";
import { call } from "./client.ts";
import { queryKeys } from "./query-keys.ts";

export type DealView = (typeof DEAL_VIEWS)[number];

const DEALS_PAGE = 20;

/** Page by page. The deals of the last view stay on screen while those of a new one are fetched. */
export function dealsQuery(view: DealView) {
  return infiniteQueryOptions({
    queryKey: queryKeys.dealList(view),
    queryFn: ({ pageParam, signal }) =>
      call(dealsAnswer, "/deals", { query: { view, limit: DEALS_PAGE, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
  });
}

export const dealCountsQuery = queryOptions({
  queryKey: queryKeys.dealCounts,
  queryFn: async ({ signal }) => (await call(dealCountsAnswer, "/deals/counts", { signal })).counts,
});

/** Whether a sold item was offered to the next bidder; null if it was not. */
export function secondChanceQuery(auctionId: string) {
  return queryOptions({
    queryKey: queryKeys.secondChance(auctionId),
    queryFn: async ({ signal }) =>
      (await call(secondChanceAnswer, `/auction/${encodeURIComponent(auctionId)}/second-chance`, { signal }))
        .secondChance,
  });
}
