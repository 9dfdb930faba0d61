/** How `reports` name a note in a deal, whose own key is two columns. A deal's ID has no `#`. */
import { sql } from "drizzle-orm";

import { dealEvents } from "./schema.ts";

type NotePlace = { readonly dealId: string; readonly seq: number };

export function noteSubject({ dealId, seq }: NotePlace): string {
  return `${dealId}#${seq}`;
}

export function notePlace(subjectId: string): NotePlace {
  const [dealId = "", seq] = subjectId.split("#");
  return { dealId, seq: Number(seq) };
}

/** The subject for the note on an event. */
export const NOTE_SUBJECT = sql<string>`${dealEvents.dealId} || '#' || ${dealEvents.seq}`;
