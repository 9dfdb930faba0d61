/** The local D1 in a folder, read and changed without starting wrangler. */
import { readdirSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";

/** Opens the folder's database, which the migrations have created. A server may have it open, too. */
export function withLocalD1<Result>(folder: string, use: (database: DatabaseSync) => Result): Result {
  const databaseFolder = path.join(folder, "v3/d1/miniflare-D1DatabaseObject");
  // The simulator keeps a list of its databases beside them.
  const [file = ""] = readdirSync(databaseFolder).filter((name) => /^[0-9a-f]{64}\.sqlite$/.test(name));
  const database = new DatabaseSync(path.join(databaseFolder, file), { timeout: 5_000 });
  try {
    return use(database);
  } finally {
    database.close();
  }
}
