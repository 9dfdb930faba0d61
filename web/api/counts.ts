import { queryOptions } from "@tanstack/react-query";

import { call } from "./client.ts";
import { countsAnswer } from "./first-answers.ts";
import { queryKeys } from "./query-keys.ts";

/** The marketplace's counts. The server updates them every ten minutes, and a page fetches them once. */
export const countsQuery = queryOptions({
  queryKey: queryKeys.counts,
  queryFn: async ({ signal }) => (await call(countsAnswer, "/counts", { signal })).counts,
  staleTime: Infinity,
});
