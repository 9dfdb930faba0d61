/** How many times an auction is relisted automatically. For its seller. */
import { queryOptions } from "@tanstack/react-query";

import { type RelistPlanState, relistPlanResponse } from "../../worker/contract/relist-plan.ts";
import { call } from "./client.ts";
import { queryKeys } from "./query-keys.ts";

const pathOf = (auctionId: string) => `/auction/${encodeURIComponent(auctionId)}/relist-plan`;

export function relistPlanQuery(auctionId: string) {
  return queryOptions({
    queryKey: queryKeys.relistPlan(auctionId),
    queryFn: async ({ signal }) => (await call(relistPlanResponse, pathOf(auctionId), { signal })).plan,
  });
}

export async function changeRelistPlan(auctionId: string, times: number): Promise<RelistPlanState> {
  return (await call(relistPlanResponse, pathOf(auctionId), { method: "PUT", body: { times } })).plan;
}
