/** Reads D1's own file while the Worker runs. */
import { readdirSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";

import { type D1Query, databaseFaults, dealFaults } from "../oracle/projections.ts";
import type { Replay } from "../oracle/replay.ts";

const D1_FOLDER = "d1/miniflare-D1DatabaseObject";

/**
 * Lists the differences between D1's rows, including deals, and the rooms' journals. There are none once everything has
 * been delivered.
 */
export function d1Faults(stateDir: string, replays: readonly Replay[]): string[] {
  const folder = path.join(stateDir, D1_FOLDER);
  const files = readdirSync(folder).filter((name) => name.endsWith(".sqlite") && name !== "metadata.sqlite");
  const [file] = files;
  if (!file || files.length > 1) throw new Error(`one database was to be in ${folder}, not ${files.length}`);
  const db = new DatabaseSync(path.join(folder, file), { readOnly: true, timeout: 5_000 });
  try {
    const query: D1Query = (sql, ...values) => db.prepare(sql).all(...values);
    return replays.flatMap((replay) => [...databaseFaults(query, replay), ...dealFaults(query, replay)]);
  } finally {
    db.close();
  }
}
