/**
 * Drafts in D1, which are unpublished listings. Once its auction has opened, a draft no longer counts, even if its row
 * is not deleted yet. So a listing never appears twice, even if the deletion fails.
 */
import { and, desc, eq, gt, lt, or, sql } from "drizzle-orm";

import { MAX_DRAFTS, type SavedDraft } from "../../contract/draft.ts";
import { imageOf } from "../../contract/image-sizes.ts";
import type { Database } from "../../db/database.ts";
import { auctions, type DraftRow, drafts, openings } from "../../db/schema.ts";
import { selectOpenedAuction } from "./auctions.ts";
import { toIso } from "./listings.ts";

const isPublished = sql`EXISTS (SELECT 1 FROM auctions WHERE auctions.id = drafts.auction_id)`;

/** The most recently changed first. */
export async function listDrafts(db: Database, userId: string): Promise<SavedDraft[]> {
  const rows = await db
    .select()
    .from(drafts)
    .where(and(eq(drafts.userId, userId), sql`NOT ${isPublished}`))
    .orderBy(desc(drafts.updatedAt), desc(drafts.auctionId))
    .limit(MAX_DRAFTS);
  return rows.map(toDraft);
}

/** The row of a draft, published or not. */
export async function findDraft(db: Database, auctionId: string): Promise<DraftRow | null> {
  const row = await db.select().from(drafts).where(eq(drafts.auctionId, auctionId)).get();
  return row ?? null;
}

/** Whether an auction with this ID has opened, even if it has since been removed. */
export async function hasOpened(db: Database, auctionId: string): Promise<boolean> {
  return (await selectOpenedAuction(db, auctionId).get()) !== undefined;
}

/** `gone`: the deletion of the account has begun, but a cached session is still in use. */
export async function insertDraft(
  db: Database,
  { auctionId, id, userId, fields, imageKeys, version, createdAt, updatedAt }: DraftRow,
): Promise<"added" | "exists" | "full" | "gone"> {
  const [exists, ownCount, hasAccount] = [
    sql`EXISTS (SELECT 1 FROM drafts WHERE auction_id = ${auctionId})`,
    sql`(SELECT count(*) FROM drafts WHERE user_id = ${userId} AND NOT ${isPublished})`,
    sql`EXISTS (SELECT 1 FROM users WHERE id = ${userId})`,
  ];
  const values = sql`${auctionId}, ${id}, ${userId}, ${JSON.stringify(fields)}, ${JSON.stringify(imageKeys)}, ${version}, ${createdAt}, ${updatedAt}`;
  const { meta } = await db.run(sql`INSERT INTO drafts
    (auction_id, id, user_id, fields, image_keys, version, created_at, updated_at)
    SELECT ${values} WHERE NOT ${exists} AND ${ownCount} < ${MAX_DRAFTS} AND ${hasAccount}`);
  if (meta.changes > 0) return "added";
  const refusal = await db.get<{ isTaken: number; account: number }>(
    sql`SELECT ${exists} AS isTaken, ${hasAccount} AS account`,
  );
  return refusal.account === 0 ? "gone" : refusal.isTaken === 1 ? "exists" : "full";
}

/** Writes the next version, if the row still has the one before it. */
export async function updateDraft(
  db: Database,
  { auctionId, fields, imageKeys, version, updatedAt }: DraftRow,
): Promise<boolean> {
  const isNext = and(eq(drafts.auctionId, auctionId), eq(drafts.version, version - 1));
  const hasAccount = sql`EXISTS (SELECT 1 FROM users WHERE users.id = drafts.user_id)`;
  const updated = await db
    .update(drafts)
    .set({ fields, imageKeys, version, updatedAt })
    .where(and(isNext, hasAccount))
    .returning({ id: drafts.id });
  return updated.length > 0;
}

/** Returns the keys of its images that no auction has. Images of an auction that is being created stay. */
export async function deleteDraft(db: Database, auctionId: string): Promise<readonly string[]> {
  const [[deleted], [auction], [opening]] = await db.batch([
    db.delete(drafts).where(eq(drafts.auctionId, auctionId)).returning({ imageKeys: drafts.imageKeys }),
    db.select({ id: auctions.id }).from(auctions).where(eq(auctions.id, auctionId)),
    db.select({ id: openings.auctionId }).from(openings).where(eq(openings.auctionId, auctionId)),
  ]);
  return deleted && !auction && !opening ? deleted.imageKeys : [];
}

/** For the deletion of an account. The images of a person's drafts that no auction has. */
export async function listDraftImageKeys(db: Database, userId: string): Promise<string[]> {
  const hasNoAuction = sql`NOT EXISTS (SELECT 1 FROM auctions WHERE auctions.id = drafts.auction_id)
    AND NOT EXISTS (SELECT 1 FROM openings WHERE openings.auction_id = drafts.auction_id)`;
  const rows = await db
    .select({ imageKeys: drafts.imageKeys })
    .from(drafts)
    .where(and(eq(drafts.userId, userId), hasNoAuction));
  return rows.flatMap(({ imageKeys }) => imageKeys);
}

/**
 * For the sweep. Deletes drafts whose auctions' IDs begin with `idPrefix`, if they're published or were last changed
 * before a time (epoch ms). Their images are removed as unused.
 */
export async function deleteOldDrafts(db: Database, idPrefix: string, before: number): Promise<void> {
  const { auctionId, updatedAt } = drafts;
  // The tilde sorts after every character of an ID.
  const hasIdPrefix = and(gt(auctionId, idPrefix), lt(auctionId, `${idPrefix}~`));
  await db.delete(drafts).where(and(hasIdPrefix, or(lt(updatedAt, before), isPublished)));
}

export function toDraft({ id, version, fields, imageKeys, createdAt, updatedAt }: DraftRow): SavedDraft {
  return {
    _id: id,
    version,
    fields,
    pictures: imageKeys.map(imageOf),
    createdAt: toIso(createdAt),
    updatedAt: toIso(updatedAt),
  };
}
