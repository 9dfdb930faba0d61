/** Reports in D1 about listings, questions, ratings and notes in deals, one for each person and reported thing. */
import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type * as z from "zod";

import type { Person } from "../../contract/catalogue.ts";
import type { Database } from "../../db/database.ts";
import { type ReportRow, reports, users } from "../../db/schema.ts";
import { PUBLIC_PERSON_COLUMNS, toIso, toPerson } from "../../listings/queries/listings.ts";

/** Open reports of a kind in one response, oldest first. Others appear as these are closed. */
const MAX_REPORTS = 200;

/** False if this person has already reported the subject, or their account has since been deleted. */
export async function addReport(db: Database, report: Omit<ReportRow, "closedAt">): Promise<boolean> {
  const { kind, subjectId, reporterId, reason, text, createdAt } = report;
  const added = await db.all(sql`INSERT INTO reports (kind, subject_id, reporter_id, reason, text, created_at)
    SELECT ${kind}, ${subjectId}, id, ${reason}, ${text}, ${createdAt} FROM users WHERE id = ${reporterId}
    ON CONFLICT DO NOTHING RETURNING subject_id`);
  return added.length > 0;
}

export function closeReports(db: Database, kind: ReportRow["kind"], subjectId: string, now: number) {
  return db
    .update(reports)
    .set({ closedAt: now })
    .where(and(eq(reports.kind, kind), eq(reports.subjectId, subjectId), isNull(reports.closedAt)));
}

type OpenReport<Reason> = { reason: Reason; text: string; by: Person; at: string };

/** Open reports by subject, oldest first. */
export async function listOpenReports<Reason extends string>(
  db: Database,
  kind: ReportRow["kind"],
  reportReason: z.ZodType<Reason | "other">,
): Promise<Map<string, OpenReport<Reason | "other">[]>> {
  const rows = await db
    .select({ report: reports, reporter: PUBLIC_PERSON_COLUMNS })
    .from(reports)
    .leftJoin(users, eq(users.id, reports.reporterId))
    .where(and(eq(reports.kind, kind), isNull(reports.closedAt)))
    .orderBy(asc(reports.createdAt))
    .limit(MAX_REPORTS);
  const bySubject = new Map<string, OpenReport<Reason | "other">[]>();
  for (const { report, reporter } of rows) {
    const { subjectId, reporterId, reason, text, createdAt } = report;
    const openReport = {
      reason: reportReason.catch("other").parse(reason),
      text,
      by: toPerson(reporterId, reporter),
      at: toIso(createdAt),
    };
    bySubject.set(subjectId, [...(bySubject.get(subjectId) ?? []), openReport]);
  }
  return bySubject;
}
