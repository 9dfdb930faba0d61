/** The drawings in `web/public/drawings`, one per fixed category of the contract, by ID. */
const DRAWN_CATEGORIES = [
  "art-collectibles",
  "jewelry-watches",
  "vehicles",
  "real-estate",
  "fashion",
  "electronics",
  "gaming",
  "antiques",
];

/** Undefined for a category that a user has added. */
export function drawingOf(categoryId: string | undefined): string | undefined {
  return categoryId !== undefined && DRAWN_CATEGORIES.includes(categoryId) ? `/drawings/${categoryId}.svg` : undefined;
}
