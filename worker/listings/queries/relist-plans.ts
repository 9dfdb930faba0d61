/**
 * Relist plans in D1: how many times an expired auction is relisted automatically. When the room delivers the closing,
 * the plan becomes due (`projection.ts`). The sweep may handle a due plan twice. The new auction's ID is made from the
 * old one's, so there is never a second new auction.
 */
import { and, asc, eq, exists, inArray, isNotNull, isNull, notExists, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";

import { MAX_RELIST_TIMES, type RelistPlanState } from "../../contract/relist-plan.ts";
import type { Database } from "../../db/database.ts";
import { auctions, openings, relistings, relistPlans, users } from "../../db/schema.ts";
import { selectOpenedAuction } from "./auctions.ts";

/** The rest wait for the next sweep, a minute later. */
const MAX_DUE_PLANS = 50;

/** The plan for a new auction: the number its seller chose, or one fewer than for the auction that it relists. */
export type FirstPlan = { readonly times: number } | { readonly relistOf: string; readonly isAutomatic: boolean };

/**
 * For the batch that begins an opening, after its row. The plan replaces the plan of an earlier call with the same key
 * whose auction hasn't reached D1, usually because that call was refused. Nothing changes if D1 already has the
 * auction, or the opening did not begin.
 */
export function firstPlanStatements(
  db: Database,
  { auctionId, createdAt }: Pick<typeof openings.$inferInsert, "auctionId" | "createdAt">,
  plan: FirstPlan,
  isKeyless: boolean,
) {
  const isNone = "times" in plan && plan.times === 0;
  if (isNone && isKeyless) return [];
  const hasBegun = and(
    eq(openings.auctionId, auctionId),
    eq(openings.createdAt, createdAt),
    notExists(selectOpenedAuction(db, auctionId)),
  );
  const begun = db.select({ id: openings.auctionId }).from(openings).where(hasBegun);
  return isNone
    ? [db.delete(relistPlans).where(and(eq(relistPlans.auctionId, auctionId), exists(begun)))]
    : [insertPlan(db, auctionId, plan, hasBegun)];
}

function insertPlan(db: Database, auctionId: string, plan: FirstPlan, hasBegun: SQL | undefined) {
  const fewer = sql`max(coalesce(${relistPlans.times}, 0) - 1, 0)`;
  const times = "times" in plan ? sql`${plan.times}` : fewer;
  // Unless the seller acts, the number only decreases along a chain of auctions.
  const most = "isAutomatic" in plan && plan.isAutomatic ? fewer : sql`${MAX_RELIST_TIMES}`;
  const previousId = "relistOf" in plan ? plan.relistOf : auctionId;
  return db
    .insert(relistPlans)
    .select(
      db
        .select({
          auctionId: openings.auctionId,
          times: sql<number>`${times}`.as("times"),
          most: sql<number>`${most}`.as("most"),
          dueAt: sql<number | null>`NULL`.as("due_at"),
        })
        .from(openings)
        .leftJoin(relistPlans, eq(relistPlans.auctionId, previousId))
        .where(hasBegun),
    )
    .onConflictDoUpdate({
      target: relistPlans.auctionId,
      set: { times: sql`excluded.times`, most: sql`excluded.most` },
    });
}

type StoredRelistPlan = RelistPlanState & {
  readonly sellerId: string;
  /** Whether the auction was already relisted, and the new auction's room has opened. */
  readonly isRelisted: boolean;
};

/** The plan of an auction that everyone can see. Null for any other. `now` is epoch ms. */
export async function findPlan(db: Database, auctionId: string, now: number): Promise<StoredRelistPlan | null> {
  const { id, sellerId, phase, endsAt } = auctions;
  const { times, most, dueAt } = relistPlans;
  const relisted = alias(auctions, "relisted");
  const row = await db
    .select({ sellerId, phase, endsAt, times, most, dueAt, newId: relisted.id })
    .from(auctions)
    .leftJoin(relistPlans, eq(relistPlans.auctionId, id))
    .leftJoin(relistings, eq(relistings.oldId, id))
    .leftJoin(relisted, eq(relisted.id, relistings.newId))
    .where(and(eq(id, auctionId), inArray(phase, ["open", "closed"])))
    .get();
  if (!row) return null;
  const isSettled = row.phase === "closed" && row.dueAt === null;
  const isOver = row.phase === "closed" || row.endsAt <= now;
  return {
    sellerId: row.sellerId,
    times: isSettled ? 0 : (row.times ?? 0),
    most: isOver ? 0 : (row.most ?? MAX_RELIST_TIMES),
    isRelisted: row.newId !== null,
  };
}

/** Changes the plan. Returns false and changes nothing if `times` is more than `findPlan` allows. */
export async function changePlan(db: Database, auctionId: string, times: number, now: number): Promise<boolean> {
  if (times === 0) {
    // Also changes the plan of the auction that relists this one. Its room may have just opened, and D1 may not have
    // its row yet. This ends the chain.
    const next = db.select({ id: relistings.newId }).from(relistings).where(eq(relistings.oldId, auctionId));
    await db.batch([
      db.update(relistPlans).set({ times, dueAt: null }).where(eq(relistPlans.auctionId, auctionId)),
      db.update(relistPlans).set({ times }).where(inArray(relistPlans.auctionId, next)),
    ]);
    return true;
  }
  const { meta } = await db.run(sql`INSERT INTO relist_plans (auction_id, times, most)
    SELECT id, ${times}, ${MAX_RELIST_TIMES} FROM auctions
    WHERE id = ${auctionId} AND phase = 'open' AND ends_at > ${now}
    ON CONFLICT (auction_id) DO UPDATE SET times = excluded.times WHERE excluded.times <= relist_plans.most`);
  return meta.changes > 0;
}

/** For the sweep. Closed auctions whose plans are due, longest waiting first. */
export async function listAuctionIdsWithDuePlan(db: Database): Promise<string[]> {
  const { auctionId, dueAt } = relistPlans;
  const rows = await db
    .select({ auctionId })
    .from(relistPlans)
    .where(isNotNull(dueAt))
    .orderBy(asc(dueAt))
    .limit(MAX_DUE_PLANS);
  return rows.map((row) => row.auctionId);
}

/** A due plan with its seller. The seller is null while suspended and once the account is deleted. */
export async function findDuePlan(db: Database, auctionId: string) {
  const { id, firstName, lastName, email, imageKey, anonymous, suspendedAt } = users;
  const canList = and(eq(id, auctions.sellerId), isNull(suspendedAt));
  const row = await db
    .select({ dueAt: sql<number>`due_at`, seller: { id, firstName, lastName, email, imageKey, anonymous } })
    .from(relistPlans)
    .innerJoin(auctions, eq(auctions.id, relistPlans.auctionId))
    .leftJoin(users, canList)
    .where(and(eq(relistPlans.auctionId, auctionId), isNotNull(relistPlans.dueAt)))
    .get();
  return row ?? null;
}

/** Marks a plan as handled by the sweep. The number stays, because relisting by hand and copying the listing use it. */
export async function settlePlan(db: Database, auctionId: string): Promise<void> {
  await db.update(relistPlans).set({ dueAt: null }).where(eq(relistPlans.auctionId, auctionId));
}
