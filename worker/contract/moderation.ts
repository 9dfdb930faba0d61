/** Reports about listings, questions, ratings and notes in deals, and admins' moderation page and actions. */
import * as z from "zod";

import { person } from "./catalogue.ts";
import { category, createCategoryInput } from "./category.ts";
import { moderatedNotes } from "./deal-note.ts";
import { responseSchema, id, text } from "./fields.ts";
import { MAX_REASON_LENGTH } from "./lengths.ts";
import { reauthenticationInput } from "./passkeys.ts";
import { moderatedQuestion, reportedQuestion } from "./question.ts";
import { moderatedRating, reportedRating } from "./rating.ts";
import { reportSchema } from "./report.ts";
import { cleanLines } from "./text/clean-text.ts";

export const REPORT_REASONS = [
  { value: "prohibited", label: "It's a prohibited item" },
  { value: "counterfeit", label: "It's a fake" },
  { value: "misleading", label: "The description or photos are misleading" },
  { value: "unfair-bidding", label: "Someone is driving up the price" },
  { value: "offensive", label: "It's offensive" },
  { value: "other", label: "Something else" },
] as const;
export const reportInput = reportSchema(REPORT_REASONS);
export const reportReason = reportInput.shape.reason;

/** Every admin action has a reason. */
export const adminActionInput = z.object({ reason: text(MAX_REASON_LENGTH, "Enter a reason", cleanLines) });

/** An admin action that `needsReauthentication`. */
export const sensitiveActionInput = adminActionInput.extend(reauthenticationInput.shape);

/** `automatic` follows what the person has verified and done (`worker/rules/trust.ts`). */
export const setTrustInput = adminActionInput.extend({ trust: z.enum(["new", "known", "automatic"]) });
export type SetTrustInput = z.infer<typeof setTrustInput>;

export const writeCategoryInput = createCategoryInput.extend(adminActionInput.shape);
export const mergeCategoryInput = adminActionInput.extend({ into: id });
export type MergeCategoryInput = z.infer<typeof mergeCategoryInput>;

export const ADMIN_ACTION_NAMES = [
  "hide",
  "show",
  "void",
  "dismiss",
  "voidBid",
  "suspend",
  "restore",
  "hideName",
  "showName",
  "removePortrait",
  "endSessions",
  "makeAdmin",
  "removeAdmin",
  "setNew",
  "setKnown",
  "clearTrust",
  "allowBidding",
  "readDeal",
  "noteDeal",
  "closeDeal",
  "hideNote",
  "showNote",
  "dismissNote",
  "createCategory",
  "renameCategory",
  "mergeCategory",
  "hideCategory",
  "showCategory",
  "hideQuestion",
  "showQuestion",
  "hideAnswer",
  "showAnswer",
  "dismissQuestion",
  "hideRating",
  "showRating",
  "hideReply",
  "showReply",
  "dismissRating",
] as const;
export const adminActionName = z.enum(ADMIN_ACTION_NAMES);
export type AdminActionName = z.infer<typeof adminActionName>;

/** Admin actions that could take over the site, or can't be undone. We email all admins about each one. */
const SENSITIVE_ACTIONS = [
  "makeAdmin",
  "removeAdmin",
  "suspend",
  "void",
  "voidBid",
  "closeDeal",
] as const satisfies readonly AdminActionName[];
export type SensitiveAction = (typeof SENSITIVE_ACTIONS)[number];

export function needsReauthentication(action: AdminActionName): action is SensitiveAction {
  return SENSITIVE_ACTIONS.some((name) => name === action);
}

const listing = z.object({
  _id: z.string(),
  title: z.string(),
  seller: person,
  hidden: z.boolean(),
  voided: z.boolean(),
});

/** All open reports about one listing. */
const reportedListing = z
  .object({
    listing,
    reports: z.array(z.object({ reason: reportReason, text: z.string(), by: person, at: z.string() })),
  })
  .meta({ ref: "ReportedListing" });

export const adminAction = z
  .object({
    _id: z.number(),
    action: adminActionName,
    by: person,
    at: z.string(),
    reason: z.string(),
    /**
     * The target of the action. Its name is a listing's title (even for a question about it, its deal or a rating), or
     * a person's or category's name.
     */
    target: z.object({ _id: z.string(), name: z.string() }),
  })
  .meta({ ref: "AdminAction" });
export type AdminAction = z.infer<typeof adminAction>;

const shillSignal = z
  .object({
    bidder: person,
    seller: person,
    bidsOnSeller: z.number(),
    bids: z.number(),
    withdrawn: z.number(),
    signs: z.array(z.enum(["same_device", "same_network", "one_seller", "withdrawals"])),
    /** The seller's auctions that the bidder has bid on, the latest bid first. At most ten. */
    auctions: z.array(z.object({ _id: z.string(), title: z.string(), bids: z.number() })),
  })
  .meta({ ref: "ShillSignal" });
export type ShillSignal = z.infer<typeof shillSignal>;

export const signalsResponse = responseSchema({ signals: z.array(shillSignal) });

export const moderationResponse = responseSchema({
  reported: z.array(reportedListing),
  hidden: z.array(z.object({ listing, reason: z.string(), at: z.string() })),
  suspended: z.array(z.object({ person, reason: z.string(), at: z.string() })),
  /** People whose names are hidden, with the hidden name. */
  hiddenNames: z.array(z.object({ person, name: z.string(), reason: z.string(), at: z.string() })),
  hiddenCategories: z.array(z.object({ category, reason: z.string(), at: z.string() })),
  reportedQuestions: z.array(reportedQuestion),
  /** Hidden questions, and those with hidden answers. */
  hiddenQuestions: z.array(moderatedQuestion),
  reportedRatings: z.array(reportedRating),
  /** Hidden ratings, and those with hidden replies. */
  hiddenRatings: z.array(moderatedRating),
  ...moderatedNotes,
});
export type Moderation = Omit<z.infer<typeof moderationResponse>, "success" | "message">;
