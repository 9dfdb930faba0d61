import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { aliasesAnswer, privacyAnswer } from "../../worker/contract/privacy.ts";
import { call } from "./client.ts";
import { queryKeys } from "./query-keys.ts";

/** Who is behind the numbers, as far as this person may know; asked anew when a page knows another count of them. */
export function aliasesQuery(auctionId: string, count: number) {
  return queryOptions({
    queryKey: [...queryKeys.aliases(auctionId), count],
    queryFn: async ({ signal }) => {
      const { own, people } = await call(aliasesAnswer, `/auction/${encodeURIComponent(auctionId)}/aliases`, {
        signal,
      });
      return { own, people };
    },
    placeholderData: keepPreviousData,
  });
}

export async function setAnonymous(anonymous: boolean): Promise<boolean> {
  return (await call(privacyAnswer, "/user/privacy", { method: "PATCH", body: { anonymous } })).anonymous;
}
