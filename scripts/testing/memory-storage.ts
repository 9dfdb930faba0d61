/**
 * Lets tests keep their storage in memory. Rooms, inboxes and D1 wait until every write is on the disk, which takes
 * most of a test's time when several processes use one disk. A runtime that a test kills loses nothing that it has
 * written.
 */
import { existsSync, statfsSync } from "node:fs";

/** Linux has a file system in memory here. In a container it may be tiny. */
const MEMORY_FOLDER = "/dev/shm";
/** Several times what the tests of two processes store. */
const MIN_FREE_BYTES = 2 * 1_024 ** 3;

/**
 * From now on, this process and those that it starts use memory for temporary files, unless TMPDIR is already set.
 */
export function storeInMemory(): void {
  if (process.env["TMPDIR"] !== undefined || !existsSync(MEMORY_FOLDER)) return;
  const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
  if (bavail * bsize >= MIN_FREE_BYTES) process.env["TMPDIR"] = MEMORY_FOLDER;
}
