/** The other person of a sale, for its seller and its winner. */
import { queryOptions } from "@tanstack/react-query";

import { contactAnswer, finishedAnswer } from "./answers.ts";
import { call } from "./client.ts";
import { queryKeys } from "./query-keys.ts";

/** Not kept in memory once the dialog is closed, and read again each time. */
export function contactQuery(auctionId: string) {
  return queryOptions({
    queryKey: queryKeys.contact(auctionId),
    queryFn: ({ signal }) => call(contactAnswer, `/auction/${encodeURIComponent(auctionId)}/contact`, { signal }),
    gcTime: 0,
    staleTime: 0,
  });
}

/** Says that the sale is paid and delivered, and that nothing is open. */
export async function finishSale(auctionId: string) {
  const path = `/auction/${encodeURIComponent(auctionId)}/finished`;
  return (await call(finishedAnswer, path, { method: "POST" })).finished;
}
