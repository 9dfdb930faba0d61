/**
 * Opening an auction in D1. Reads the data the room needs before it opens, and writes the auction's row afterwards.
 * Each step of the opening is one batch, because each call to D1 is a network round trip.
 */
import { and, asc, eq, exists, isNull, lt, notExists, sql } from "drizzle-orm";

import { type SessionAccount, selectSessionAccount } from "../../accounts/queries/session-accounts.ts";
import type { Database } from "../../db/database.ts";
import { type OriginRow, openedAuctionStatements } from "../../db/projection.ts";
import { type AuctionRow, blocks, drafts, openings, relistings, relistPlans, users } from "../../db/schema.ts";
import { selectOpenedAuction } from "./auctions.ts";
import { selectOfferedCategory } from "./categories.ts";
import { type FirstPlan, firstPlanStatements } from "./relist-plans.ts";

/** Rows that one sweep handles, oldest first. The next sweep is a minute later. */
const MAX_PER_SWEEP = 200;

export type Opening = typeof openings.$inferInsert;

/** `plan` is the number of automatic relistings, or the expired auction that the new one relists. */
type OpeningDetails = {
  readonly categoryId: string;
  readonly plan: FirstPlan;
  /** Whether the seller is the caller. Their session may be a minute old, so they must still have their account. */
  readonly isCaller: boolean;
  /** True without an idempotency key. The ID is then new, so no earlier call has used it. */
  readonly isKeyless: boolean;
};

export type BegunOpening = {
  /** Whether an auction with this ID has opened before. */
  readonly isOpened: boolean;
  /** Whether the listing's draft still exists, now that the opening's row protects its images. */
  readonly hasDraft: boolean;
  readonly blockedIds: readonly string[];
  /** Null if the category isn't offered, or no longer is. */
  readonly categoryName: string | null;
  /** The seller, unless they are suspended or have deleted their account. */
  readonly seller: SessionAccount | null;
};

/** Records that a room is about to open, and reads the data that it needs first. */
export async function beginOpening(
  db: Database,
  { auctionId, sellerId, imageKeys, createdAt }: Opening,
  { categoryId, plan, isCaller, isKeyless }: OpeningDetails,
): Promise<BegunOpening> {
  const values = sql`${auctionId}, ${sellerId}, ${JSON.stringify(imageKeys)}, ${createdAt}`;
  const opened = selectOpenedAuction(db, auctionId);
  const seller = selectSessionAccount(db, and(eq(users.id, sellerId), isNull(users.suspendedAt)));
  const canBegin = and(notExists(opened), isCaller ? exists(seller) : undefined);
  const draft = db.select({ id: drafts.id }).from(drafts).where(eq(drafts.auctionId, auctionId));
  // Each statement in a batch has a cost, so these three are one.
  const openingState = {
    isOpened: sql<number>`${exists(opened)}`.as("is_opened"),
    hasDraft: sql<number>`${exists(draft)}`.as("has_draft"),
    categoryName: sql<string | null>`(${selectOfferedCategory(db, categoryId)})`.as("category_name"),
  };
  const [, [found], blocked, sellers] = await db.batch([
    db
      .insert(openings)
      .select(sql`SELECT ${values} WHERE ${canBegin}`)
      // An earlier call has failed or was refused. From now on the sweep waits for this one.
      .onConflictDoUpdate({ target: openings.auctionId, set: { imageKeys, createdAt } }),
    db.select(openingState).from(sql`(SELECT 1)`),
    db.select({ id: blocks.personId }).from(blocks).where(eq(blocks.sellerId, sellerId)),
    seller,
    ...firstPlanStatements(db, { auctionId, createdAt }, plan, isKeyless),
    ...("relistOf" in plan
      ? [db.insert(relistings).values({ oldId: plan.relistOf, newId: auctionId }).onConflictDoNothing()]
      : []),
  ]);
  return {
    isOpened: found?.isOpened === 1,
    hasDraft: found?.hasDraft === 1,
    blockedIds: blocked.map(({ id }) => id),
    categoryName: found?.categoryName ?? null,
    seller: sellers[0] ?? null,
  };
}

type PublishedOpening = {
  /** False if the deletion of the seller's account has begun. Then nothing is written. */
  readonly hasSeller: boolean;
  /** The people whom the seller blocks now. */
  readonly blockedIds: readonly string[];
};

/**
 * Writes the row of a room that has opened, in place of the room's first delivery. Also deletes the draft that the
 * listing was made from.
 */
export async function publishOpenedAuction(
  { $client: db }: Database,
  row: AuctionRow,
  origins: readonly OriginRow[],
  hasDraft: boolean,
): Promise<PublishedOpening> {
  const [found] = await db.batch<{ seller: 0 | 1; id: string }>([
    db
      .prepare(
        `SELECT 1 AS seller, id FROM users WHERE id = ?1
         UNION ALL SELECT 0 AS seller, person_id AS id FROM blocks WHERE seller_id = ?1`,
      )
      .bind(row.sellerId),
    ...openedAuctionStatements(db, row, origins),
    ...(hasDraft ? [db.prepare("DELETE FROM drafts WHERE auction_id = ?").bind(row.id)] : []),
    // Without the row, the sweep has to check the room.
    db
      .prepare("DELETE FROM openings WHERE auction_id = ?1 AND EXISTS (SELECT 1 FROM auctions WHERE id = ?1)")
      .bind(row.id),
  ]);
  const people = found?.results ?? [];
  return {
    hasSeller: people.some(({ seller }) => seller === 1),
    blockedIds: people.flatMap(({ seller, id }) => (seller === 1 ? [] : [id])),
  };
}

/** For the sweep. Ends the opening of an open room once D1 has its row. Until then, the next run checks it again. */
export async function endOpening(db: Database, auctionId: string): Promise<void> {
  const isWritten = exists(selectOpenedAuction(db, auctionId));
  await db.batch([
    db.delete(openings).where(and(eq(openings.auctionId, auctionId), isWritten)),
    db.delete(drafts).where(and(eq(drafts.auctionId, auctionId), isWritten)),
  ]);
}

/** Removes an opening whose room doesn't open. With `before` (epoch ms), only if it hasn't begun again since then. */
export async function abandonOpening(db: Database, auctionId: string, before = Number.MAX_SAFE_INTEGER): Promise<void> {
  const isAbandoned = and(eq(openings.auctionId, auctionId), lt(openings.createdAt, before));
  const isUnopened = and(
    exists(db.select({ id: openings.auctionId }).from(openings).where(isAbandoned)),
    notExists(selectOpenedAuction(db, auctionId)),
  );
  await db.batch([
    db.delete(relistings).where(and(eq(relistings.newId, auctionId), isUnopened)),
    db.delete(relistPlans).where(and(eq(relistPlans.auctionId, auctionId), isUnopened)),
    db.delete(openings).where(isAbandoned),
  ]);
}

/** For the sweep. Openings that began before a time (epoch ms), and whether their sellers still have an account. */
export async function listOpeningsBefore(db: Database, before: number) {
  const { auctionId, sellerId, createdAt } = openings;
  return db
    .select({ id: auctionId, sellerId, createdAt, accountId: users.id })
    .from(openings)
    .leftJoin(users, eq(users.id, sellerId))
    .where(lt(createdAt, before))
    .orderBy(asc(createdAt))
    .limit(MAX_PER_SWEEP);
}
