/** The runtime's own files on disk: D1 beside the running Worker, and the list of alarms while it is down. */
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";

import { catalogueFaults } from "../oracle/readers.ts";
import type { Replay } from "../oracle/replay.ts";

const D1_FOLDER = "d1/miniflare-D1DatabaseObject";

export function openD1File(stateDir: string, options: { readonly readOnly: boolean }): DatabaseSync {
  const folder = path.join(stateDir, D1_FOLDER);
  const files = readdirSync(folder).filter((name) => name.endsWith(".sqlite") && name !== "metadata.sqlite");
  const [file] = files;
  if (!file || files.length > 1) throw new Error(`one database was to be in ${folder}, not ${files.length}`);
  return new DatabaseSync(path.join(folder, file), { readOnly: options.readOnly, timeout: 5_000 });
}

/** Differences between D1's rows and the rooms' journals: none once everything has been delivered. */
export function d1Faults(stateDir: string, replays: readonly Replay[]): string[] {
  const db = openD1File(stateDir, { readOnly: true });
  try {
    return replays.flatMap((replay) => catalogueFaults((sql, ...values) => db.prepare(sql).all(...values), replay));
  } finally {
    db.close();
  }
}

/** Deletes every alarm of every object, as if the platform had lost them; returns how many there were. */
export function loseAlarms(stateDir: string): number {
  const folder = path.join(stateDir, "do");
  const stores = readdirSync(folder)
    .map((name) => path.join(folder, name, "metadata.sqlite"))
    .filter((file) => existsSync(file));
  let lost = 0;
  for (const file of stores) {
    const db = new DatabaseSync(file, { timeout: 5_000 });
    lost += Number(db.prepare("DELETE FROM _cf_ALARM").run().changes);
    db.close();
  }
  return lost;
}
