/** The public journal of one auction, which anyone can fetch, verify by its hashes and replay to check the outcome. */
import * as z from "zod";

import { fact } from "../rules/fact-schemas.ts";
import { responseSchema } from "./fields.ts";

export const journalRecord = z
  .object({ seq: z.number().int(), at: z.number().int(), fact, sealed: z.string().exactOptional(), hash: z.string() })
  .meta({ ref: "JournalRecord" });
export type JournalRecord = z.infer<typeof journalRecord>;

/** The journal after fact number `after`. */
export const journalQuery = z.object({
  after: z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .default(0),
});

/** A page of at most 1,000 records. `next` is the `after` of the next page, or null at the end. */
export const journalResponse = responseSchema({ records: z.array(journalRecord), next: z.nullable(z.number().int()) });
