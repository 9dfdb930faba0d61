/**
 * Questions in D1 with pending notifications. The statement that writes the question or its answer also marks the row
 * as due, and it stays due until everyone has the notice. So a crash in between loses nothing.
 */
import { and, asc, eq, gt, isNotNull, lte, sql } from "drizzle-orm";

import type { Database } from "../../db/database.ts";
import { auctions, questions, users, watches } from "../../db/schema.ts";

const DUE_NOTICE_COLUMNS = {
  id: questions.id,
  auctionId: questions.auctionId,
  /** Null once the asker's account is deleted. */
  askerId: sql<string | null>`${users.id}`.as("asker_id"),
  askedAt: questions.askedAt,
  answeredAt: questions.answeredAt,
  dueAt: sql<number>`${questions.noticeDueAt}`,
  upTo: questions.noticeUpTo,
  sellerId: auctions.sellerId,
  title: auctions.title,
  currency: auctions.currency,
  phase: auctions.phase,
  hiddenReason: questions.hiddenReason,
  answerHiddenReason: questions.answerHiddenReason,
};

function selectDueNotices(db: Database) {
  return db
    .select(DUE_NOTICE_COLUMNS)
    .from(questions)
    .innerJoin(auctions, eq(auctions.id, questions.auctionId))
    .leftJoin(users, eq(users.id, questions.askerId))
    .$dynamic();
}
export type DueNotice = Awaited<ReturnType<typeof selectDueNotices>>[number];

export async function findDueNotice(db: Database, questionId: string): Promise<DueNotice | null> {
  const isDue = and(eq(questions.id, questionId), isNotNull(questions.noticeDueAt));
  return (await selectDueNotices(db).where(isDue).get()) ?? null;
}

/** For the sweep. Questions that became due before a given time (epoch ms), oldest first. */
export async function listDueNotices(db: Database, before: number, limit: number): Promise<DueNotice[]> {
  return selectDueNotices(db)
    .where(lte(questions.noticeDueAt, before))
    .orderBy(asc(questions.noticeDueAt))
    .limit(limit);
}

type Watcher = { readonly position: number; readonly userId: string };

/** People who watch an auction, in the order in which they started, after a given position. */
export async function listWatchersAfter(
  db: Database,
  auctionId: string,
  position: number,
  limit: number,
): Promise<Watcher[]> {
  const rowid = sql<number>`watches.rowid`;
  return db
    .select({ position: rowid.as("position"), userId: watches.userId })
    .from(watches)
    .where(and(eq(watches.auctionId, auctionId), gt(rowid, position)))
    .orderBy(asc(rowid))
    .limit(limit);
}

/**
 * Records that the watchers up to `upTo` have the notice, or that everyone has it if `upTo` is null. Does nothing if
 * the question has since been answered.
 */
export async function recordNotified(db: Database, { id, dueAt }: DueNotice, upTo: number | null): Promise<void> {
  await db
    .update(questions)
    .set(upTo === null ? { noticeDueAt: null } : { noticeUpTo: upTo })
    .where(and(eq(questions.id, id), eq(questions.noticeDueAt, dueAt)));
}
