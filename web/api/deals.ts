/**
 * Deals: what follows a sale, for its buyer and its seller. Every step answers with the deal as it is afterwards, for a
 * repeat as for the first, so that a step whose answer was lost is simply sent again.
 */
import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions } from "@tanstack/react-query";

import {
  type Address,
  type DEAL_VIEWS,
  instructionsAnswer,
  ownAddressAnswer,
  type ShownDeal,
} from "../../worker/contract/deal.ts";
import type { StepName } from "../../worker/rules/deal-steps.ts";
import { dealAnswer, dealCountsAnswer, dealsAnswer, doneAnswer, secondChanceAnswer } from "./answers.ts";
import { call } from "./client.ts";
import { ApiFailure } from "./failure.ts";
import { pageNow } from "./page-clock.ts";
import { queryKeys } from "./query-keys.ts";
import { noteServerTime, serverNow } from "./server-clock.ts";

export type DealView = (typeof DEAL_VIEWS)[number];

const DEALS_PAGE = 20;
/** A deal is read again once it has fallen due: not before this time, and at least this often. */
const SOONEST_MS = 2_000;
const LATEST_MS = 3_600_000;

const pathOf = (id: string) => `/user/deals/${encodeURIComponent(id)}`;

/** Page by page. The deals of the last view stay on screen while those of a new one are fetched. */
export function dealsQuery(view: DealView) {
  return infiniteQueryOptions({
    queryKey: queryKeys.dealList(view),
    queryFn: ({ pageParam, signal }) =>
      call(dealsAnswer, "/user/deals", { query: { view, limit: DEALS_PAGE, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
  });
}

export const dealCountsQuery = queryOptions({
  queryKey: queryKeys.dealCounts,
  queryFn: async ({ signal }) => (await call(dealCountsAnswer, "/user/deals/counts", { signal })).counts,
});

/** One deal, by its id or that of its auction. */
export function dealQuery(id: string) {
  return queryOptions({
    queryKey: queryKeys.deal(id),
    queryFn: async ({ signal }) => {
      const sentAt = pageNow();
      const { deal, serverTime } = await call(dealAnswer, pathOf(id), { signal });
      noteServerTime(serverTime, sentAt);
      return deal;
    },
    refetchInterval: ({ state: { data } }) => (data?.dueAt ? untilDue(data.dueAt) : false),
  });
}

function untilDue(dueAt: string): number {
  return Math.min(LATEST_MS, Math.max(SOONEST_MS, Date.parse(dueAt) - serverNow()));
}

const STEP_PATHS: Readonly<Record<StepName, string>> = {
  accept: "accept",
  decline: "decline",
  chooseDelivery: "delivery",
  markPaid: "paid",
  markSent: "sent",
  handOver: "handed-over",
  confirmReceipt: "received",
  askCancel: "cancel/ask",
  agreeCancel: "cancel/agree",
  dropCancel: "cancel/drop",
  endUnpaid: "unpaid",
  dispute: "dispute",
  settle: "settle",
};

/** What a step's form sends: which one, and its fields as the contract has them. */
export type MadeStep = { readonly step: StepName; readonly input: object };

export async function makeStep(dealId: string, { step, input }: MadeStep): Promise<ShownDeal> {
  const path = `${pathOf(dealId)}/${STEP_PATHS[step]}`;
  return (await call(dealAnswer, path, { method: "POST", body: input })).deal;
}

/** Shows the deal as it is after a step, and fetches what else shows it. */
export function noteDeal(client: QueryClient, after: ShownDeal): void {
  client.setQueriesData<ShownDeal>({ queryKey: queryKeys.openedDeals }, (known) =>
    known?._id === after._id ? after : known,
  );
  for (const queryKey of [queryKeys.dealLists, queryKeys.dealCounts, queryKeys.address]) {
    void client.invalidateQueries({ queryKey });
  }
}

/** Whether a step came too late: the other side, an admin or the clock had already moved the deal on. */
export function hasMovedOn(error: unknown): boolean {
  return error instanceof ApiFailure && error.code === "step_not_possible";
}

/** The address that a person has saved; null if there is none. */
export const addressQuery = queryOptions({
  queryKey: queryKeys.address,
  queryFn: async ({ signal }) => (await call(ownAddressAnswer, "/user/address", { signal })).address,
});

export async function saveAddress(address: Address): Promise<void> {
  await call(ownAddressAnswer, "/user/address", { method: "PUT", body: address });
}

export async function removeAddress(): Promise<void> {
  await call(doneAnswer, "/user/address", { method: "DELETE" });
}

/** How buyers pay this person; null if they have not said it. */
export const instructionsQuery = queryOptions({
  queryKey: queryKeys.paymentInstructions,
  queryFn: async ({ signal }) =>
    (await call(instructionsAnswer, "/user/payment-instructions", { signal })).instructions,
});

export async function saveInstructions(instructions: string): Promise<void> {
  await call(instructionsAnswer, "/user/payment-instructions", { method: "PUT", body: { instructions } });
}

/** Whether a sold item was offered to the next bidder, as everyone may know it. */
export function secondChanceQuery(auctionId: string) {
  return queryOptions({
    queryKey: queryKeys.secondChance(auctionId),
    queryFn: async ({ signal }) =>
      (await call(secondChanceAnswer, `/auction/${encodeURIComponent(auctionId)}/second-chance`, { signal }))
        .secondChance,
  });
}
