import { queryOptions } from "@tanstack/react-query";

import type { CreateCategoryInput } from "../../worker/contract/category.ts";
import type { CloseDealInput } from "../../worker/contract/deal-moderation.ts";
import {
  type MergeCategoryInput,
  type Moderation,
  moderationAnswer,
  type ReportInput,
  type SetTrustInput,
  signalsAnswer,
} from "../../worker/contract/moderation.ts";
import type { OwnerProofInput } from "../../worker/contract/passkeys.ts";
import { doneAnswer } from "./answers.ts";
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

/** An admin's action, its target and its other inputs. */
export type ModerationAction =
  | { readonly act: "hide" | "show" | "void" | "dismiss"; readonly listingId: string }
  | { readonly act: PersonAct | TrustAct; readonly personId: string }
  | { readonly act: "removeBid"; readonly bidId: string }
  | { readonly act: "hideCategory" | "showCategory"; readonly categoryId: string }
  | { readonly act: QuestionAct; readonly questionId: string }
  | { readonly act: RatingAct; readonly ratingId: string }
  | { readonly act: "noteDeal"; readonly dealId: string }
  | { readonly act: "closeDeal"; readonly dealId: string; readonly input: Pick<CloseDealInput, "favor"> }
  | { readonly act: "hideNote" | "showNote" | "dismissNote"; readonly dealId: string; readonly seq: number }
  | { readonly act: "createCategory"; readonly input: CreateCategoryInput }
  | { readonly act: "renameCategory"; readonly categoryId: string; readonly input: CreateCategoryInput }
  | { readonly act: "mergeCategory"; readonly categoryId: string; readonly input: Pick<MergeCategoryInput, "into"> };
export type PersonAct =
  | "suspend"
  | "restore"
  | "hideName"
  | "showName"
  | "removePortrait"
  | "endSessions"
  | "makeAdmin"
  | "removeAdmin"
  | "allowBidding";

export type QuestionAct = "hideQuestion" | "showQuestion" | "hideAnswer" | "showAnswer" | "dismissQuestion";

export type RatingAct = "hideRating" | "showRating" | "hideReply" | "showReply" | "dismissRating";

export type TrustAct = "setNew" | "setKnown" | "clearTrust";
const TRUST = { setNew: "new", setKnown: "known", clearTrust: "automatic" } as const satisfies {
  readonly [Act in TrustAct]: SetTrustInput["trust"];
};

/** `proof` for the acts that need one. */
export async function moderate(action: ModerationAction, reason: string, proof: OwnerProofInput = {}): Promise<void> {
  const body = {
    ...("input" in action && action.input),
    ...proof,
    ...(isTrustAct(action.act) && { trust: TRUST[action.act] }),
    reason,
  };
  await call(doneAnswer, `/moderation/${placeOf(action)}`, { method: "POST", body });
}

function placeOf(action: ModerationAction): string {
  if (action.act === "createCategory") return "categories";
  if ("bidId" in action) return `bids/${action.bidId}/remove`;
  if ("listingId" in action) return `listings/${action.listingId}/${action.act}`;
  if ("seq" in action) return `deals/${action.dealId}/notes/${action.seq}/${action.act}`;
  if ("dealId" in action) return `deals/${action.dealId}/${action.act === "noteDeal" ? "note" : "close"}`;
  if ("questionId" in action) return `questions/${action.questionId}/${action.act}`;
  if ("ratingId" in action) return `ratings/${action.ratingId}/${action.act}`;
  if ("categoryId" in action) return `categories/${action.categoryId}/${action.act}`;
  return `people/${action.personId}/${isTrustAct(action.act) ? "setTrust" : action.act}`;
}

function isTrustAct(act: ModerationAction["act"]): act is TrustAct {
  return act in TRUST;
}
