/** The signed-in person's deals in lists. Only their page loads the checks of these answers. */
import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";

import { type DEAL_VIEWS, dealsAnswer } from "../../worker/contract/deal.ts";
import { call } from "./client.ts";
import { queryKeys } from "./query-keys.ts";

export type DealView = (typeof DEAL_VIEWS)[number];

const DEALS_PAGE = 20;

/** Page by page. The deals of the last view stay on screen while those of a new one load. */
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
