/** D1's reports about listings, one for each person and listing. */
import { and, asc, eq, isNull, sql } from "drizzle-orm";

import { type ReportedListing, reportReason } from "../../contract/moderation.ts";
import type { Database } from "../../db/database.ts";
import { reports, users } from "../../db/schema.ts";
import { PUBLIC_PERSON, toIso, toPerson } from "../../listings/queries/listings.ts";

/** Open reports in one answer, oldest first. Others appear as these are closed. */
const MAX_REPORTS = 200;

/** False if this person has already reported this listing, or their account has since been deleted. */
export async function addReport(db: Database, report: typeof reports.$inferInsert): Promise<boolean> {
  const { auctionId, reporterId, reason, text, createdAt } = report;
  const added = await db.all(sql`INSERT INTO reports (auction_id, reporter_id, reason, text, created_at)
    SELECT ${auctionId}, id, ${reason}, ${text}, ${createdAt} FROM users WHERE id = ${reporterId}
    ON CONFLICT DO NOTHING RETURNING auction_id`);
  return added.length > 0;
}

export function closeReports(db: Database, auctionId: string, now: number) {
  return db
    .update(reports)
    .set({ closedAt: now })
    .where(and(eq(reports.auctionId, auctionId), isNull(reports.closedAt)));
}

/** Open reports by listing, oldest first. */
export async function listOpenReports(db: Database): Promise<Map<string, ReportedListing["reports"]>> {
  const rows = await db
    .select({ report: reports, reporter: PUBLIC_PERSON })
    .from(reports)
    .leftJoin(users, eq(users.id, reports.reporterId))
    .where(isNull(reports.closedAt))
    .orderBy(asc(reports.createdAt))
    .limit(MAX_REPORTS);
  const byListing = new Map<string, ReportedListing["reports"]>();
  for (const { report, reporter } of rows) {
    const { auctionId, reporterId, text, createdAt } = report;
    const entry = {
      reason: reportReason.catch("other").parse(report.reason),
      text,
      by: toPerson(reporterId, reporter),
      at: toIso(createdAt),
    };
    byListing.set(auctionId, [...(byListing.get(auctionId) ?? []), entry]);
  }
  return byListing;
}
