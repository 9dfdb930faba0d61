/** The declared size of a form, before any of it is read. */
import { MAX_LISTING_FORM_BYTES } from "./body.ts";
import type { HttpContext } from "./context.ts";

/**
 * Our own forms without an image are smaller, because their texts are short. Larger forms count as uploads before they
 * are read.
 */
const MAX_TEXT_FORM_BYTES = 24 * 1_024;

export function declaredBytes(c: HttpContext): number {
  return Number(c.req.header("content-length") ?? MAX_LISTING_FORM_BYTES);
}

/** A form this large contains images. A smaller one may contain some, which we only know after reading it. */
export function isLarge(c: HttpContext): boolean {
  return declaredBytes(c) > MAX_TEXT_FORM_BYTES;
}
