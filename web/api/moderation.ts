import { queryOptions } from "@tanstack/react-query";

import { doneAnswer } from "../../worker/contract/fields.ts";
import {
  type Moderation,
  moderationAnswer,
  type ReportInput,
  signalsAnswer,
} from "../../worker/contract/moderation.ts";
import { call } from "./client.ts";
import { queryKeys } from "./query-keys.ts";

export async function reportListing(auctionId: string, report: ReportInput): Promise<void> {
  await call(doneAnswer, `/auction/${encodeURIComponent(auctionId)}/report`, { method: "POST", body: report });
}

export const moderationQuery = queryOptions({
  queryKey: queryKeys.moderation,
  queryFn: async ({ signal }): Promise<Moderation> => call(moderationAnswer, "/moderation", { signal }),
});

export const signalsQuery = queryOptions({
  queryKey: queryKeys.shillSignals,
  queryFn: async ({ signal }) => (await call(signalsAnswer, "/moderation/signals", { signal })).signals,
});

/** An admin's action and its target. */
export type ModerationAction =
  | { readonly act: "hide" | "show" | "dismiss"; readonly listingId: string }
  | { readonly act: "suspend" | "restore"; readonly personId: string };

export async function moderate(act: ModerationAction, reason: string): Promise<void> {
  const target = "listingId" in act ? `listings/${act.listingId}` : `people/${act.personId}`;
  await call(doneAnswer, `/moderation/${target}/${act.act}`, { method: "POST", body: { reason } });
}
