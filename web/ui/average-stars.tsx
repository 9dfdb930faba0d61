import type { RatingSummary } from "../../worker/contract/seller.ts";
import { reader } from "./format.ts";

/** `★ 4.7 (3)`, next to a seller's name. Nothing if there are no ratings. */
export function AverageStars({ rated: { count, average } }: { rated: RatingSummary }) {
  if (average === null) return null;
  return (
    <span className="shrink-0 text-sm whitespace-nowrap text-muted tabular-nums">
      <span className="sr-only">
        {reader.count(average)} of 5 stars, {reader.counted(count, "rating")}
      </span>
      <span aria-hidden>
        <span className="text-accent">★</span> {reader.count(average)} ({reader.count(count)})
      </span>
    </span>
  );
}
