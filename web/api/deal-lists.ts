/** Lists of the signed-in person's deals. Only the deals page loads their schema. */
import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";

import { type DEAL_VIEWS, dealsResponse } from "../../worker/contract/deal.ts";
import { byCursor, call } from "./client.ts";
import { queryKeys } from "./query-keys.ts";

export type DealView = (typeof DEAL_VIEWS)[number];

const DEALS_PAGE_SIZE = 20;

/** Loads page by page. The old deals stay on screen while a new view loads. */
export function dealsQuery(view: DealView) {
  return infiniteQueryOptions({
    queryKey: queryKeys.dealList(view),
    queryFn: ({ pageParam, signal }) =>
      call(dealsResponse, "/deals", { query: { view, limit: DEALS_PAGE_SIZE, cursor: pageParam }, signal }),
    ...byCursor,
    placeholderData: keepPreviousData,
  });
}
