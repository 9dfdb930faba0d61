/** Data for the admin pages. The calls that take an admin action are in moderation.ts. */
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { $ZodType } from "zod/v4/core";

import {
  adminActionsResponse,
  type AdminActionsQuery,
  categoriesForAdminsResponse,
  deploymentResponse,
  openAuctionsResponse,
  peopleResponse,
  type PeopleQuery,
  personSessionsResponse,
} from "../../worker/contract/admin.ts";
import {
  type AdminDealState,
  adminDealsResponse,
  type DealDetailsForAdmins,
  readDealResponse,
} from "../../worker/contract/deal-moderation.ts";
import { byCursor, call } from "./client.ts";
import { queryKeys } from "./query-keys.ts";

/** How often to refetch the deployment's metrics. */
const REFRESH_MS = 15_000;

type AdminQuery = Readonly<Record<string, string | undefined>>;

/** A paged list for the admin pages. The old list stays on screen while a new filter loads. */
function adminListQuery<Page extends { nextCursor: string | null }>(
  responseSchema: $ZodType<Page>,
  view: string,
  query: AdminQuery = {},
) {
  return infiniteQueryOptions({
    queryKey: queryKeys.adminList(view, query),
    queryFn: ({ pageParam, signal }) =>
      call(responseSchema, `/moderation/${view}`, { query: { ...query, cursor: pageParam }, signal }),
    ...byCursor,
    placeholderData: keepPreviousData,
  });
}

export type PeopleFilter = Partial<Pick<PeopleQuery, "search" | "state">>;
export type ActionsFilter = Partial<Pick<AdminActionsQuery, "action" | "by" | "target">>;

export const peopleQuery = (filter: PeopleFilter) => adminListQuery(peopleResponse, "people", filter);
export const adminActionsQuery = (filter: ActionsFilter) => adminListQuery(adminActionsResponse, "actions", filter);
export const categoriesForAdminsQuery = adminListQuery(categoriesForAdminsResponse, "categories");
export const dealsForAdminsQuery = (state: AdminDealState) => adminListQuery(adminDealsResponse, "deals", { state });
/** Refreshed by hand only, because each page calls every room it lists. */
export const openAuctionsQuery = adminListQuery(openAuctionsResponse, "auctions");

export const deploymentQuery = queryOptions({
  queryKey: queryKeys.adminList("deployment", {}),
  queryFn: async ({ signal }) => (await call(deploymentResponse, "/moderation/deployment", { signal })).deployment,
  refetchInterval: REFRESH_MS,
});

/** The whole deal. Each fetch is recorded with the admin's reason, so it's fetched again only after a change. */
export function readDealQuery(dealId: string, reason: string) {
  return queryOptions({
    queryKey: queryKeys.adminDeal(dealId, reason),
    queryFn: ({ signal }): Promise<DealDetailsForAdmins> =>
      call(readDealResponse, `/moderation/deals/${encodeURIComponent(dealId)}/read`, {
        method: "POST",
        body: { reason },
        signal,
      }),
    staleTime: Infinity,
  });
}

export function personSessionsQuery(personId: string) {
  return queryOptions({
    queryKey: queryKeys.adminSessions(personId),
    queryFn: ({ signal }) =>
      call(personSessionsResponse, `/moderation/people/${encodeURIComponent(personId)}/sessions`, { signal }),
  });
}
