/**
 * D1's rows of auctions whose rooms are about to open. A pending row is in no list, and keeps its images from the
 * sweep. All reads and writes of one moment of the opening are one batch, because each call to D1 goes to another
 * machine.
 */
import { and, eq, exists, isNull, lt } from "drizzle-orm";

import type { Catalogue } from "./database.ts";
import { type FirstPlan, insertPlan } from "./relist-plans.ts";
import { type AuctionRow, auctions, blocks, drafts, relistings, relistPlans, users } from "./schema.ts";

/** Rows that one sweep handles; the next sweep is a minute later. */
const MAX_PER_SWEEP = 200;

export type PendingAuction = Omit<typeof auctions.$inferInsert, "phase" | "seq">;

export type Inserted = {
  /** The phase of the current row: it is not `pending` when this id has been opened before. */
  readonly phase: AuctionRow["phase"];
  /** Whether the draft that it is made of still exists, now that the row protects its images. */
  readonly hasDraft: boolean;
  readonly blockedIds: readonly string[];
};

/**
 * The row of an auction whose room is about to open. Every fact of the room is newer. `plan` says how often it will be
 * listed again by itself, or which expired auction it relists.
 */
export async function insertPending(catalogue: Catalogue, auction: PendingAuction, plan: FirstPlan): Promise<Inserted> {
  const [, [row], foundDrafts, blocked] = await catalogue.batch([
    catalogue
      .insert(auctions)
      .values({ ...auction, phase: "pending", seq: 0 })
      .onConflictDoNothing(),
    catalogue.select({ phase: auctions.phase }).from(auctions).where(eq(auctions.id, auction.id)),
    catalogue.select({ id: drafts.id }).from(drafts).where(eq(drafts.auctionId, auction.id)),
    selectBlocked(catalogue, auction.sellerId),
    ...("times" in plan && plan.times === 0 ? [] : [insertPlan(catalogue, auction.id, plan)]),
    ...("relistOf" in plan
      ? [catalogue.insert(relistings).values({ oldId: plan.relistOf, newId: auction.id }).onConflictDoNothing()]
      : []),
  ]);
  return {
    phase: row?.phase ?? "pending",
    hasDraft: foundDrafts.length > 0,
    blockedIds: blocked.map(({ id }) => id),
  };
}

export type Published = {
  /** False when the deletion of the seller's account has begun: then the row stays as it is. */
  readonly hasSeller: boolean;
  readonly blockedIds: readonly string[];
};

/**
 * The room is open: the auction is shown from now on, even before its first fact arrives. The draft that it was made of
 * no longer counts as one. Returns the people whom the seller blocks now.
 */
export async function publishOpened(catalogue: Catalogue, id: string, sellerId: string): Promise<Published> {
  const seller = catalogue
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, sellerId), isNull(users.deletedAt)));
  const [, , sellers, blocked] = await catalogue.batch([
    catalogue
      .update(auctions)
      .set({ phase: "open" })
      .where(and(isPending(id), exists(seller))),
    catalogue.delete(drafts).where(eq(drafts.auctionId, id)),
    seller,
    selectBlocked(catalogue, sellerId),
  ]);
  return { hasSeller: sellers.length > 0, blockedIds: blocked.map((row) => row.id) };
}

/** For the sweep: a row that its request did not publish, of a room that is open. */
export async function publishPending(catalogue: Catalogue, id: string): Promise<void> {
  await catalogue.batch([
    catalogue.update(auctions).set({ phase: "open" }).where(isPending(id)),
    catalogue.delete(drafts).where(eq(drafts.auctionId, id)),
  ]);
}

export async function deletePending(catalogue: Catalogue, id: string): Promise<void> {
  const isStillPending = exists(catalogue.select({ id: auctions.id }).from(auctions).where(isPending(id)));
  await catalogue.batch([
    catalogue.delete(relistings).where(and(eq(relistings.newId, id), isStillPending)),
    catalogue.delete(relistPlans).where(and(eq(relistPlans.auctionId, id), isStillPending)),
    catalogue.delete(auctions).where(isPending(id)),
  ]);
}

/** For the sweep: rows that have waited for their room since before a time (epoch ms). */
export async function listPendingSince(catalogue: Catalogue, before: number) {
  return catalogue
    .select({ id: auctions.id, imageKeys: auctions.imageKeys })
    .from(auctions)
    .where(and(eq(auctions.phase, "pending"), lt(auctions.createdAt, before)))
    .limit(MAX_PER_SWEEP);
}

function isPending(id: string) {
  return and(eq(auctions.id, id), eq(auctions.phase, "pending"));
}

function selectBlocked(catalogue: Catalogue, sellerId: string) {
  return catalogue.select({ id: blocks.personId }).from(blocks).where(eq(blocks.sellerId, sellerId));
}
