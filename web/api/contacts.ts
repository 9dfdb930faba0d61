/** The other person of a sale, for its seller and its winner. */
import { queryOptions } from "@tanstack/react-query";

import { contactAnswer } from "./answers.ts";
import { call } from "./client.ts";
import { queryKeys } from "./query-keys.ts";

/** Not kept in memory once the dialog is closed, and read again each time. */
export function contactQuery(auctionId: string) {
  return queryOptions({
    queryKey: queryKeys.contact(auctionId),
    queryFn: async ({ signal }) =>
      (await call(contactAnswer, `/auction/${encodeURIComponent(auctionId)}/contact`, { signal })).contact,
    gcTime: 0,
    staleTime: 0,
  });
}
