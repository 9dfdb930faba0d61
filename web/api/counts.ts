import { queryOptions } from "@tanstack/react-query";

import { call } from "./client.ts";
import { countsResponse } from "./first-response-schemas.ts";
import { queryKeys } from "./query-keys.ts";

/** The marketplace's counts. The server updates them every ten minutes, and a page fetches them once. */
export const countsQuery = queryOptions({
  queryKey: queryKeys.counts,
  queryFn: async ({ signal }) => (await call(countsResponse, "/counts", { signal })).counts,
  staleTime: Infinity,
});
