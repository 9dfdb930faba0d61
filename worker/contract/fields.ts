/**
 * The fields that several messages share: text, money, what a bidder offers, ids, times. The lengths of texts are
 * in `lengths.ts`, how many a person may have of a thing is in the file of the thing.
 */
import * as z from "zod";

import { toMinor } from "../rules/money.ts";
import { showsSomething } from "./names.ts";

/**
 * Control characters (but tab and line breaks) and bidirectional overrides, which can make a text look like a different
 * one.
 */
// oxlint-disable-next-line no-control-regex -- naming the control characters is the point
const UNPRINTABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\p{Bidi_Control}]/u;

/**
 * One text field: trimmed, without control characters, with the sentence to show when it is missing or has no visible
 * characters. Line breaks are normalised, because a form with files sends each as two characters.
 */
export function text(max: number, required: string, min = 1, tooShort = required) {
  return z
    .string({ error: required })
    .overwrite((value) => value.replace(/\r\n?/g, "\n"))
    .trim()
    .min(1, required)
    .min(min, tooShort)
    .max(max, `Use at most ${max.toLocaleString("en")} characters`)
    .refine(showsSomething, required)
    .refine(isPrintable, UNPRINTABLE_MESSAGE);
}

export const UNPRINTABLE_MESSAGE = "This text contains characters that cannot be shown";
export function isPrintable(value: string): boolean {
  // A lone surrogate is not a character.
  return value.isWellFormed() && !UNPRINTABLE.test(value);
}

/** An id as the product makes them: letters, digits, dashes. */
export const id = z.string().regex(/^[\w-]{1,64}$/, "This id is not one of ours");

/** The id of a draft, which its form makes. */
export const draftId = z.string().regex(/^[0-9a-f]{32}$/, "This id is not one of ours");
/** The version of the draft in a form; 0 if none was saved. */
export const draftVersion = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

/** Money on the wire: major units, at most two decimals, as a number or (from a form) as digits. */
export function amount(message: string) {
  return z
    .union(
      [
        // Each alternative has the sentence, because a form shows the message of the last alternative and not of the
        // union.
        z.number({ error: message }),
        z
          .string({ error: message })
          .trim()
          .regex(/^\d{1,10}(\.\d{1,2})?$/, message)
          .transform(Number),
      ],
      { error: message },
    )
    .refine((value) => toMinor(value) !== null, message);
}

export const BID_AMOUNT_MESSAGE = "Valid bid amount is required";
export const bidAmount = amount(BID_AMOUNT_MESSAGE).refine((value) => value >= 1, BID_AMOUNT_MESSAGE);

/** The highest amount that the room may bid for the bidder. */
export const maxBid = amount(BID_AMOUNT_MESSAGE).refine((value) => value >= 1, BID_AMOUNT_MESSAGE);

/**
 * Exactly an amount, up to a maximum, or both: then the amount is the least. Not `exactOptional`, which checks also what is
 * absent, and makes an error of it that is thrown away: this is parsed for each bid.
 */
export const offer = { bidAmount: bidAmount.optional(), maxBid: maxBid.optional() };
export type Offer = { readonly bidAmount?: number | undefined; readonly maxBid?: number | undefined };

/** An offer names at least one of the two. */
export function namesAmount(named: Offer): boolean {
  return named.bidAmount !== undefined || named.maxBid !== undefined;
}
export const NAMES_AMOUNT = { error: BID_AMOUNT_MESSAGE, path: ["bidAmount"] };

/** A moment as an ISO 8601 date-time with an offset, e.g. `2026-11-21T12:00:00.000Z`. */
export function moment(message: string) {
  return z.iso.datetime({ offset: true, error: message });
}

/** Every successful answer: the flag, a sentence, and its content. */
export function answer<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.object({ success: z.literal(true), message: z.string(), ...shape });
}

/** The answer to a call without a result. */
export const doneAnswer = answer({});

const ONE_CURSOR = "cursor must be one nextCursor of this list";
/** The parameters of every list in pages: an opaque cursor and a page size of 1 to 100. */
export const cursor = z.string({ error: ONE_CURSOR }).max(200, ONE_CURSOR).optional();
export function pageSize(standard: number) {
  const error = "limit must be a whole number from 1 to 100";
  return z.coerce.number({ error }).int(error).min(1, error).max(100, error).default(standard);
}

/** Where a stored image is served; keys are content-addressed, so the answer never changes. */
export function imageUrl(key: string): string {
  return `/api/v1/images/${key}`;
}
