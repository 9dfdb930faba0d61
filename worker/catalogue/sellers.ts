/** A person as a seller: their name, and how many of their listings everyone can see. */
import { and, eq, inArray, isNull, or, type SQL, sql } from "drizzle-orm";

import type { Seller } from "../contract/seller.ts";
import type { Status } from "../rules/closing.ts";
import type { Catalogue } from "./database.ts";
import { hasStatus, PUBLIC_PERSON, SHOWN, toIso, toPerson } from "./listings.ts";
import { auctions, users } from "./schema.ts";

/**
 * Whether a row of `users` has a seller's page (decision 75): everyone can see one of the person's listings, and no
 * deletion of the account has begun. The seller's index finds the listings, not that of a phase.
 */
export const hasSellersPage = and(
  isNull(users.deletedAt),
  sql`EXISTS (SELECT 1 FROM auctions WHERE auctions.seller_id = users.id AND ${inArray(sql`+auctions.phase`, [...SHOWN])})`,
);

/** `2026-11` of an ISO moment. */
const MONTH_LENGTH = 7;

/** Null for anyone without a seller's page: it must not reveal whether the account exists. `now` is epoch ms. */
export async function findSeller(catalogue: Catalogue, id: string, now: number): Promise<Seller | null> {
  const countOf = (condition: SQL | undefined) => sql<number>`count(*) FILTER (WHERE ${condition})`;
  const [[row], [counts]] = await catalogue.batch([
    catalogue
      .select({ ...PUBLIC_PERSON, createdAt: users.createdAt })
      .from(users)
      .where(and(eq(users.id, id), hasSellersPage)),
    catalogue
      .select({
        live: countOf(inStatus("Live", now)),
        upcoming: countOf(inStatus("Upcoming", now)),
        sold: countOf(inStatus("Sold", now)),
      })
      .from(auctions)
      // The seller's index finds the rows, not that of a phase.
      .where(and(eq(auctions.sellerId, id), inArray(sql`+${auctions.phase}`, [...SHOWN]))),
  ]);
  if (!row || !counts) return null;
  const { live, upcoming, sold } = counts;
  const memberSince = toIso(row.createdAt).slice(0, MONTH_LENGTH);
  return { ...toPerson(row.id, row), memberSince, live, upcoming, sold };
}

function inStatus(status: Status, now: number): SQL | undefined {
  return or(...SHOWN.map((phase) => hasStatus(status, phase, now, true) ?? undefined));
}
