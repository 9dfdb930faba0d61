/**
 * After D1 was set back to an earlier time: how far the sweep has compared people and auctions with their inboxes and
 * rooms, which were not set back.
 */
import { asc, eq, gt } from "drizzle-orm";

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

export async function listPeopleAfter(catalogue: Catalogue, last: string, limit: number): Promise<string[]> {
  const rows = await catalogue
    .select({ id: users.id })
    .from(users)
    .where(gt(users.id, last))
    .orderBy(asc(users.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Auctions in any phase. */
export async function listAuctionsAfter(catalogue: Catalogue, last: string, limit: number): Promise<string[]> {
  const rows = await catalogue
    .select({ id: auctions.id })
    .from(auctions)
    .where(gt(auctions.id, last))
    .orderBy(asc(auctions.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}
