import { queryOptions } from "@tanstack/react-query";

import { call } from "./client.ts";
import { countsAnswer } from "./first-answers.ts";
import { queryKeys } from "./query-keys.ts";

/** How much continues here. The server counts every ten minutes; a page counts once. */
export const countsQuery = queryOptions({
  queryKey: queryKeys.counts,
  queryFn: async ({ signal }) => (await call(countsAnswer, "/counts", { signal })).counts,
  staleTime: Infinity,
});
