/** The ID of a deal's note in `reports`. The note's own key has two columns. A deal's ID has no `#`. */
import { sql } from "drizzle-orm";

import { dealEvents } from "./schema.ts";

type NoteKey = { readonly dealId: string; readonly seq: number };

export function noteSubjectIdOf({ dealId, seq }: NoteKey): string {
  return `${dealId}#${seq}`;
}

export function noteKeyOf(subjectId: string): NoteKey {
  const [dealId = "", seq] = subjectId.split("#");
  return { dealId, seq: Number(seq) };
}

/** The subject ID for the note on a deal event. */
export const NOTE_SUBJECT = sql<string>`${dealEvents.dealId} || '#' || ${dealEvents.seq}`;
