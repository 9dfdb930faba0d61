/** Reports to the admins. Each kind of thing has its own reasons, and people can add their own words. */
import * as z from "zod";

import { text } from "./fields.ts";
import { MAX_REPORT_LENGTH } from "./lengths.ts";
import { cleanLines } from "./text/clean-text.ts";

export type ReportReasons<Reason extends string = string> = readonly {
  readonly value: Reason;
  readonly label: string;
}[];

export function reportSchema<Reason extends string>(reasons: ReportReasons<Reason>) {
  return z.object({
    reason: z.enum(reasons.map(({ value }) => value)),
    /** May be empty. */
    text: text(MAX_REPORT_LENGTH, "Say what is wrong", cleanLines).or(z.literal("")).default(""),
  });
}
