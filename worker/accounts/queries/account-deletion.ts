/** D1's part in deleting an account. Every statement can safely run again after a crash. */
import { and, asc, eq, inArray, isNull, lt, or, sql } from "drizzle-orm";

import type { Database } from "../../db/database.ts";
import { NOTE_SUBJECT } from "../../db/note-subject.ts";
import {
  accountDeletions,
  addresses,
  archivedBids,
  auctions,
  bids,
  bidOrigins,
  blocks,
  dealEvents,
  dealNotes,
  deals,
  drafts,
  invoices,
  openings,
  paymentInstructions,
  questions,
  ratings,
  reports,
  users,
  watches,
} from "../../db/schema.ts";

/**
 * Auctions that this person is selling, has just created or has bid on. The newest bids may be missing, because rooms
 * deliver them later.
 */
export async function listAuctionIdsOf(db: Database, userId: string): Promise<string[]> {
  const selling = db.select({ id: auctions.id }).from(auctions).where(eq(auctions.sellerId, userId));
  const bidOn = db.select({ id: bids.auctionId }).from(bids).where(eq(bids.bidderId, userId));
  const archived = db
    .select({ id: archivedBids.auctionId })
    .from(archivedBids)
    .where(eq(archivedBids.bidderId, userId));
  const rows = await selling.union(bidOn).union(archived).union(selectOpenings(db, userId));
  return rows.map(({ id }) => id);
}

/**
 * Like `listAuctionIdsOf`, but only auctions that may still be live. Only these can keep the person from deleting their
 * account.
 */
export async function listUnclosedAuctionIdsOf(db: Database, userId: string): Promise<string[]> {
  const isUnclosed = and(inArray(auctions.phase, ["open", "hidden"]), isNull(auctions.closedAt));
  const selling = db
    .select({ id: auctions.id })
    .from(auctions)
    .where(and(eq(auctions.sellerId, userId), isUnclosed));
  const bidOn = db
    .select({ id: bids.auctionId })
    .from(bids)
    .innerJoin(auctions, eq(auctions.id, bids.auctionId))
    .where(and(eq(bids.bidderId, userId), isUnclosed));
  const rows = await selling.union(bidOn).union(selectOpenings(db, userId));
  return rows.map(({ id }) => id);
}

function selectOpenings(db: Database, sellerId: string) {
  return db.select({ id: openings.auctionId }).from(openings).where(eq(openings.sellerId, sellerId));
}

/** Whether D1 has a row for this person or for their account's deletion. */
export async function hasRowsOf(db: Database, userId: string): Promise<boolean> {
  const { userId: deletedId } = accountDeletions;
  const [person, deletion] = await db.batch([
    db.select({ id: users.id }).from(users).where(eq(users.id, userId)),
    db.select({ id: deletedId }).from(accountDeletions).where(eq(deletedId, userId)),
  ]);
  return person.length + deletion.length > 0;
}

/** For the sweep. People whose deletion began before a time (epoch ms) and is not finished, the oldest first. */
export async function listDeletionsBegunBefore(db: Database, before: number, limit: number): Promise<string[]> {
  const { userId, begunAt } = accountDeletions;
  const rows = await db
    .select({ id: userId })
    .from(accountDeletions)
    .where(lt(begunAt, before))
    .orderBy(asc(begunAt))
    .limit(limit);
  return rows.map((row) => row.id);
}

/**
 * Deletes the person's row. Foreign keys then delete their passkeys and links. Returns the key of their image. `now`
 * is epoch ms.
 */
export async function deletePersonRow(db: Database, userId: string, now: number): Promise<string | null> {
  const [[person]] = await db.batch([
    db.delete(users).where(eq(users.id, userId)).returning({ imageKey: users.imageKey }),
    db.insert(accountDeletions).values({ userId, begunAt: now }).onConflictDoNothing(),
  ]);
  return person?.imageKey ?? null;
}

/** Deletes the person's other data, except what other people rely on. This is a deletion's last step. */
export async function deletePersonData(db: Database, userId: string): Promise<void> {
  await db.batch([
    db.delete(watches).where(eq(watches.userId, userId)),
    db.delete(drafts).where(eq(drafts.userId, userId)),
    db.delete(blocks).where(or(eq(blocks.sellerId, userId), eq(blocks.personId, userId))),
    // Bidders rely on an answer, which makes no sense without its question. So we delete only unanswered questions, and
    // the reports about them.
    db
      .delete(reports)
      .where(
        or(
          eq(reports.reporterId, userId),
          and(
            eq(reports.kind, "question"),
            sql`${reports.subjectId} IN (SELECT id FROM questions WHERE asker_id = ${userId} AND answer IS NULL)`,
          ),
          and(eq(reports.kind, "note"), sql`${reports.subjectId} IN (SELECT ${NOTE_SUBJECT} ${eventsBy(userId)})`),
        ),
      ),
    db.delete(questions).where(and(eq(questions.askerId, userId), isNull(questions.answer))),
    db.delete(bidOrigins).where(eq(bidOrigins.personId, userId)),
    db.delete(addresses).where(eq(addresses.userId, userId)),
    db.delete(paymentInstructions).where(eq(paymentInstructions.userId, userId)),
    // The other side's notes stay, because they belong to the other side.
    db
      .delete(dealNotes)
      .where(
        sql`(${dealNotes.dealId}, ${dealNotes.seq}) IN (SELECT ${dealEvents.dealId}, ${dealEvents.seq} ${eventsBy(userId)})`,
      ),
    db.update(deals).set({ address: null, carrier: null, trackingNumber: null }).where(eq(deals.buyerId, userId)),
    // The stars stay, because they're part of another person's average.
    db.update(ratings).set({ text: "" }).where(eq(ratings.raterId, userId)),
    db
      .update(ratings)
      .set({ reply: null, repliedAt: null, replyHiddenReason: null })
      .where(eq(ratings.ratedId, userId)),
    db.update(invoices).set({ buyerName: null, buyerAddress: null }).where(eq(invoices.buyerId, userId)),
    db.update(invoices).set({ sellerName: null, sellerAddress: null }).where(eq(invoices.sellerId, userId)),
    db.delete(accountDeletions).where(eq(accountDeletions.userId, userId)),
  ]);
}

/** The deal events that this person caused. */
function eventsBy(userId: string) {
  return sql`FROM ${deals}
    JOIN ${dealEvents} ON ${dealEvents.dealId} = ${deals.id}
      AND ${dealEvents.maker} = CASE ${deals.buyerId} WHEN ${userId} THEN 'buyer' ELSE 'seller' END
    WHERE ${deals.buyerId} = ${userId} OR ${deals.sellerId} = ${userId}`;
}
