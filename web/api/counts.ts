import { queryOptions } from "@tanstack/react-query";

import { countsAnswer } from "./answers.ts";
import { call } from "./client.ts";
import { queryKeys } from "./query-keys.ts";

/** How much goes on here. The server counts every ten minutes; a page counts once. */
export const countsQuery = queryOptions({
  queryKey: queryKeys.counts,
  queryFn: async ({ signal }) => (await call(countsAnswer, "/counts", { signal })).counts,
  staleTime: Infinity,
});
