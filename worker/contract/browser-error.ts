/**
 * Errors that browsers report. A report says where in our code and on which page something failed. It never contains
 * user input, an email address, a query string or a whole ID. The browser removes them before it sends the report, and
 * the server again before it logs it.
 */
import * as z from "zod";

const MAX_MESSAGE_LENGTH = 200;
/** The most characters of a message that we examine. */
const MAX_RAW_LENGTH = 2_000;

export const browserErrorInput = z.object({
  kind: z.enum(["error", "rejection", "render"]),
  /** The pattern of the page's URL: `/auction/:auctionId`. */
  page: z.string().max(60),
  message: z.string().max(MAX_MESSAGE_LENGTH),
  /** File, line and column in our own code. */
  place: z.string().max(120),
});
export type BrowserErrorInput = z.infer<typeof browserErrorInput>;

/** The text of an error without parts that may be personal: quotations, email addresses, long numbers, IDs. */
export function anonymousText(text: string): string {
  return text
    .slice(0, MAX_RAW_LENGTH)
    .replaceAll(/"[^"]*"|'[^']*'|`[^`]*`|“[^”]*”|‘[^’]*’/g, "'…'")
    .replaceAll(/\S+@\S+/g, "…@…")
    .replaceAll(/[?#]\S*/g, "")
    .replaceAll(/\b([0-9a-f]{4})[0-9a-f-]{8,}\b/gi, "$1…")
    .replaceAll(/\d{5,}/g, "…")
    .replaceAll(/\s+/g, " ")
    .trim()
    .slice(0, MAX_MESSAGE_LENGTH);
}
