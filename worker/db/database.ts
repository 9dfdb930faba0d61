/** Access to D1 through drizzle, for the whole Worker. Rooms write to D1 with `projection.ts`. */
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";

const databases = new WeakMap<D1Database, ReturnType<typeof open>>();

function open(database: D1Database) {
  return drizzle(database, { casing: "snake_case" });
}

/** The same db for every request in an isolate, because it holds no state. */
export function openDatabase(database: D1Database) {
  let db = databases.get(database);
  if (!db) {
    db = open(database);
    databases.set(database, db);
  }
  return db;
}
export type Database = ReturnType<typeof open>;

/**
 * D1 through one of its sessions (replicas.ts). Drizzle's type doesn't accept sessions, although they have every
 * method that it calls.
 */
export function openDatabaseSession(session: D1DatabaseSession): Database {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- drizzle only prepares statements and runs batches
  return open(session as unknown as D1Database);
}

/** All values in one parameter, because D1 accepts at most 100. */
export function isAmong(column: SQLiteColumn, values: readonly string[]) {
  return sql`${column} IN (SELECT value FROM json_each(${JSON.stringify(values)}))`;
}

/** Resolves when D1 answers. */
export async function checkDatabase(db: Database): Promise<void> {
  await db.run(sql`select 1`);
}
