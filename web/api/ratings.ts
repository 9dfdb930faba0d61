/**
 * Ratings of the person's own deals, and buyers' ratings of a seller. A lost response is safe, because the same rating
 * counts once.
 */
import { infiniteQueryOptions } from "@tanstack/react-query";

import { dealResponse, type DealDetails } from "../../worker/contract/deal.ts";
import { type RateInput, ratingsResponse, type ReplyInput } from "../../worker/contract/rating.ts";
import { byCursor, call } from "./client.ts";
import { ApiFailure } from "./failure.ts";
import { queryKeys } from "./query-keys.ts";

const pathOf = (dealId: string) => `/deals/${encodeURIComponent(dealId)}/rating`;

/** Returns the updated deal. */
export async function rateDeal(dealId: string, rating: RateInput): Promise<DealDetails> {
  return (await call(dealResponse, pathOf(dealId), { method: "POST", body: rating })).deal;
}

/** Returns the updated deal. */
export async function replyToRating(dealId: string, reply: ReplyInput): Promise<DealDetails> {
  return (await call(dealResponse, `${pathOf(dealId)}/reply`, { method: "POST", body: reply })).deal;
}

/** Whether a different rating or reply already exists, for example from another tab. */
export function alreadyExists(error: unknown): error is ApiFailure {
  return error instanceof ApiFailure && (error.code === "rated" || error.code === "rating_replied");
}

/** The ratings of a seller's sales, latest first, page by page. */
export function ratingsQuery(sellerId: string) {
  return infiniteQueryOptions({
    queryKey: queryKeys.ratings(sellerId),
    queryFn: ({ pageParam: cursor, signal }) =>
      call(ratingsResponse, `/seller/${encodeURIComponent(sellerId)}/ratings`, { query: { cursor }, signal }),
    ...byCursor,
  });
}
