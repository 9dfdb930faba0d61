/** The categories of listings. */
import * as z from "zod";

import { responseSchema, text } from "./fields.ts";
import { MAX_CATEGORY_DESCRIPTION_LENGTH, MAX_CATEGORY_NAME_LENGTH } from "./lengths.ts";
import { cleanLines } from "./text/clean-text.ts";

/** The eight categories that every deployment starts with, in the order in which the screens show them. */
export const FIXED_CATEGORIES = [
  { id: "art-collectibles", name: "Art & Collectibles" },
  { id: "jewelry-watches", name: "Jewelry & Watches" },
  { id: "vehicles", name: "Vehicles" },
  { id: "real-estate", name: "Real Estate" },
  { id: "fashion", name: "Fashion" },
  { id: "electronics", name: "Electronics" },
  { id: "gaming", name: "Gaming" },
  { id: "antiques", name: "Antiques" },
] as const;

/** How many categories one person can create, including any that admins have hidden since. Admins can create more. */
export const MAX_OWN_CATEGORIES = 100;

export const createCategoryInput = z.object({
  name: text(MAX_CATEGORY_NAME_LENGTH, "Please enter Name of Category"),
  description: text(MAX_CATEGORY_DESCRIPTION_LENGTH, "Please enter Description", cleanLines),
});
export type CreateCategoryInput = z.infer<typeof createCategoryInput>;

export const category = z
  .object({ _id: z.string(), name: z.string(), description: z.string() })
  .meta({ ref: "Category" });
export type Category = z.infer<typeof category>;

export const categoriesResponse = responseSchema({ categories: z.array(category) });
export const createCategoryResponse = responseSchema({ category });
