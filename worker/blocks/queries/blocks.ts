/** D1's block lists: people whose bids a seller doesn't accept. Rooms use their own copies to decide. */
import { and, desc, eq, inArray, sql } from "drizzle-orm";

import { type BlockedPerson, MAX_BLOCKED_PEOPLE } from "../../contract/blocks.ts";
import type { Database } from "../../db/database.ts";
import { auctions, blocks, users } from "../../db/schema.ts";
import { PUBLIC_PERSON_COLUMNS, toIso, toPerson } from "../../listings/queries/listings.ts";

/**
 * Writes nothing if the list is full and doesn't include this person, or if the deletion of either account has begun. A
 * cached session may still be in use.
 */
export async function addBlock(
  db: Database,
  sellerId: string,
  personId: string,
  now: number,
): Promise<"blocked" | "full" | "deleted"> {
  const isFull = sql`(SELECT count(*) FROM blocks WHERE seller_id = ${sellerId}) >= ${MAX_BLOCKED_PEOPLE}`;
  const { meta } = await db.run(sql`INSERT OR IGNORE INTO blocks (seller_id, person_id, created_at)
    SELECT ${sellerId}, ${personId}, ${now}
    WHERE (SELECT count(*) FROM users WHERE id IN (${sellerId}, ${personId})) = 2
      AND NOT ${isFull}`);
  if (meta.changes > 0) return "blocked";
  const isBlockedNow = sql`EXISTS (SELECT 1 FROM blocks WHERE seller_id = ${sellerId} AND person_id = ${personId})`;
  const found = await db.get<{ blocked: number; full: number }>(
    sql`SELECT ${isBlockedNow} AS blocked, ${isFull} AS full`,
  );
  if (found.blocked === 1) return "blocked";
  return found.full === 1 ? "full" : "deleted";
}

export async function removeBlock(db: Database, sellerId: string, personId: string): Promise<void> {
  await db.delete(blocks).where(and(eq(blocks.sellerId, sellerId), eq(blocks.personId, personId)));
}

export async function isBlocked(db: Database, sellerId: string, personId: string): Promise<boolean> {
  const row = await db
    .select({ personId: blocks.personId })
    .from(blocks)
    .where(and(eq(blocks.sellerId, sellerId), eq(blocks.personId, personId)))
    .get();
  return row !== undefined;
}

/** The most recently blocked first. */
export async function listBlockedPeople(db: Database, sellerId: string): Promise<BlockedPerson[]> {
  const rows = await db
    .select({ personId: blocks.personId, blockedAt: blocks.createdAt, person: PUBLIC_PERSON_COLUMNS })
    .from(blocks)
    .leftJoin(users, eq(users.id, blocks.personId))
    .where(eq(blocks.sellerId, sellerId))
    .orderBy(desc(blocks.createdAt), desc(blocks.personId));
  return rows.map(({ personId, blockedAt, person }) => ({
    person: toPerson(personId, person),
    blockedAt: toIso(blockedAt),
  }));
}

/**
 * The seller's auctions that accept bids, or will when they're shown again, according to D1. It includes auctions whose
 * end has passed, because a late bid may have extended them. A room whose auction is over ignores the block.
 */
export async function listRunningAuctionIdsBySeller(db: Database, sellerId: string): Promise<string[]> {
  const rows = await db
    .select({ id: auctions.id })
    .from(auctions)
    .where(and(eq(auctions.sellerId, sellerId), inArray(auctions.phase, ["open", "hidden"])));
  return rows.map((row) => row.id);
}
