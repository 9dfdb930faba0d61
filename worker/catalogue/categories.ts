/** D1's categories: the eight fixed ones in their order, then those that people created, by name. */
import { asc, eq, sql } from "drizzle-orm";

import type { Category } from "../contract/category.ts";
import type { Catalogue } from "./database.ts";
import { categories } from "./schema.ts";

export async function listCategories(catalogue: Catalogue): Promise<Category[]> {
  const { id: _id, name, description } = categories;
  return catalogue
    .select({ _id, name, description })
    .from(categories)
    .orderBy(sql`${categories.position} is null`, asc(categories.position), sql`lower(${categories.name})`);
}

export async function findCategory(catalogue: Catalogue, id: string): Promise<{ id: string; name: string } | null> {
  const row = await catalogue
    .select({ id: categories.id, name: categories.name })
    .from(categories)
    .where(eq(categories.id, id))
    .get();
  return row ?? null;
}

/** Adds a category; false when one with this name exists, ignoring case. */
export async function insertCategory(catalogue: Catalogue, category: typeof categories.$inferInsert): Promise<boolean> {
  // SQLite's lower() only changes ASCII letters, and so does the unique index: other letters are compared here.
  const names = await catalogue.select({ name: categories.name }).from(categories);
  if (names.some(({ name }) => folded(name) === folded(category.name))) return false;
  const added = await catalogue
    .insert(categories)
    .values(category)
    .onConflictDoNothing()
    .returning({ id: categories.id });
  return added.length > 0;
}

function folded(name: string): string {
  return name.normalize("NFKC").toLowerCase();
}
