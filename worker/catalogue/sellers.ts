/** A person as a seller: their name, how many of their listings everyone can see, and how buyers rate them. */
import { and, eq, inArray, or, type SQL, sql } from "drizzle-orm";

import type { Person } from "../contract/catalogue.ts";
import type { Seller } from "../contract/seller.ts";
import { normalize, isUnspaced } from "../contract/text/normalize-text.ts";
import type { Database } from "../db/database.ts";
import { auctions, users } from "../db/schema.ts";
import { hasStatus, PUBLIC_PERSON_COLUMNS, PUBLIC_PHASES, toIso, toPerson } from "../listings/queries/listings.ts";
import { selectRatingSummary } from "../ratings/rating-responses.ts";
import type { Status } from "../rules/closing.ts";

/**
 * Whether a row in `users` has a seller's page, which needs a listing that everyone can see. The plus makes SQLite use
 * the seller's index, not the one by phase.
 */
const hasSellerPage = sql`EXISTS (SELECT 1 FROM auctions WHERE auctions.seller_id = users.id AND ${inArray(sql`+auctions.phase`, [...PUBLIC_PHASES])})`;

/** The length of `2026-11` in an ISO timestamp. */
const MONTH_LENGTH = 7;

/**
 * Null for anyone without a seller's page, so that the response doesn't reveal whether the account exists. `now` is
 * epoch ms.
 */
export async function findSeller(db: Database, id: string, now: number): Promise<Seller | null> {
  const countOf = (condition: SQL | undefined) => sql<number>`count(*) FILTER (WHERE ${condition})`;
  const [[row], [counts], [rated = { count: 0, average: null }]] = await db.batch([
    db
      .select({ ...PUBLIC_PERSON_COLUMNS, createdAt: users.createdAt })
      .from(users)
      .where(and(eq(users.id, id), hasSellerPage)),
    db
      .select({
        live: countOf(statusCondition("Live", now)),
        upcoming: countOf(statusCondition("Upcoming", now)),
        sold: countOf(statusCondition("Sold", now)),
      })
      .from(auctions)
      // The plus makes SQLite use the seller's index here, too.
      .where(and(eq(auctions.sellerId, id), inArray(sql`+${auctions.phase}`, [...PUBLIC_PHASES]))),
    selectRatingSummary(db, id, now),
  ]);
  if (!row || !counts) return null;
  const { live, upcoming, sold } = counts;
  const memberSince = toIso(row.createdAt).slice(0, MONTH_LENGTH);
  return { ...toPerson(row.id, row), memberSince, live, upcoming, sold, rated };
}

/** How many accounts one search examines, newest first. Reading these takes milliseconds. */
const MAX_SEARCHED_PEOPLE = 20_000;
/** How many people with a matching name we check for a seller's page. */
const MAX_NAME_MATCHES = 200;
const MAX_SELLERS = 3;
/** Anything shorter occurs in too many names. */
const MIN_JOINED_LENGTH = 4;
/** We search only for the first words of a longer query. */
const MAX_WORDS = 8;

/**
 * Sellers whose names have words that begin with these words, longest-standing members first. Leaves out people without
 * a seller's page, and anyone who is suspended or whose name is hidden.
 */
export async function searchSellers(db: Database, search: string): Promise<Person[]> {
  const words = normalize(search).compounds.flat().slice(0, MAX_WORDS);
  if (words.length === 0) return [];
  // The name or the search may be written as one word, so we don't know where a word begins.
  const joined = words.join("");
  const wordMatches = words.map((word) => sql`instr(search_name, ${isUnspaced(word) ? word : ` ${word}`}) > 0`);
  const nameMatches = sql`((${sql.join(wordMatches, sql` AND `)})
    OR (length(${joined}) >= ${MIN_JOINED_LENGTH} AND instr(replace(search_name, ' ', ''), ${joined}) > 0))`;
  const nameMatchIds = sql`(SELECT id FROM (
    SELECT id, search_name FROM users
    WHERE created_at >= 0 AND suspended_at IS NULL AND hidden_first_name IS NULL
    ORDER BY created_at DESC, id DESC LIMIT ${MAX_SEARCHED_PEOPLE}
  ) WHERE ${nameMatches} LIMIT ${MAX_NAME_MATCHES})`;
  const rows = await db
    .select(PUBLIC_PERSON_COLUMNS)
    .from(users)
    .where(and(sql`${users.id} IN ${nameMatchIds}`, hasSellerPage))
    .orderBy(users.createdAt)
    .limit(MAX_SELLERS);
  return rows.map((row) => toPerson(row.id, row));
}

function statusCondition(status: Status, now: number): SQL | undefined {
  return or(...PUBLIC_PHASES.map((phase) => hasStatus(status, phase, now, true) ?? undefined));
}
