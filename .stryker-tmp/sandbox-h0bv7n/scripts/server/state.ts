/**
 * The local data of one server: a folder with D1, R2 and the Durable Objects. Never two servers on one folder (each
 * would hold its own copy of every auction), so whoever serves it leaves its name there.
 */
// @ts-nocheck

import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

import { z } from "zod";

import { Problem } from "./problem.mjs";
import { ROOT, runTool, WRANGLER } from "./project.ts";

const MIGRATIONS = path.join(ROOT, "migrations");

/** Who serves a folder: the process of our command, that of wrangler once it runs, and the port. */
const holder = z.object({ pid: z.number(), serverPid: z.number().optional(), port: z.number() });
type Holder = z.infer<typeof holder>;

export type Claim = { readonly serving: (serverPid: number) => void; readonly release: () => void };

/** Takes a folder for this process. Throws a Problem that names who has it already. */
export function claimState(folder: string, options: { readonly port: number; readonly command: string }): Claim {
  mkdirSync(folder, { recursive: true });
  demandUnclaimed(folder, options);
  const { port } = options;
  const note = noteIn(folder);
  const write = (me: Holder) => writeFileSync(note, JSON.stringify(me));
  write({ pid: process.pid, port });
  return {
    serving: (serverPid) => write({ pid: process.pid, serverPid, port }),
    release: () => rmSync(note, { force: true }),
  };
}

/** Throws a Problem when a living server has the folder. */
export function demandUnclaimed(folder: string, { port = 0, command }: { port?: number; command: string }): void {
  const other = readHolder(noteIn(folder));
  const stopper = other && howToStop(other);
  if (!other || !stopper) return;
  const ownPort = port === other.port || port === 0 ? other.port + 1 : port;
  throw new Problem(
    `These data are open already at http://localhost:${other.port}; a second server on them would lose bids.\n` +
      `Stop that one (${stopper}), or give this one its own data:\n` +
      `  ${command} --port ${ownPort} --persist-to .wrangler/second`,
  );
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

function noteIn(folder: string): string {
  return path.join(folder, "served-by.json");
}

function readHolder(note: string): Holder | null {
  try {
    return holder.parse(JSON.parse(readFileSync(note, "utf8")));
  } catch {
    // Nobody has it; or what is there was cut short by a crash, and its writer is gone.
    return null;
  }
}

/** What stops the holder of a folder, or null when it is gone: its command, or a server that outlived its command. */
function howToStop({ pid, serverPid }: Holder): string | null {
  if (lives(pid) && isOurs(pid)) return `kill ${pid}`;
  return serverPid !== undefined && lives(-serverPid) ? `kill -9 -- -${serverPid}` : null;
}

/** Whether a process lives, or with a negative number any process of that group. */
function lives(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** After a restart of the machine a number may be another program's. */
function isOurs(pid: number): boolean {
  try {
    return /start|dev|test/.test(readFileSync(`/proc/${pid}/cmdline`, "utf8"));
  } catch {
    // No /proc on this system: believe the number.
    return true;
  }
}
