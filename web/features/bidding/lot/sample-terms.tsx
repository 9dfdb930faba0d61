import { Flame, RotateCcw, Star, Truck } from "lucide-react";

import { showsSamples } from "../../../ui/fixed-texts.ts";
import { SampleNote } from "../../../ui/sample-note.tsx";

/** Fixed display values of the original product. */
const STARS = 5;
const FILLED_STARS = 4;
const REVIEWS = "211 reviews";
const PERKS = [
  { icon: RotateCcw, text: "Free Return" },
  { icon: Truck, text: "Fast and Secure Shipping" },
] as const;
const TRENDING = { icon: Flame, text: "Trending Auction - High Demand!" } as const;

/**
 * The rating and the perks of the original product: of no item, no seller and no sale. They stand apart from what is
 * true, small and in one colour. Nothing is in demand once the auction is over.
 */
export function SampleTerms({ isOver }: { isOver: boolean }) {
  if (!showsSamples()) return null;
  return (
    <section aria-label="Sample rating and perks" className="border-t border-line pt-4 text-xs text-muted">
      <p>
        <SampleNote of="rating and perks" />, not about this item or its seller.
      </p>
      <ul className="mt-3 flex flex-wrap gap-x-5 gap-y-2">
        <li className="flex items-center gap-1.5">
          <span className="sr-only">{`${FILLED_STARS} of ${STARS} stars`}</span>
          <span aria-hidden className="flex gap-0.5">
            {Array.from({ length: STARS }, (_, index) => (
              <Star key={index} className="size-3" fill={index < FILLED_STARS ? "currentColor" : "none"} />
            ))}
          </span>
          {REVIEWS}
        </li>
        {[...PERKS, ...(isOver ? [] : [TRENDING])].map(({ icon: Icon, text }) => (
          <li key={text} className="flex items-center gap-1.5">
            <Icon aria-hidden className="size-3.5 shrink-0" strokeWidth={1.75} />
            {text}
          </li>
        ))}
      </ul>
    </section>
  );
}
