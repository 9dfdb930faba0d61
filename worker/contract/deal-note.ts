/** A note in a deal: how a request identifies it, and how admins see reported and hidden notes. */
import * as z from "zod";

import { person } from "./catalogue.ts";
import { id } from "./fields.ts";
import { reportSchema } from "./report.ts";

/** The deal, and the number of the event in it that has the note. */
export const noteParam = z.object({ id, seq: z.coerce.number<string>().int().min(1) });

export const NOTE_REPORT_REASONS = [
  { value: "payment", label: "It asks you to pay some other way" },
  { value: "offensive", label: "It's offensive" },
  { value: "private", label: "It shares someone's private details" },
  { value: "other", label: "Something else" },
] as const;
export const reportNoteInput = reportSchema(NOTE_REPORT_REASONS);
export const noteReportReason = reportNoteInput.shape.reason;

const moderatedNote = z
  .object({
    dealId: z.string(),
    seq: z.number(),
    auction: z.object({ _id: z.string(), title: z.string() }),
    text: z.string(),
    by: person,
    hidden: z.nullable(z.object({ reason: z.string() })),
  })
  .meta({ ref: "ModeratedNote" });
export type ModeratedNote = z.infer<typeof moderatedNote>;

/** All open reports about one note. */
const reportedNote = z
  .object({
    note: moderatedNote,
    reports: z.array(z.object({ reason: noteReportReason, text: z.string(), by: person, at: z.string() })),
  })
  .meta({ ref: "ReportedNote" });
export type ReportedNote = z.infer<typeof reportedNote>;

/** For the moderation page: the oldest report first, and all notes that are hidden. */
export const moderatedNotes = { reportedNotes: z.array(reportedNote), hiddenNotes: z.array(moderatedNote) };
