/** A seller's public page. */
import { queryOptions } from "@tanstack/react-query";

import { sellerAnswer } from "./answers.ts";
import { call } from "./client.ts";
import { queryKeys } from "./query-keys.ts";

/** Counts of listings need not be current. */
const FRESH_MS = 60_000;

export function sellerQuery(sellerId: string) {
  return queryOptions({
    queryKey: queryKeys.seller(sellerId),
    queryFn: async ({ signal }) =>
      (await call(sellerAnswer, `/seller/${encodeURIComponent(sellerId)}`, { signal })).seller,
    staleTime: FRESH_MS,
  });
}
