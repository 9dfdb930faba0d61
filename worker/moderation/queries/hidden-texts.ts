/** Hides what people write to each other, and shows it again. One batch writes a change and its action. */
import { and, eq } from "drizzle-orm";

import type { Database } from "../../db/database.ts";
import { noteKeyOf } from "../../db/note-subject.ts";
import { dealNotes, questions, ratings } from "../../db/schema.ts";
import { addAdminAction, type NewAdminAction } from "./admin-actions.ts";
import { closeReports } from "./reports.ts";

/** What admins can hide, with the kind of the reports about it. An answer is part of its question's row. */
const REPORT_KINDS = {
  Question: "question",
  Answer: "question",
  Rating: "rating",
  Reply: "rating",
  Note: "note",
} as const;
type HideableText = keyof typeof REPORT_KINDS;

/** Hiding also closes the open reports. Dismissing does nothing else. */
export type TextModeration = "hide" | "show" | "dismiss";

/** False if there's no such text. `subjectId` is the ID that reports use for it. */
export async function moderateText(
  db: Database,
  change: TextModeration,
  textKind: HideableText,
  subjectId: string,
  action: NewAdminAction,
): Promise<boolean> {
  const kind = REPORT_KINDS[textKind];
  const { table, matchesId } = rowOf(kind, subjectId);
  if ((await db.$count(table, matchesId)) === 0) return false;
  const record = addAdminAction(db, action);
  const close = closeReports(db, kind, subjectId, action.at);
  switch (change) {
    case "hide":
      await db.batch([record, setHidden(db, textKind, action.reason).where(matchesId), close]);
      break;
    case "show":
      await db.batch([record, setHidden(db, textKind, null).where(matchesId)]);
      break;
    case "dismiss":
      await db.batch([record, close]);
  }
  return true;
}

function rowOf(kind: (typeof REPORT_KINDS)[HideableText], subjectId: string) {
  switch (kind) {
    case "question":
      return { table: questions, matchesId: eq(questions.id, subjectId) };
    case "rating":
      return { table: ratings, matchesId: eq(ratings.id, subjectId) };
    case "note": {
      const { dealId, seq } = noteKeyOf(subjectId);
      return { table: dealNotes, matchesId: and(eq(dealNotes.dealId, dealId), eq(dealNotes.seq, seq)) };
    }
  }
}

/** The update, still without its `where`. A null reason shows the text. */
function setHidden(db: Database, text: HideableText, hiddenReason: string | null) {
  switch (text) {
    case "Question":
      return db.update(questions).set({ hiddenReason });
    case "Answer":
      return db.update(questions).set({ answerHiddenReason: hiddenReason });
    case "Rating":
      return db.update(ratings).set({ hiddenReason });
    case "Reply":
      return db.update(ratings).set({ replyHiddenReason: hiddenReason });
    case "Note":
      return db.update(dealNotes).set({ hiddenReason });
  }
}

/** The `hidden` field in responses to admins. */
export function hiddenIn(reason: string | null) {
  return reason === null ? null : { reason };
}
