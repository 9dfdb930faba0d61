/**
 * One deal and its steps, for its buyer and its seller. Every step returns the deal as it is afterwards, even on a
 * retry. If a response is lost, just send the step again.
 */
import { type QueryClient, queryOptions } from "@tanstack/react-query";

import { dealResponse, type DealDetails } from "../../worker/contract/deal.ts";
import type { DealStepName } from "../../worker/rules/deal-steps.ts";
import { pageNow } from "../browser/page-clock.ts";
import { call } from "./client.ts";
import { ApiFailure } from "./failure.ts";
import { queryKeys } from "./query-keys.ts";
import { recordServerTime, serverNow } from "./server-clock.ts";

/** The shortest and longest wait before a deal with a due date is refetched. */
const MIN_REFETCH_MS = 2_000;
const MAX_REFETCH_MS = 3_600_000;

const pathOf = (id: string) => `/deals/${encodeURIComponent(id)}`;

/** One deal, by its ID or its auction's. */
export function dealQuery(id: string) {
  return queryOptions({
    queryKey: queryKeys.deal(id),
    queryFn: async ({ signal }) => {
      const sentAt = pageNow();
      const { deal, serverTime } = await call(dealResponse, pathOf(id), { signal });
      recordServerTime(serverTime, sentAt);
      return deal;
    },
    refetchInterval: ({ state: { data } }) => (data?.dueAt ? refetchDelayMs(data.dueAt) : false),
  });
}

function refetchDelayMs(dueAt: string): number {
  return Math.min(MAX_REFETCH_MS, Math.max(MIN_REFETCH_MS, Date.parse(dueAt) - serverNow()));
}

const STEP_PATHS: Readonly<Record<DealStepName, string>> = {
  accept: "accept",
  decline: "decline",
  chooseDelivery: "delivery",
  markPaid: "paid",
  markSent: "sent",
  handOver: "handed-over",
  confirmReceipt: "received",
  requestCancel: "ask-cancel",
  agreeCancel: "agree-cancel",
  dropCancel: "drop-cancel",
  endUnpaid: "end-unpaid",
  dispute: "dispute",
  settle: "settle",
};

/** A step's name and the fields of its form. */
export type DealStepInput = { readonly step: DealStepName; readonly input: object };

export async function takeDealStep(dealId: string, { step, input }: DealStepInput): Promise<DealDetails> {
  const path = `${pathOf(dealId)}/${STEP_PATHS[step]}`;
  return (await call(dealResponse, path, { method: "POST", body: input })).deal;
}

/** Shows the deal after a step, and refetches everything else that shows it. */
export function cacheDeal(client: QueryClient, updatedDeal: DealDetails): void {
  client.setQueriesData<DealDetails>({ queryKey: queryKeys.singleDeals }, (known) =>
    known?._id === updatedDeal._id ? updatedDeal : known,
  );
  // A fetch that was running during the step may have missed it, so it's started again.
  void client.invalidateQueries({ queryKey: queryKeys.singleDeals, fetchStatus: "fetching" });
  for (const queryKey of [queryKeys.dealLists, queryKeys.dealCounts, queryKeys.address]) {
    void client.invalidateQueries({ queryKey });
  }
}

/**
 * Whether a step came too late. The other side, an admin or a deadline had already moved the deal on, or the step was
 * already taken with different text.
 */
export function isTooLate(error: unknown): error is ApiFailure {
  return error instanceof ApiFailure && (error.code === "step_not_possible" || error.code === "step_taken");
}
