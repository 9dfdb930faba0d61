/** The words for a listing's details. Without zod, which the first pages don't load. */
import type { PublicDetails } from "../../../worker/contract/listing-details.ts";

type LabelsOf<Name extends keyof PublicDetails> = Readonly<Record<NonNullable<PublicDetails[Name]> & string, string>>;

/** Best to worst. */
export const CONDITIONS: LabelsOf<"condition"> = {
  new: "New",
  likeNew: "Like new",
  good: "Good",
  fair: "Fair",
  forParts: "For parts",
};
export const SHIPPING: LabelsOf<"shipping"> = {
  price: "Fixed price",
  arranged: "By arrangement",
  none: "Pickup only",
};
export const RETURNS: LabelsOf<"returns"> = {
  "30days": "Within 30 days",
  "14days": "Within 14 days",
  none: "No returns",
};
