/**
 * What a thief of the disk would find: every byte of every file that a stopped runtime has left. SQLite writes into a
 * log beside each database first and takes it over later; what it has taken over is what counts, free pages included.
 */
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
}

/** Takes over what stands in the logs beside the databases, as the next start of the runtime would. */
export async function takeOverLogs(folder: string): Promise<number> {
  const databases = (await filesIn(folder)).filter((file) => file.endsWith(".sqlite"));
  for (const file of databases) {
    const database = new DatabaseSync(file);
    database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    database.close();
  }
  return databases.length;
}

/** Which of the texts stand in which files, as `file: text`; in UTF-8, wherever in the file. */
export async function tracesOf(texts: readonly string[], folder: string): Promise<string[]> {
  const found: string[] = [];
  for (const file of await filesIn(folder)) {
    const bytes = await readFile(file);
    for (const text of texts) if (bytes.includes(text)) found.push(`${path.relative(folder, file)}: ${text}`);
  }
  return found.toSorted();
}
