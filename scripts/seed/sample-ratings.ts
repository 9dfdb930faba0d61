/** What buyers and sellers of seeded items say about each other once their deals are done. */
import type { GivenRating } from "../../worker/rules/ratings.ts";
import type { SampleItem } from "./sample-item.ts";

export type SampleRatings = {
  readonly buyer: GivenRating;
  readonly seller: GivenRating;
  /** The seller's reply to the buyer's rating. */
  readonly reply?: string;
};

/** By item slug. All have the same seller, so that one seller's page shows an average. */
const RATINGS_BY_ITEM: Readonly<Record<string, SampleRatings>> = {
  "orbit-pinball": {
    buyer: { stars: 5, text: "Every lamp works, as promised. Grace had it strapped to a pallet and ready to roll." },
    seller: { stars: 5, text: "Paid within the hour, and came with a van and a friend." },
    reply: "Mind the left flipper. It's a fast one.",
  },
  "railway-pocket-watch": {
    buyer: { stars: 4, text: "Keeps time to four seconds a day. The chain is a little shorter than I thought." },
    seller: { stars: 5, text: "Quick to pay, and a pleasure to deal with." },
  },
  "roll-top-desk": {
    buyer: { stars: 5, text: "Came apart for the stairs just as described. I haven't found the drawer yet." },
    seller: { stars: 5, text: "" },
    reply: "Give it eleven years.",
  },
};

/** Null for an item whose deal isn't done. */
export function ratingsOf({ slug }: SampleItem): SampleRatings | null {
  return RATINGS_BY_ITEM[slug] ?? null;
}
