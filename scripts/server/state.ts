/**
 * The local data of one server: a folder with D1, R2 and the Durable Objects. Two servers must never share a folder,
 * because each would have its own copy of every auction in memory. So a server writes a claim file into it.
 */
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

import { z } from "zod";

import { Problem } from "../command-line/problem.mjs";
import { LOCAL_ENV, ROOT, runTool, WRANGLER } from "../command-line/project.ts";

const MIGRATIONS = path.join(ROOT, "migrations");

/** Who claims a folder: our command's process, wrangler's once it runs, and the port. */
const stateHolder = z.object({ pid: z.number(), serverPid: z.number().optional(), port: z.number() });
type StateHolder = z.infer<typeof stateHolder>;

export type Claim = { readonly setServerPid: (serverPid: number) => void; readonly release: () => void };

/** Claims a folder for this process. Throws a Problem that identifies the process that already has it. */
export function claimState(folder: string, options: { readonly port: number; readonly command: string }): Claim {
  mkdirSync(folder, { recursive: true });
  requireUnclaimed(folder, options);
  const { port } = options;
  const file = claimFile(folder);
  const write = (me: StateHolder) => writeFileSync(file, JSON.stringify(me));
  write({ pid: process.pid, port });
  return {
    setServerPid: (serverPid) => write({ pid: process.pid, serverPid, port }),
    release: () => rmSync(file, { force: true }),
  };
}

/** Throws a Problem if a running server has claimed the folder. */
export function requireUnclaimed(folder: string, { port = 0, command }: { port?: number; command: string }): void {
  const other = readHolder(claimFile(folder));
  const hint = other && stopHint(other);
  if (!other || !hint) return;
  const ownPort = port === other.port || port === 0 ? other.port + 1 : port;
  throw new Problem(
    `http://localhost:${other.port} already uses this data, and a second server would lose bids.\n` +
      `Stop that one (${hint}), or give this one its own data:\n` +
      `  ${command} --port ${ownPort} --persist-to .wrangler/second`,
  );
}

/**
 * Applies new migrations to the folder's D1. Keeps a list of applied ones, so wrangler runs only if there are new ones.
 */
export async function migrate(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const appliedFile = path.join(folder, "applied-migrations.json");
  const expected = JSON.stringify(
    readdirSync(MIGRATIONS)
      .filter((name) => name.endsWith(".sql"))
      .toSorted(),
  );
  const hasData = existsSync(path.join(folder, "v3", "d1"));
  if (hasData && existsSync(appliedFile) && readFileSync(appliedFile, "utf8") === expected) return;
  await runTool(WRANGLER, ["d1", "migrations", "apply", "DB", "--local", "--persist-to", folder], LOCAL_ENV);
  writeFileSync(appliedFile, expected);
}

/**
 * Fills a folder the first time it's served. A new folder is filled under another name and moved into place once
 * complete, so an interrupted first start never leaves an incomplete one. A folder that already has data is filled in
 * place.
 */
export async function fillOnce(folder: string, fill: (folder: string) => Promise<void>): Promise<void> {
  const filledMarker = path.join(folder, "filled");
  if (existsSync(filledMarker)) return;
  if (existsSync(path.join(folder, "v3"))) await fill(folder);
  else {
    const temporaryFolder = path.join(folder, "filling");
    rmSync(temporaryFolder, { recursive: true, force: true });
    await migrate(temporaryFolder);
    await fill(temporaryFolder);
    renameSync(path.join(temporaryFolder, "v3"), path.join(folder, "v3"));
    rmSync(temporaryFolder, { recursive: true });
  }
  writeFileSync(filledMarker, "");
}

function claimFile(folder: string): string {
  return path.join(folder, "served-by.json");
}

function readHolder(file: string): StateHolder | null {
  try {
    return stateHolder.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    // There is no claim, or a crash left an incomplete one.
    return null;
  }
}

/** How to stop the process that holds a folder, or the server that outlived it. Null if both have exited. */
function stopHint({ pid, serverPid }: StateHolder): string | null {
  if (isAlive(pid) && isOurs(pid)) return `kill ${pid}`;
  return serverPid !== undefined && isAlive(-serverPid) ? `kill -9 -- -${serverPid}` : null;
}

/** Whether a process is running. For a negative number, any process in that group. */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** After a reboot, a process ID may belong to another program. */
function isOurs(pid: number): boolean {
  try {
    return /start|dev|test/.test(readFileSync(`/proc/${pid}/cmdline`, "utf8"));
  } catch {
    // This system has no /proc, so trust the process ID.
    return true;
  }
}
