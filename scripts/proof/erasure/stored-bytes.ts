/**
 * Searches every byte of every file of a stopped runtime, as someone with a stolen disk could. SQLite writes into a
 * log beside each database first and merges it later; the merged file is what counts, free pages included.
 */
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
}

/** Merges the logs beside the databases into them, as the next start of the runtime would. */
export async function mergeLogs(folder: string): Promise<number> {
  const databases = (await filesIn(folder)).filter((file) => file.endsWith(".sqlite"));
  for (const file of databases) {
    const database = new DatabaseSync(file);
    database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    database.close();
  }
  return databases.length;
}

/** The database that has this table. */
export async function databaseWith(table: string, folder: string): Promise<string> {
  for (const file of (await filesIn(folder)).filter((name) => name.endsWith(".sqlite"))) {
    const database = new DatabaseSync(file);
    const found = database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(table);
    database.close();
    if (found) return file;
  }
  throw new Error(`no database has a table ${table}`);
}

/** Runs one statement on a database of a stopped runtime, and returns how many rows it has changed. */
export function changeRows(file: string, statement: string, values: readonly string[]): number | bigint {
  const database = new DatabaseSync(file);
  const { changes } = database.prepare(statement).run(...values);
  database.close();
  return changes;
}

/** Which of the texts are in which files, as `file: text`; in UTF-8, anywhere in the file. */
export async function occurrencesOf(texts: readonly string[], folder: string): Promise<string[]> {
  const found: string[] = [];
  for (const file of await filesIn(folder)) {
    const bytes = await readFile(file);
    for (const text of texts) if (bytes.includes(text)) found.push(`${path.relative(folder, file)}: ${text}`);
  }
  return found.toSorted();
}
