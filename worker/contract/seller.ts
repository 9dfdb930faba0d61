/** A seller's public profile. It has what they've listed, and nothing about what they bid on or won. */
import * as z from "zod";

import { person } from "./catalogue.ts";
import { responseSchema } from "./fields.ts";
import { MAX_SEARCH_LENGTH } from "./lengths.ts";

/** A seller's rating in numbers, from shown ratings only. */
export const ratingSummary = z
  .object({
    count: z.number(),
    /** The average number of stars, with one decimal. Null without a rating. */
    average: z.nullable(z.number()),
  })
  .meta({ ref: "RatingSummary" });
export type RatingSummary = z.infer<typeof ratingSummary>;

export const seller = z
  .object({
    ...person.shape,
    /** The month in which the account was made, in UTC: `2026-11`. */
    memberSince: z.string(),
    /** How many of their listings accept bids now, begin later, and were sold. Hidden and voided ones don't count. */
    live: z.number(),
    upcoming: z.number(),
    sold: z.number(),
    /** Their buyers' ratings. */
    rated: ratingSummary,
  })
  .meta({ ref: "Seller" });
export type Seller = z.infer<typeof seller>;

/** A search for a seller's name. */
export const sellersQuery = z.object({
  search: z.string().overwrite((typed) => typed.trim().slice(0, MAX_SEARCH_LENGTH)),
});
/** At most three, longest-standing members first. */
export const sellersResponse = responseSchema({ sellers: z.array(person) });

export const sellerResponse = responseSchema({ seller });
