/**
 * After D1 was set back to an earlier time: how far the sweep has compared people and auctions with their inboxes and
 * rooms, which were not set back.
 */
import { eq, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";

import type { Catalogue } from "./database.ts";
import { auctions, restores, users } from "./schema.ts";
import { ONLY_RESTORE } from "./settle-restore.ts";

/** `begunAt` (epoch ms) names it: D1 may be set back again while a run of the sweep still settles the last time. */
export type Restore = { readonly begunAt: number; readonly peopleUpTo: string; readonly auctionsUpTo: string };
type Compared = Partial<Pick<Restore, "peopleUpTo" | "auctionsUpTo">>;

export async function findRestore(catalogue: Catalogue): Promise<Restore | null> {
  return (await catalogue.select().from(restores).where(eq(restores.id, ONLY_RESTORE)).get()) ?? null;
}

/** Changes nothing when another restore has begun meanwhile. */
export async function moveRestore(catalogue: Catalogue, { begunAt }: Restore, compared: Compared): Promise<void> {
  await catalogue.update(restores).set(compared).where(eq(restores.begunAt, begunAt));
}

/** Likewise. */
export async function finishRestore(catalogue: Catalogue, { begunAt }: Restore): Promise<void> {
  await catalogue.delete(restores).where(eq(restores.begunAt, begunAt));
}

export function listPeopleAfter(catalogue: Catalogue, last: string, limit: number): Promise<string[]> {
  return idsAfter(catalogue, users, last, limit);
}

/** Auctions in any phase. */
export function listAuctionsAfter(catalogue: Catalogue, last: string, limit: number): Promise<string[]> {
  return idsAfter(catalogue, auctions, last, limit);
}

async function idsAfter(catalogue: Catalogue, table: SQLiteTable, last: string, limit: number): Promise<string[]> {
  const rows = await catalogue.all<{ id: string }>(
    sql`SELECT id FROM ${table} WHERE id > ${last} ORDER BY id LIMIT ${limit}`,
  );
  return rows.map(({ id }) => id);
}
