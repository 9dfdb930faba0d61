import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { BIDDER_ALIAS } from "../../worker/contract/people.ts";
import type { AuctionView } from "./auction-view.ts";
import { call } from "./client.ts";
import { queryKeys } from "./query-keys.ts";
import { aliasesResponse, privacyResponse } from "./response-schemas.ts";

/** The number of distinct aliases in a view. */
export function countAliases({ bids, auction }: AuctionView): number {
  const ids = [...bids.map(({ bidder }) => bidder._id), auction.winner?._id ?? ""];
  return new Set(ids.filter((id) => BIDDER_ALIAS.test(id))).size;
}

/** The names behind the aliases that this person can see. Fetched again when the number of aliases changes. */
export function aliasesQuery(auctionId: string, count: number) {
  return queryOptions({
    queryKey: [...queryKeys.aliases(auctionId), count],
    queryFn: async ({ signal }) => {
      const { own, people } = await call(aliasesResponse, `/auction/${encodeURIComponent(auctionId)}/aliases`, {
        signal,
      });
      return { own, people };
    },
    placeholderData: keepPreviousData,
  });
}

export async function setAnonymous(anonymous: boolean): Promise<boolean> {
  return (await call(privacyResponse, "/user/privacy", { method: "PATCH", body: { anonymous } })).anonymous;
}
