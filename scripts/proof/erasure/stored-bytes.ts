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

/** Which of the texts are in which files, as `file: text`; in UTF-8, anywhere in the file. */
export async function occurrencesOf(texts: readonly string[], folder: string): Promise<string[]> {
  const found: string[] = [];
  for (const file of await filesIn(folder)) {
    const bytes = await readFile(file);
    for (const text of texts) if (bytes.includes(text)) found.push(`${path.relative(folder, file)}: ${text}`);
  }
  return found.toSorted();
}
