import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { z } from "zod";

import { type historyQuery as historyParameters, winningsResponse } from "../../worker/contract/account.ts";
import { byCursor, call } from "./client.ts";
import { queryKeys } from "./query-keys.ts";
import { historyResponse } from "./response-schemas.ts";

const HISTORY_PAGE_SIZE = 20;

export type HistoryFilter = z.output<typeof historyParameters>["type"];

/** Loads page by page. The old entries stay on screen while a new filter loads. */
export function historyQuery(type: HistoryFilter) {
  return infiniteQueryOptions({
    queryKey: queryKeys.history(type),
    queryFn: ({ pageParam, signal }) =>
      call(historyResponse, "/user/history", { query: { type, limit: HISTORY_PAGE_SIZE, cursor: pageParam }, signal }),
    ...byCursor,
    placeholderData: keepPreviousData,
    meta: { failureToast: "Cannot fetch user history" },
  });
}

export const winningsQuery = queryOptions({
  queryKey: queryKeys.winnings,
  queryFn: ({ signal }) => call(winningsResponse, "/user/winnings", { signal }),
  meta: { failureToast: "Cannot fetch user winnings" },
});
