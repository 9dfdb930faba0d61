import { sql } from "drizzle-orm";
/** D1 through drizzle: the one way in which the Worker asks the catalogue. Rooms write to it by `projection.ts`. */
import { drizzle } from "drizzle-orm/d1";

export function openCatalogue(database: D1Database) {
  return drizzle(database, { casing: "snake_case" });
}
export type Catalogue = ReturnType<typeof openCatalogue>;

/** Resolves when D1 answers. */
export async function checkCatalogue(catalogue: Catalogue): Promise<void> {
  await catalogue.run(sql`select 1`);
}
