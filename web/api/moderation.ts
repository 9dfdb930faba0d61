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
  | { readonly act: "hide" | "show" | "void" | "dismiss"; readonly listingId: string }
  | { readonly act: PersonAct; readonly personId: string }
  | { readonly act: "hideCategory" | "showCategory"; readonly categoryId: string };
export type PersonAct = "suspend" | "restore" | "hideName" | "showName" | "removePortrait";

export async function moderate(action: ModerationAction, reason: string): Promise<void> {
  await call(doneAnswer, `/moderation/${targetOf(action)}/${action.act}`, { method: "POST", body: { reason } });
}

function targetOf(action: ModerationAction): string {
  if ("listingId" in action) return `listings/${action.listingId}`;
  return "personId" in action ? `people/${action.personId}` : `categories/${action.categoryId}`;
}
