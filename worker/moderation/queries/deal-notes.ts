/** D1's reports about notes in deals, one for each note and reporter, and which notes admins have hidden. */
import { and, desc, eq, sql } from "drizzle-orm";

import { type ModeratedNote, noteReportReason, type ReportedNote } from "../../contract/deal-note.ts";
import type { Database } from "../../db/database.ts";
import { notePlace, type NotePlace, noteSubject } from "../../db/note-subject.ts";
import { auctions, dealEvents, dealNotes, deals, users } from "../../db/schema.ts";
import { PUBLIC_PERSON, toPerson } from "../../listings/queries/listings.ts";
import { addAdminAction, type NewAdminAction } from "./admin-actions.ts";
import { closeReports, listOpenReports } from "./reports.ts";

/** Hidden notes in one answer. */
const MAX_HIDDEN = 100;

export async function isNote(db: Database, place: NotePlace): Promise<boolean> {
  return (await db.select({ seq: dealNotes.seq }).from(dealNotes).where(isIn(dealNotes, place)).get()) !== undefined;
}

export type NoteAction = "hideNote" | "showNote" | "dismissNote";

/** Records the action for the deal, changes the note, and closes its reports, together. */
export async function changeNote(
  db: Database,
  place: NotePlace,
  action: NewAdminAction & { readonly action: NoteAction },
): Promise<void> {
  const { action: name, reason, at } = action;
  const recorded = addAdminAction(db, action);
  const close = closeReports(db, "note", noteSubject(place), at);
  const setHidden = (hiddenReason: string | null) =>
    db.update(dealNotes).set({ hiddenReason }).where(isIn(dealNotes, place));
  switch (name) {
    case "hideNote":
      await db.batch([recorded, setHidden(reason), close]);
      return;
    case "showNote":
      await db.batch([recorded, setHidden(null)]);
      return;
    case "dismissNote":
      await db.batch([recorded, close]);
  }
}

/** Open reports by note, oldest first. */
export async function listReportedNotes(db: Database): Promise<ReportedNote[]> {
  const open = await listOpenReports(db, "note", noteReportReason);
  const places = JSON.stringify(Array.from(open.keys(), notePlace));
  const found = await selectModerated(db).where(
    sql`(${dealNotes.dealId}, ${dealNotes.seq}) IN (SELECT value ->> 'dealId', value ->> 'seq' FROM json_each(${places}))`,
  );
  const reported = new Map(found.map((row) => [noteSubject(row.note), toModerated(row)]));
  return Array.from(open, ([subjectId, reports]) => {
    const note = reported.get(subjectId);
    return note ? [{ note, reports }] : [];
  }).flat();
}

export async function listHiddenNotes(db: Database): Promise<ModeratedNote[]> {
  const rows = await selectModerated(db)
    .where(sql`hidden_reason IS NOT NULL`)
    .orderBy(desc(dealEvents.at), desc(dealNotes.dealId))
    .limit(MAX_HIDDEN);
  return rows.map(toModerated);
}

/** Marks the side that wrote it. Only sides write notes. */
const WRITER_ID = sql<string>`iif(${dealEvents.maker} = 'buyer', ${deals.buyerId}, ${deals.sellerId})`;

function selectModerated(db: Database) {
  return db
    .select({
      note: dealNotes,
      auctionId: deals.auctionId,
      title: auctions.title,
      writerId: WRITER_ID.as("writer_id"),
      writer: PUBLIC_PERSON,
    })
    .from(dealNotes)
    .innerJoin(deals, eq(deals.id, dealNotes.dealId))
    .innerJoin(dealEvents, isIn(dealEvents, { dealId: dealNotes.dealId, seq: dealNotes.seq }))
    .innerJoin(auctions, eq(auctions.id, deals.auctionId))
    .leftJoin(users, sql`${users.id} = ${WRITER_ID}`)
    .$dynamic();
}
type ModeratedNoteRow = Awaited<ReturnType<typeof selectModerated>>[number];

function toModerated({ note, auctionId, title, writerId, writer }: ModeratedNoteRow): ModeratedNote {
  const { dealId, seq, text, hiddenReason } = note;
  return {
    dealId,
    seq,
    auction: { _id: auctionId, title },
    text,
    by: toPerson(writerId, writer),
    hidden: hiddenReason === null ? null : { reason: hiddenReason },
  };
}

type NoteKeys = Pick<typeof dealNotes, "dealId" | "seq">;

function isIn(table: NoteKeys | Pick<typeof dealEvents, keyof NoteKeys>, place: NotePlace | NoteKeys) {
  return and(eq(table.dealId, place.dealId), eq(table.seq, place.seq));
}
