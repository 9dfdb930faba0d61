import type { RatingSummary } from "../../worker/contract/seller.ts";
import { format } from "./format.ts";

/** `3 sales rated · 4.7`. Null if there are no ratings. */
export function ratedText({ count, average }: RatingSummary): string | null {
  return average === null ? null : `${format.plural(count, "sale")} rated · ${format.number(average)}`;
}
