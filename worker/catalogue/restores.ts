/**
 * After D1 was set back to an earlier time: how far the sweep has compared people and auctions since then with their
 * inboxes and rooms, which were not set back.
 */
import { asc, eq, gt } from "drizzle-orm";

import { type ListedAuction, LISTED_AUCTION } from "./auctions.ts";
import type { Catalogue } from "./database.ts";
import { auctions, restores, users } from "./schema.ts";
import { ONLY_RESTORE } from "./settle-restore.ts";

export type Restore = { readonly peopleUpTo: string; readonly auctionsUpTo: string };

export async function findRestore(catalogue: Catalogue): Promise<Restore | null> {
  return (await catalogue.select().from(restores).where(eq(restores.id, ONLY_RESTORE)).get()) ?? null;
}

export async function moveRestore(catalogue: Catalogue, compared: Partial<Restore>): Promise<void> {
  await catalogue.update(restores).set(compared).where(eq(restores.id, ONLY_RESTORE));
}

export async function finishRestore(catalogue: Catalogue): Promise<void> {
  await catalogue.delete(restores).where(eq(restores.id, ONLY_RESTORE));
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
export async function listAuctionsAfter(catalogue: Catalogue, last: string, limit: number): Promise<ListedAuction[]> {
  return catalogue
    .select(LISTED_AUCTION)
    .from(auctions)
    .where(gt(auctions.id, last))
    .orderBy(asc(auctions.id))
    .limit(limit);
}
