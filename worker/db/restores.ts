/**
 * How far the sweep has compared people and auctions with their inboxes and rooms, after D1 has been restored to an
 * earlier time. A restore doesn't change inboxes or rooms.
 */
import { eq, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";

import { RESTORE_ID } from "./begin-restore.ts";
import type { Database } from "./database.ts";
import { auctions, restores, users } from "./schema.ts";

/**
 * `begunAt` (epoch ms) identifies a restore, because D1 may be restored again while a run of the sweep is still working
 * on the previous restore.
 */
export type Restore = { readonly begunAt: number; readonly peopleUpTo: string; readonly auctionsUpTo: string };
type RestoreProgress = Partial<Pick<Restore, "peopleUpTo" | "auctionsUpTo">>;

export async function findRestore(db: Database): Promise<Restore | null> {
  return (await db.select().from(restores).where(eq(restores.id, RESTORE_ID)).get()) ?? null;
}

/** Changes nothing if another restore has begun since. */
export async function saveRestoreProgress(
  db: Database,
  { begunAt }: Restore,
  progress: RestoreProgress,
): Promise<void> {
  await db.update(restores).set(progress).where(eq(restores.begunAt, begunAt));
}

/** Changes nothing if another restore has begun since. */
export async function finishRestore(db: Database, { begunAt }: Restore): Promise<void> {
  await db.delete(restores).where(eq(restores.begunAt, begunAt));
}

export function listPersonIdsAfter(db: Database, last: string, limit: number): Promise<string[]> {
  return listIdsAfter(db, users, last, limit);
}

/** Auctions in any phase. */
export function listAuctionIdsAfter(db: Database, last: string, limit: number): Promise<string[]> {
  return listIdsAfter(db, auctions, last, limit);
}

async function listIdsAfter(db: Database, table: SQLiteTable, last: string, limit: number): Promise<string[]> {
  const rows = await db.all<{ id: string }>(sql`SELECT id FROM ${table} WHERE id > ${last} ORDER BY id LIMIT ${limit}`);
  return rows.map(({ id }) => id);
}
