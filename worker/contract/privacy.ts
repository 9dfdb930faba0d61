/** Anonymous bidding: the setting, and the people behind an auction's aliases, for its seller. */
import * as z from "zod";

import { person } from "./catalogue.ts";
import { responseSchema } from "./fields.ts";

export const privacyInput = z.object({ anonymous: z.boolean() });
export const privacyResponse = responseSchema({ anonymous: z.boolean() });

export const aliasesResponse = responseSchema({
  /** The caller's alias in this auction, if they bid anonymously. */
  own: z.string().nullable(),
  /** Only for the seller. Empty for everyone else. */
  people: z.array(z.object({ alias: z.string(), person })),
});
