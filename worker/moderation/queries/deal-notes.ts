/** The notes in deals that people have reported, and those that admins have hidden. */
import { and, desc, eq, sql } from "drizzle-orm";

import { type ModeratedNote, noteReportReason, type ReportedNote } from "../../contract/deal-note.ts";
import type { Database } from "../../db/database.ts";
import { noteKeyOf, noteSubjectIdOf } from "../../db/note-subject.ts";
import { auctions, dealEvents, dealNotes, deals, users } from "../../db/schema.ts";
import { PUBLIC_PERSON_COLUMNS, toPerson } from "../../listings/queries/listings.ts";
import { hiddenIn } from "./hidden-texts.ts";
import { listOpenReports } from "./reports.ts";

/** Hidden notes in one response. */
const MAX_HIDDEN_NOTES = 100;

/** Open reports by note, oldest first. */
export async function listReportedNotes(db: Database): Promise<ReportedNote[]> {
  const openReports = await listOpenReports(db, "note", noteReportReason);
  const keys = JSON.stringify(Array.from(openReports.keys(), noteKeyOf));
  const found = await selectModeratedNotes(db).where(
    sql`(${dealNotes.dealId}, ${dealNotes.seq}) IN (SELECT value ->> 'dealId', value ->> 'seq' FROM json_each(${keys}))`,
  );
  const reported = new Map(found.map((row) => [noteSubjectIdOf(row.note), toModeratedNote(row)]));
  return Array.from(openReports, ([subjectId, reports]) => {
    const note = reported.get(subjectId);
    return note ? [{ note, reports }] : [];
  }).flat();
}

export async function listHiddenNotes(db: Database): Promise<ModeratedNote[]> {
  const rows = await selectModeratedNotes(db)
    .where(sql`hidden_reason IS NOT NULL`)
    .orderBy(desc(dealEvents.at), desc(dealNotes.dealId))
    .limit(MAX_HIDDEN_NOTES);
  return rows.map(toModeratedNote);
}

/** The ID of the person who wrote the note. Only the two sides write notes. */
const WRITER_ID = sql<string>`iif(${dealEvents.maker} = 'buyer', ${deals.buyerId}, ${deals.sellerId})`;

function selectModeratedNotes(db: Database) {
  return db
    .select({
      note: dealNotes,
      auctionId: deals.auctionId,
      title: auctions.title,
      writerId: WRITER_ID.as("writer_id"),
      writer: PUBLIC_PERSON_COLUMNS,
    })
    .from(dealNotes)
    .innerJoin(deals, eq(deals.id, dealNotes.dealId))
    .innerJoin(dealEvents, and(eq(dealEvents.dealId, dealNotes.dealId), eq(dealEvents.seq, dealNotes.seq)))
    .innerJoin(auctions, eq(auctions.id, deals.auctionId))
    .leftJoin(users, sql`${users.id} = ${WRITER_ID}`)
    .$dynamic();
}
type ModeratedNoteRow = Awaited<ReturnType<typeof selectModeratedNotes>>[number];

function toModeratedNote({ note, auctionId, title, writerId, writer }: ModeratedNoteRow): ModeratedNote {
  const { dealId, seq, text, hiddenReason } = note;
  return {
    dealId,
    seq,
    auction: { _id: auctionId, title },
    text,
    by: toPerson(writerId, writer),
    hidden: hiddenIn(hiddenReason),
  };
}
