/** How the winner and the seller of a sold auction reach each other. */
import * as z from "zod";

import { answer } from "./fields.ts";

const finishedSides = z.object({ byYou: z.boolean(), byOther: z.boolean() });
export type FinishedSides = z.infer<typeof finishedSides>;

export const contactAnswer = answer({
  /** The buyer, if the seller asks; the seller, if the buyer asks. */
  contact: z.object({
    firstName: z.string(),
    lastName: z.string(),
    /** Null while they have not confirmed it: it may be of somebody who knows nothing of the sale. */
    email: z.nullable(z.string()),
  }),
  /** Which side has said that the sale is finished: paid, handed over, nothing open. */
  finished: finishedSides,
});
export type Contact = z.infer<typeof contactAnswer>["contact"];

export const finishedAnswer = answer({ finished: finishedSides });
