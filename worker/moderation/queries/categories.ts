/**
 * Admins' changes to categories. A merged category keeps its row, which has the ID of the category that it was merged
 * into. Rooms continue to use the old ID, so the projection and the lists look up the new one in that row.
 */
import { and, eq, sql } from "drizzle-orm";
import type { AnySQLiteColumn } from "drizzle-orm/sqlite-core";

import type { CategoryForAdmins } from "../../contract/admin.ts";
import type { CreateCategoryInput } from "../../contract/category.ts";
import { nameKey } from "../../contract/text/normalize-text.ts";
import type { Database } from "../../db/database.ts";
import { categories } from "../../db/schema.ts";
import { insertCategory } from "../../listings/queries/categories.ts";
import { addAdminAction, addAdminActionIf, type NewAdminAction } from "./admin-actions.ts";

/** Listings of merged categories that one statement moves. Each of their rows is in four indexes by category. */
const MAX_MOVED_LISTINGS = 1_000;

type CategoryRow = {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly position: number | null;
  readonly hidden_at: number | null;
  readonly merged_into: string | null;
  readonly merged_name: string | null;
  readonly open_auctions: number;
};

/** All categories by name, including hidden and merged ones. The cursor is the last name of the previous page. */
export async function listAllCategories(
  db: Database,
  { cursor = "", limit }: { cursor?: string | undefined; limit: number },
): Promise<{ categories: CategoryForAdmins[]; nextCursor: string | null }> {
  const rows = await db.all<CategoryRow>(sql`
    SELECT id, name, description, position, hidden_at, merged_into,
      (SELECT other.name FROM categories AS other WHERE other.id = categories.merged_into) AS merged_name,
      (SELECT count(*) FROM (SELECT 1 FROM auctions WHERE category_id = categories.id AND phase = 'open' LIMIT 100))
        AS open_auctions
    FROM categories WHERE lower(name) > ${cursor} ORDER BY lower(name) LIMIT ${limit + 1}`);
  const page = rows.slice(0, limit);
  return {
    categories: page.map(({ id, name, description, position, hidden_at, merged_into, merged_name, open_auctions }) => ({
      _id: id,
      name,
      description,
      fixed: position !== null,
      hidden: hidden_at !== null,
      mergedInto: merged_into === null ? null : { _id: merged_into, name: merged_name ?? "" },
      openAuctions: open_auctions,
    })),
    nextCursor: rows.length > limit ? asciiLower(page.at(-1)?.name ?? "") : null,
  };
}

/** Matches SQLite's `lower`, by which the names are sorted. */
function asciiLower(text: string): string {
  return text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** The action's target is the new category's ID. */
export async function createCategory(db: Database, action: NewAdminAction, texts: CreateCategoryInput) {
  const { targetId: id, actorId: createdBy, at: createdAt } = action;
  const isAdded = sql`EXISTS (SELECT 1 FROM categories WHERE id = ${id})`;
  const recording = addAdminActionIf(db, action, isAdded);
  return insertCategory(db, { id, ...texts, createdBy, createdAt }, Number.MAX_SAFE_INTEGER, [recording]);
}

export async function findAnyCategory(db: Database, id: string) {
  const { position, hiddenAt, mergedInto } = categories;
  return (
    (await db.select({ position, hiddenAt, mergedInto }).from(categories).where(eq(categories.id, id)).get()) ?? null
  );
}

/** False when another category has this name. */
export async function renameCategory(
  db: Database,
  action: NewAdminAction,
  texts: CreateCategoryInput,
): Promise<boolean> {
  const all = await db.select({ id: categories.id, name: categories.name }).from(categories);
  if (all.some(({ id, name }) => id !== action.targetId && nameKey(name) === nameKey(texts.name))) return false;
  await db.batch([
    db.update(categories).set(texts).where(eq(categories.id, action.targetId)),
    addAdminAction(db, action),
  ]);
  return true;
}

/**
 * Merges the action's target, and any categories merged into it before, into another category. Then moves their
 * listings.
 */
export async function mergeCategory(db: Database, action: NewAdminAction, into: string): Promise<void> {
  const from = action.targetId;
  await db.batch([
    db
      .update(categories)
      .set({ mergedInto: into })
      .where(and(sql`${into} <> ${from}`, sql`(${categories.id} = ${from} OR ${categories.mergedInto} = ${from})`)),
    addAdminAction(db, action),
  ]);
  await moveMergedListings(db);
}

/**
 * Moves up to `MAX_MOVED_LISTINGS` listings of merged categories to the categories that these were merged into. The
 * sweep continues with the others.
 */
export async function moveMergedListings(db: Database): Promise<void> {
  await db.run(sql`
    UPDATE auctions SET category_id = (SELECT merged_into FROM categories WHERE categories.id = auctions.category_id)
    WHERE id IN (
      SELECT auctions.id FROM categories JOIN auctions ON auctions.category_id = categories.id
      WHERE categories.merged_into IS NOT NULL LIMIT ${MAX_MOVED_LISTINGS})`);
}

/** The category that this one was merged into, or this one. `id` is a value or a column. */
export function currentCategory(id: string | AnySQLiteColumn) {
  return sql<string>`coalesce((SELECT merged_into FROM categories WHERE categories.id = ${id}), ${id})`;
}

/** Hides or shows a category. Its listings stay as they are. */
export async function setCategoryHidden(db: Database, action: NewAdminAction, hidden: boolean): Promise<void> {
  await db.batch([
    db
      .update(categories)
      .set({ hiddenAt: hidden ? action.at : null })
      .where(eq(categories.id, action.targetId)),
    addAdminAction(db, action),
  ]);
}
