/**
 * The local data of one server: a folder with D1, R2 and the Durable Objects. Never two servers on one folder (each
 * would hold its own copy of every auction), so whoever serves it leaves its name there.
 */
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

import { z } from "zod";

import { Problem, ROOT, runTool, WRANGLER } from "./project.ts";

const MIGRATIONS = path.join(ROOT, "migrations");

/** Who serves a folder: the process of our command, that of wrangler once it runs, and the port. */
const holder = z.object({ pid: z.number(), serverPid: z.number().optional(), port: z.number() });
type Holder = z.infer<typeof holder>;

export type Claim = { readonly serving: (serverPid: number) => void; readonly release: () => void };

/** Takes a folder for this process. Throws a Problem that names who has it already. */
export function claimState(folder: string, port: number): Claim {
  mkdirSync(folder, { recursive: true });
  const note = path.join(folder, "served-by.json");
  const other = readHolder(note);
  const alive = [other?.pid, other?.serverPid].find((pid) => pid !== undefined && isOurs(pid));
  if (other && alive !== undefined) {
    throw new Problem(
      `The data in ${folder} are being served already, at http://localhost:${other.port} (process ${alive}).\n` +
        `Stop that one first (kill ${alive}), or give this one its own data:\n` +
        `  npm start -- --port ${port === other.port ? port + 1 : port} --persist-to .wrangler/second`,
    );
  }
  const write = (me: Holder) => writeFileSync(note, JSON.stringify(me));
  write({ pid: process.pid, port });
  return {
    serving: (serverPid) => write({ pid: process.pid, serverPid, port }),
    release: () => rmSync(note, { force: true }),
  };
}

/** Applies the migrations that the folder's D1 has not seen. A list beside the data spares the tool when there is none. */
export async function migrate(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const applied = path.join(folder, "migrations.json");
  const wanted = JSON.stringify(
    readdirSync(MIGRATIONS)
      .filter((name) => name.endsWith(".sql"))
      .toSorted(),
  );
  const hasData = existsSync(path.join(folder, "v3", "d1"));
  if (hasData && existsSync(applied) && readFileSync(applied, "utf8") === wanted) return;
  await runTool(WRANGLER, ["d1", "migrations", "apply", "DB", "--local", "--persist-to", folder]);
  writeFileSync(applied, wanted);
}

/**
 * Fills a folder once, the first time that it is served. A new folder is filled aside and moved into place when it is
 * complete, so that an interrupted first start leaves nothing half-filled behind.
 */
export async function fillOnce(folder: string, fill: (folder: string) => Promise<void>): Promise<void> {
  const filled = path.join(folder, "filled");
  if (existsSync(filled)) return;
  if (existsSync(path.join(folder, "v3"))) await fill(folder);
  else {
    const aside = path.join(folder, "filling");
    rmSync(aside, { recursive: true, force: true });
    await migrate(aside);
    await fill(aside);
    renameSync(path.join(aside, "v3"), path.join(folder, "v3"));
    rmSync(aside, { recursive: true });
  }
  writeFileSync(filled, "");
}

function readHolder(note: string): Holder | null {
  try {
    return holder.parse(JSON.parse(readFileSync(note, "utf8")));
  } catch {
    // Nobody has it; or what is there was cut short by a crash, and its writer is gone.
    return null;
  }
}

/** Whether a process lives and is one of ours: after a restart of the machine its number may be another program's. */
function isOurs(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  try {
    return /wrangler|start|dev|test|vitest/.test(readFileSync(`/proc/${pid}/cmdline`, "utf8"));
  } catch {
    // No /proc on this system: believe the number.
    return true;
  }
}
