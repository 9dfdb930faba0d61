/** D1's categories: the eight fixed ones in their order, then those that people created, by name. */
import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";

import type { Category } from "../../contract/category.ts";
import { nameKey } from "../../contract/text/normalize-text.ts";
import type { Database } from "../../db/database.ts";
import { categories } from "../../db/schema.ts";

/** As many as fit in one response and one select box. No more can be created until admins hide some. */
export const MAX_CATEGORIES = 500;

/** Not hidden by an admin, and not merged into another. */
const isOffered = and(isNull(categories.hiddenAt), isNull(categories.mergedInto));

/** The categories that are offered. */
export async function listCategories(db: Database): Promise<Category[]> {
  const { id: _id, name, description } = categories;
  return db
    .select({ _id, name, description })
    .from(categories)
    .where(isOffered)
    .orderBy(sql`${categories.position} is null`, asc(categories.position), sql`lower(${categories.name})`)
    .limit(MAX_CATEGORIES);
}

export async function findOfferedCategory(db: Database, id: string): Promise<Category | null> {
  const { id: _id, name, description } = categories;
  const matchesId = and(eq(categories.id, id), isOffered);
  return (await db.select({ _id, name, description }).from(categories).where(matchesId).get()) ?? null;
}

/** A query for a category, if it is offered. */
export function selectOfferedCategory(db: Database, id: string) {
  return db
    .select({ name: categories.name })
    .from(categories)
    .where(and(eq(categories.id, id), isOffered));
}

type NewCategory = Required<Pick<Category, "name" | "description">> & {
  readonly id: string;
  readonly createdBy: string;
  readonly createdAt: number;
};

/**
 * Adds a category. `exists` if one has this name, as `nameKey` compares them, offered or not. `full` if
 * `MAX_CATEGORIES` are offered. `ownFull` if its creator has created `max`, offered or not. `extraStatements` run in
 * the same transaction.
 */
export async function insertCategory(
  db: Database,
  category: NewCategory,
  max: number,
  extraStatements: readonly BatchItem<"sqlite">[] = [],
): Promise<"added" | "exists" | "full" | "ownFull"> {
  // The unique index ignores only the case of ASCII letters. This also finds names that look the same to a reader.
  const { name: column, hiddenAt, mergedInto } = categories;
  const all = await db.select({ name: column, hiddenAt, mergedInto }).from(categories);
  const key = nameKey(category.name);
  if (all.some(({ name }) => nameKey(name) === key)) return "exists";
  const offered = all.filter((row) => row.hiddenAt === null && row.mergedInto === null);
  if (offered.length >= MAX_CATEGORIES) return "full";
  const { id, name, description, createdBy, createdAt } = category;
  const isOwnFull = sql`(SELECT count(*) FROM categories WHERE created_by = ${createdBy}) >= ${max}`;
  const insert = db
    .insert(categories)
    .select(
      sql`SELECT ${id}, ${name}, ${description}, NULL, ${createdBy}, ${createdAt}, NULL, NULL WHERE NOT ${isOwnFull}`,
    )
    .onConflictDoNothing()
    .returning({ id: categories.id });
  const [added] = await db.batch([insert, ...extraStatements]);
  if (added.length > 0) return "added";
  const { full } = await db.get<{ full: number }>(sql`SELECT ${isOwnFull} AS full`);
  return full === 1 ? "ownFull" : "exists";
}
