/** The runtime's own list of alarms, on disk: deleted while it is down, as if the platform had lost them. */
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";

/** Forgets every alarm of every object; answers with how many there were. */
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
