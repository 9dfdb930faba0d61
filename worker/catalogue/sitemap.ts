/** The entries of sitemaps: open auctions that everyone sees, and their sellers. */
import { asc, sql } from "drizzle-orm";

import type { Database } from "../db/database.ts";
import { auctions } from "../db/schema.ts";
import { isOpenAt, toIso } from "../listings/queries/listings.ts";

/** Even if each item has its own seller, a sitemap has far fewer URLs than the allowed 50,000. */
export const ITEMS_PER_SITEMAP = 5_000;
/** 250,000 items, far more than we have measured (docs/scale.md). */
const MAX_SITEMAPS = 50;

/** How many sitemaps hold all open auctions. `now` is epoch ms. */
export async function countSitemaps(db: Database, now: number): Promise<number> {
  const open = db
    .select({ id: auctions.id })
    .from(auctions)
    .where(isOpenAt(now))
    .limit(MAX_SITEMAPS * ITEMS_PER_SITEMAP)
    .as("counted_open");
  const [row] = await db.select({ count: sql<number>`count(*)` }).from(open);
  return Math.ceil((row?.count ?? 0) / ITEMS_PER_SITEMAP);
}

type SitemapItem = { readonly id: string; readonly sellerId: string; readonly changedAt: string };

/** The items of one sitemap, oldest first, so new ones are in the last. `number` counts from 1. */
export async function listSitemapItems(db: Database, number: number, now: number): Promise<SitemapItem[]> {
  const { id, sellerId, createdAt, changedAt } = auctions;
  const rows = await db
    .select({ id, sellerId, changedAt })
    .from(auctions)
    .where(isOpenAt(now))
    .orderBy(asc(createdAt), asc(id))
    .limit(ITEMS_PER_SITEMAP)
    .offset((number - 1) * ITEMS_PER_SITEMAP);
  return rows.map((row) => ({ id: row.id, sellerId: row.sellerId, changedAt: toIso(row.changedAt) }));
}
