/**
 * Drafts: unpublished listings, with the content of their form. No field is required, and we check only the lengths, so
 * a draft may be an invalid listing.
 */
import * as z from "zod";

import { imageOrder } from "./auction.ts";
import { image } from "./catalogue.ts";
import { responseSchema, draftId, draftVersion, jsonField, tooLongMessage } from "./fields.ts";
import { detailName } from "./listing-details.ts";
import { RELIST_CHOICES } from "./relist-plan.ts";
import { cleanLine, cleanLines, lengthOf } from "./text/clean-text.ts";

/** More than anyone fills in at a time, and few enough for one response. */
export const MAX_DRAFTS = 20;

/** More than a listing allows, because a draft must also keep text that is too long for its listing. */
const MAX_DRAFT_DESCRIPTION_LENGTH = 6_000;
/** For any other field. */
const MAX_DRAFT_FIELD_LENGTH = 500;
/** All fields as JSON text, in which a line break takes two characters. */
const MAX_DRAFT_JSON_LENGTH = 20_000;

/** As typed, including spaces at either end, because the person continues typing there. */
const draftText = (clean = cleanLine, max = MAX_DRAFT_FIELD_LENGTH) =>
  z
    .string()
    .overwrite(clean)
    .refine((value) => lengthOf(value) <= max, tooLongMessage(max))
    .meta({ maxLength: max });

/**
 * The fields of the form, with the form's names and as they were typed. New fields must be optional, so that they need
 * no migration.
 */
export const draftFields = z
  .object({
    title: draftText(),
    category: draftText(),
    description: draftText(cleanLines, MAX_DRAFT_DESCRIPTION_LENGTH),
    details: z.partialRecord(detailName, draftText()),
    startingPrice: draftText(),
    /** In the seller's own time zone, as the fields show it. */
    end: z.object({ day: draftText(), time: draftText() }),
    increments: z.enum(["flat", "tiered"]),
    softClose: z.boolean(),
    start: z.object({ day: draftText(), time: draftText() }),
    reservePrice: draftText(),
    buyNowPrice: draftText(),
    relistTimes: z.enum(RELIST_CHOICES),
  })
  .partial();
export type DraftFields = z.infer<typeof draftFields>;

/**
 * The text fields of the multipart call. Images are separate parts, as for a listing. `version` is the one that this
 * save replaces, 0 for a new draft. Without `pictures` and images the draft keeps its images.
 */
export const draftInput = z.object({
  version: draftVersion,
  fields: jsonField(MAX_DRAFT_JSON_LENGTH, draftFields),
  pictures: imageOrder.optional(),
});
export type DraftInput = z.infer<typeof draftInput>;

export const draftParam = z.object({ id: draftId });

export const savedDraft = z
  .object({
    _id: z.string(),
    /** Increases by one with each change. */
    version: z.number(),
    fields: draftFields,
    /** The cover first. */
    pictures: z.array(image),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ ref: "Draft" });
export type SavedDraft = z.infer<typeof savedDraft>;

export const draftsResponse = responseSchema({ drafts: z.array(savedDraft) });
export const draftResponse = responseSchema({ draft: savedDraft });
