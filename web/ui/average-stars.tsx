import type { RatingSummary } from "../../worker/contract/seller.ts";
import { format } from "./format.ts";

/** `★ 4.7 (3)`, next to a seller's name. Nothing if there are no ratings. */
export function AverageStars({ rated: { count, average } }: { rated: RatingSummary }) {
  if (average === null) return null;
  return (
    <span className="shrink-0 text-sm whitespace-nowrap text-muted tabular-nums">
      <span className="sr-only">
        {format.number(average)} of 5 stars, {format.plural(count, "rating")}
      </span>
      <span aria-hidden>
        <span className="text-accent">★</span> {format.number(average)} ({format.number(count)})
      </span>
    </span>
  );
}
