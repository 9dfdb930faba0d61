import { showsSamples } from "../../../ui/fixed-texts.ts";
import { SampleNote } from "../../../ui/sample-note.tsx";

const PERKS = ["Free Return", "Fast and Secure Shipping"];
const TRENDING = "Trending Auction - High Demand!";

/**
 * The original product's sample rating and perks, which aren't about this item, seller or sale. They're set apart from
 * real data, small and in one color. The demand note is left out once the auction is over.
 */
export function SamplePerks({ isOver }: { isOver: boolean }) {
  if (!showsSamples()) return null;
  return (
    <section aria-label="Sample rating and perks" className="border-t border-line pt-4 text-xs text-muted">
      <p>
        <SampleNote subject="rating and perks" />, not about this item or its seller.
      </p>
      <ul className="mt-3 flex flex-wrap gap-x-5 gap-y-2">
        <li>
          <span className="sr-only">4 of 5 stars</span>
          <span aria-hidden>★★★★☆</span> <span>211 reviews</span>
        </li>
        {(isOver ? PERKS : [...PERKS, TRENDING]).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </section>
  );
}
