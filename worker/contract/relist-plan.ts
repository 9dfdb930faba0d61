/** How many times an expired auction is relisted automatically. Only its seller sees and changes this. */
import * as z from "zod";

import { responseSchema } from "./fields.ts";

/** Otherwise an item that doesn't sell would be relisted forever. */
export const MAX_RELIST_TIMES = 3;

/** The numbers from 0 to `MAX_RELIST_TIMES` as text, for forms. */
export const RELIST_CHOICES = ["0", "1", "2", "3"] as const;

/** As a form field. */
export const relistTimes = z.coerce.number().int().min(0).max(MAX_RELIST_TIMES);

export const relistPlanInput = z.object({ times: z.number().int().min(0).max(MAX_RELIST_TIMES) });

export const relistPlanState = z
  .object({
    /** How many more times it will be relisted automatically, counting from this auction. */
    times: z.number(),
    /**
     * The most that can be chosen now. 0 after the end. An automatic relisting can have at most as many as it started
     * with.
     */
    most: z.number(),
  })
  .meta({ ref: "RelistPlanState" });
export type RelistPlanState = z.infer<typeof relistPlanState>;

export const relistPlanResponse = responseSchema({ plan: relistPlanState });
