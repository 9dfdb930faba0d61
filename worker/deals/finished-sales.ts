/**
 * Sales of which one side has said that they are finished, and those of which nobody has: an account with one of the
 * latter is not deleted for a while. A sale stands once D1 has its result, until it is voided.
 */
import { and, desc, eq, isNotNull, isNull, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";

import { SALE_OPEN_MS } from "../contract/contact.ts";
import type { Database } from "../db/database.ts";
import { accountDeletions, auctions, finishedSales, users } from "../db/schema.ts";

/** Names in an answer: the rest of them are in one's own lists. */
const MAX_NAMED = 10;

export type UnfinishedSale = { readonly _id: string; readonly title: string };

/**
 * Notes that a person has finished their side of a sale; a repeat changes nothing. With `vouches` the other one has a
 * finished sale from now on. `now` is epoch ms.
 */
export async function finishSale(
  db: Database,
  { auctionId, personId, otherId }: { auctionId: string; personId: string; otherId: string },
  vouches: boolean,
  now: number,
): Promise<void> {
  await db.batch([
    // Not for an account that is deleted meanwhile.
    db
      .insert(finishedSales)
      .select(sql`SELECT ${auctionId}, id, ${now} FROM users WHERE id = ${personId}`)
      .onConflictDoNothing(),
    db
      .update(users)
      .set({ finishedSaleAt: now })
      // Only the first time: what counts is whether the person was known then.
      .where(
        and(eq(users.id, otherId), isNull(users.finishedSaleAt), vouches ? isSaid(auctionId, personId, now) : sql`0`),
      ),
  ]);
}

function isSaid(auctionId: string, personId: string, at: number) {
  return sql`EXISTS (SELECT 1 FROM finished_sales
    WHERE auction_id = ${auctionId} AND person_id = ${personId} AND at = ${at})`;
}

/** Who has said that a sale is finished: ids of its winner and its seller. */
export async function listFinishedBy(db: Database, auctionId: string): Promise<string[]> {
  const { personId } = finishedSales;
  const rows = await db.select({ personId }).from(finishedSales).where(eq(finishedSales.auctionId, auctionId));
  return rows.map((row) => row.personId);
}

/** Sales and purchases of a person whose other side still expects something of them, the latest first. */
export async function listUnfinishedSales(db: Database, userId: string, now: number): Promise<UnfinishedSale[]> {
  return selectUnfinished(db, userId, now).orderBy(desc(auctions.closedAt)).limit(MAX_NAMED);
}

/** Begins the deletion of an account, unless it has such a sale; whether it has begun. One statement, so never both. */
export async function beginDeletion(db: Database, userId: string, now: number): Promise<boolean> {
  const mayBegin = sql`NOT EXISTS ${selectUnfinished(db, userId, now)}`;
  await db
    .insert(accountDeletions)
    .select(sql`SELECT ${userId}, ${now} WHERE ${mayBegin}`)
    .onConflictDoNothing();
  return hasBegunDeletion(db, userId);
}

export async function hasBegunDeletion(db: Database, userId: string): Promise<boolean> {
  const { userId: id } = accountDeletions;
  return (await db.select({ id }).from(accountDeletions).where(eq(id, userId)).get()) !== undefined;
}

function selectUnfinished(db: Database, userId: string, now: number) {
  const { id, title, sellerId, winnerId, closedAt, voidedReason } = auctions;
  const other = alias(users, "other");
  const isOther = sql`${other.id} = CASE WHEN ${sellerId} = ${userId} THEN ${winnerId} ELSE ${sellerId} END`;
  return db
    .select({ _id: id, title })
    .from(auctions)
    .innerJoin(other, isOther)
    .leftJoin(finishedSales, and(eq(finishedSales.auctionId, id), eq(finishedSales.personId, other.id)))
    .where(
      and(
        or(eq(winnerId, userId), and(eq(sellerId, userId), isNotNull(winnerId))),
        sql`${closedAt} > ${now - SALE_OPEN_MS}`,
        isNull(voidedReason),
        isNull(finishedSales.at),
      ),
    );
}
