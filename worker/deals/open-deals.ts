/** Deals that have not ended. A person who has one can't delete their account. */
import { and, desc, eq, or, sql } from "drizzle-orm";

import type { Database } from "../db/database.ts";
import { accountDeletions, auctions, deals } from "../db/schema.ts";
import { isUnderWay } from "./listed-deals.ts";

/** The most deals that a response lists. The rest are in the person's own lists. */
const MAX_NAMED_DEALS = 10;

/** Identified by its auction. */
export type OpenDeal = { readonly _id: string; readonly title: string };

/** A person's deals that have not ended at `now` (epoch ms), latest first. */
export async function listOpenDeals(db: Database, userId: string, now: number): Promise<OpenDeal[]> {
  return selectOpenDeals(db, userId, now).orderBy(desc(deals.changedAt)).limit(MAX_NAMED_DEALS);
}

/**
 * Begins an account's deletion, unless the account has an open deal. Returns whether the deletion has begun. One
 * statement does this, so no deal can open in between.
 */
export async function beginDeletion(db: Database, userId: string, now: number): Promise<boolean> {
  const canBegin = sql`NOT EXISTS ${selectOpenDeals(db, userId, now)}`;
  await db
    .insert(accountDeletions)
    .select(sql`SELECT ${userId}, ${now} WHERE ${canBegin}`)
    .onConflictDoNothing();
  return hasBegunDeletion(db, userId);
}

export async function hasBegunDeletion(db: Database, userId: string): Promise<boolean> {
  const { userId: id } = accountDeletions;
  return (await db.select({ id }).from(accountDeletions).where(eq(id, userId)).get()) !== undefined;
}

function selectOpenDeals(db: Database, userId: string, now: number) {
  const isOwn = or(eq(deals.buyerId, userId), eq(deals.sellerId, userId));
  return db
    .select({ _id: auctions.id, title: auctions.title })
    .from(deals)
    .innerJoin(auctions, eq(auctions.id, deals.auctionId))
    .where(and(isOwn, isUnderWay(now)));
}
