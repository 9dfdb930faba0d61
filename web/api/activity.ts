import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { z } from "zod";

import {
  historyAnswer,
  type historyQuery as historyParameters,
  winningsAnswer,
} from "../../worker/contract/account.ts";
import { call } from "./client.ts";
import { queryKeys } from "./query-keys.ts";

/** Entries on the history page. */
const HISTORY_LIMIT = 20;

export type HistoryFilter = z.output<typeof historyParameters>["type"];

export function historyQuery(type: HistoryFilter) {
  return queryOptions({
    queryKey: queryKeys.history(type),
    queryFn: async ({ signal }) => {
      const { history } = await call(historyAnswer, "/user/history", { query: { type, limit: HISTORY_LIMIT }, signal });
      return history;
    },
    placeholderData: keepPreviousData,
    meta: { failureToast: "Cannot fetch user history" },
  });
}

export const winningsQuery = queryOptions({
  queryKey: queryKeys.winnings,
  queryFn: ({ signal }) => call(winningsAnswer, "/user/winnings", { signal }),
  meta: { failureToast: "Cannot fetch user winnings" },
});
