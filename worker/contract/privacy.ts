/** Bidding under a number: the switch, and the people behind the numbers of one auction, for its seller. */
import * as z from "zod";

import { person } from "./catalogue.ts";
import { answer } from "./fields.ts";

export const privacyInput = z.object({ anonymous: z.boolean() });
export const privacyAnswer = answer({ anonymous: z.boolean() });

export const aliasesAnswer = answer({
  /** What the caller is called in this auction, when that is a number. */
  own: z.string().nullable(),
  /** For the seller alone; for everyone else empty. */
  people: z.array(z.object({ alias: z.string(), person })),
});
