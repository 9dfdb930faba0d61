import { queryOptions } from "@tanstack/react-query";

import type { CreateCategoryInput } from "../../worker/contract/category.ts";
import type { CloseDealInput } from "../../worker/contract/deal-moderation.ts";
import {
  type MergeCategoryInput,
  type Moderation,
  moderationResponse,
  type SetTrustInput,
  signalsResponse,
} from "../../worker/contract/moderation.ts";
import type { ReauthenticationInput } from "../../worker/contract/passkeys.ts";
import { call } from "./client.ts";
import { queryKeys } from "./query-keys.ts";
import { doneResponse } from "./response-schemas.ts";

export const moderationQuery = queryOptions({
  queryKey: queryKeys.moderation,
  queryFn: async ({ signal }): Promise<Moderation> => call(moderationResponse, "/moderation", { signal }),
});

export const signalsQuery = queryOptions({
  queryKey: queryKeys.shillSignals,
  queryFn: async ({ signal }) => (await call(signalsResponse, "/moderation/signals", { signal })).signals,
});

/** An admin's action, its target and its other inputs. */
export type ModerationAction =
  | { readonly name: "hide" | "show" | "void" | "dismiss"; readonly auctionId: string }
  | { readonly name: PersonActionName | TrustActionName; readonly personId: string }
  | { readonly name: "voidBid"; readonly bidId: string }
  | { readonly name: "hideCategory" | "showCategory"; readonly categoryId: string }
  | { readonly name: QuestionActionName; readonly questionId: string }
  | { readonly name: RatingActionName; readonly ratingId: string }
  | { readonly name: "noteDeal"; readonly dealId: string }
  | { readonly name: "closeDeal"; readonly dealId: string; readonly input: Pick<CloseDealInput, "favor"> }
  | { readonly name: "hideNote" | "showNote" | "dismissNote"; readonly dealId: string; readonly seq: number }
  | { readonly name: "createCategory"; readonly input: CreateCategoryInput }
  | { readonly name: "renameCategory"; readonly categoryId: string; readonly input: CreateCategoryInput }
  | { readonly name: "mergeCategory"; readonly categoryId: string; readonly input: Pick<MergeCategoryInput, "into"> };
export type PersonActionName =
  | "suspend"
  | "restore"
  | "hideName"
  | "showName"
  | "removePortrait"
  | "endSessions"
  | "makeAdmin"
  | "removeAdmin"
  | "allowBidding";

type QuestionActionName = "hideQuestion" | "showQuestion" | "hideAnswer" | "showAnswer" | "dismissQuestion";

type RatingActionName = "hideRating" | "showRating" | "hideReply" | "showReply" | "dismissRating";

export type TrustActionName = "setNew" | "setKnown" | "clearTrust";
const TRUST_LEVEL_BY_ACTION = { setNew: "new", setKnown: "known", clearTrust: "automatic" } as const satisfies {
  readonly [Action in TrustActionName]: SetTrustInput["trust"];
};

/** `reauthentication` is for the actions that require it. */
export async function moderate(
  action: ModerationAction,
  reason: string,
  reauthentication: ReauthenticationInput = {},
): Promise<void> {
  const body = {
    ...("input" in action && action.input),
    ...reauthentication,
    ...(isTrustAction(action.name) && { trust: TRUST_LEVEL_BY_ACTION[action.name] }),
    reason,
  };
  await call(doneResponse, `/moderation/${pathOf(action)}`, { method: "POST", body });
}

function pathOf(action: ModerationAction): string {
  if (action.name === "createCategory") return "categories";
  if ("bidId" in action) return `bids/${action.bidId}/void`;
  if ("auctionId" in action) return `listings/${action.auctionId}/${action.name}`;
  if ("seq" in action) return `deals/${action.dealId}/notes/${action.seq}/${action.name}`;
  if ("dealId" in action) return `deals/${action.dealId}/${action.name === "noteDeal" ? "note" : "close"}`;
  if ("questionId" in action) return `questions/${action.questionId}/${action.name}`;
  if ("ratingId" in action) return `ratings/${action.ratingId}/${action.name}`;
  if ("categoryId" in action) return `categories/${action.categoryId}/${action.name}`;
  return `people/${action.personId}/${isTrustAction(action.name) ? "setTrust" : action.name}`;
}

function isTrustAction(name: ModerationAction["name"]): name is TrustActionName {
  return name in TRUST_LEVEL_BY_ACTION;
}
