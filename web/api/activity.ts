import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { z } from "zod";

import { type historyQuery as historyParameters, winningsAnswer } from "../../worker/contract/account.ts";
import { historyAnswer } from "./answers.ts";
import { call } from "./client.ts";
import { pagesQuery } from "./pages.ts";
import { queryKeys } from "./query-keys.ts";

/** Entries of one page of the history. */
export const HISTORY_PAGE = 20;

export type HistoryFilter = z.output<typeof historyParameters>["type"];

export function historyQuery(type: HistoryFilter) {
  const query = { type, limit: HISTORY_PAGE };
  return infiniteQueryOptions({
    ...pagesQuery(queryKeys.history(type), ({ cursor, signal }) =>
      call(historyAnswer, "/user/history", { query: { ...query, cursor }, signal }),
    ),
    meta: { failureToast: "Cannot fetch user history" },
  });
}

export const winningsQuery = queryOptions({
  queryKey: queryKeys.winnings,
  queryFn: ({ signal }) => call(winningsAnswer, "/user/winnings", { signal }),
  meta: { failureToast: "Cannot fetch user winnings" },
});
