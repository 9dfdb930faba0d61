/** The marketplace's counts, which the landing page shows instead of sample figures (`FIXED_TEXTS`). */
import * as z from "zod";

import { responseSchema } from "./fields.ts";

export const countsResponse = responseSchema({
  /** Each is rounded down (`roundDown`), so there are at least this many. */
  counts: z
    .object({
      /** Auctions that accept bids now. */
      live: z.number(),
      /** People who have bid. */
      bidders: z.number(),
      /** The total paid for sold items, in major units of `currency`. */
      sold: z.number(),
      currency: z.string(),
      /** The part of `live` in each category, by its ID. Categories without any are missing. */
      categories: z.record(z.string(), z.number()),
    })
    .meta({ ref: "Counts" }),
});
export type Counts = z.infer<typeof countsResponse>["counts"];
