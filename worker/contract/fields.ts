/**
 * The fields that several messages share: text, money, what a bidder offers, IDs, times. `lengths.ts` has the maximum
 * lengths of text. Limits on a person's drafts, passkeys and so on are in their own files.
 */
import * as z from "zod";

import { toMinor } from "../rules/money.ts";
import { hasVisibleText } from "./names.ts";
import { cleanLine, lengthOf } from "./text/clean-text.ts";

/**
 * One text field, cleaned and trimmed, with the sentence to show when it is missing or has no visible characters. Use
 * `cleanLines` as `clean` for text of several lines. `max` counts characters as `lengthOf` does.
 */
export function text(max: number, requiredMessage: string, clean = cleanLine) {
  return z
    .string({ error: requiredMessage })
    .overwrite(clean)
    .trim()
    .refine(hasVisibleText, requiredMessage)
    .refine((value) => lengthOf(value) <= max, tooLongMessage(max))
    .meta({ minLength: 1, maxLength: max });
}

export function tooLongMessage(max: number): string {
  return `Use at most ${max.toLocaleString("en")} characters`;
}

/** Control characters (except tab and line breaks) and those that change the direction of text. */
// oxlint-disable-next-line no-control-regex -- naming the control characters is the point
const UNPRINTABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\p{Bidi_Control}]/u;

export const UNPRINTABLE_MESSAGE = "We can't show some characters in this text. Remove them.";
/** For text that we compare as it is. Text that people write is cleaned instead. */
export function isPrintable(value: string): boolean {
  // A lone surrogate is not a character.
  return value.isWellFormed() && !UNPRINTABLE.test(value);
}

/** An ID: letters, digits, dashes and underscores. */
export const id = z.string().regex(/^[\w-]{1,64}$/, "This ID has the wrong format");
/** The path parameter that identifies one thing. */
export const idParam = z.object({ id });

/** A draft's ID, which the form generates. */
export const draftId = z.string().regex(/^[0-9a-f]{32}$/, "This ID has the wrong format");
/** The version of the draft that a form shows. 0 if none was saved. */
export const draftVersion = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

/** Money in requests: major units, at most two decimals, as a number or (from a form) as digits. */
export function amount(message: string) {
  return z
    .union(
      [
        // Each alternative has the sentence, because a form shows the last alternative's message, not the union's.
        z.number({ error: message }),
        z
          .string({ error: message })
          .overwrite(cleanLine)
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
 * An exact amount, a maximum, or both. With both, the amount is the minimum. Not `exactOptional`, which also
 * checks absent fields and creates an error that it throws away. We parse this for each bid.
 */
export const offer = { bidAmount: bidAmount.optional(), maxBid: maxBid.optional() };
export type Offer = { readonly bidAmount?: number | undefined; readonly maxBid?: number | undefined };

export function hasAmount(value: Offer): boolean {
  return value.bidAmount !== undefined || value.maxBid !== undefined;
}
export const AMOUNT_REQUIRED = { error: BID_AMOUNT_MESSAGE, path: ["bidAmount"] };

/** One of a few words, with an error message that lists them. */
export function oneOf<const Values extends readonly string[]>(name: string, values: Values) {
  return z.enum(values, { error: `${name} must be one of ${values.join(", ")}` });
}

/** A form field that contains JSON. */
export function jsonField<Schema extends z.ZodType>(maxCharacters: number, schema: Schema) {
  return z
    .string()
    .max(maxCharacters)
    .transform((json, context): unknown => {
      try {
        return JSON.parse(json);
      } catch {
        context.addIssue({ code: "custom", message: "This field must be JSON" });
        return z.NEVER;
      }
    })
    .pipe(schema);
}

/** An ISO 8601 date-time with an offset, e.g. `2026-11-21T12:00:00.000Z`. */
export function dateTime(message: string) {
  return z.iso.datetime({ offset: true, error: message });
}

/** Every successful response: the flag, a sentence, and its content. */
export function responseSchema<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.object({ success: z.literal(true), message: z.string(), ...shape });
}

/** The response to a call without a result. */
export const doneResponse = responseSchema({});

const CURSOR_MESSAGE = "cursor must be a nextCursor from this list";
export const INVALID_CURSOR_MESSAGE = "This cursor belongs to another list";
const cursorText = z.string({ error: CURSOR_MESSAGE }).max(200, CURSOR_MESSAGE);
/** The parameters of every paginated list: an opaque cursor and a page size of 1 to 100. */
export const cursor = cursorText.optional();
/** A cursor as `parse` reads it. `parse` returns null if the cursor belongs to another list. */
export function cursorField<Position>(parse: (text: string) => Position | null) {
  const position = cursorText.transform((sent, context) => {
    const parsed = parse(sent);
    if (parsed !== null) return parsed;
    context.addIssue({ code: "custom", message: INVALID_CURSOR_MESSAGE });
    return z.NEVER;
  });
  return position.optional();
}
export function pageSize(defaultSize: number) {
  const error = "limit must be a whole number from 1 to 100";
  return z.coerce.number({ error }).int(error).min(1, error).max(100, error).default(defaultSize);
}

/** The URL of a stored image. Keys are content-addressed, so the image never changes. */
export function imageUrl(key: string): string {
  return `/api/v1/images/${key}`;
}
