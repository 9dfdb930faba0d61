/**
 * A runtime in a separate process, so that it can be killed completely. It starts a bundle, prints `ready`, and calls
 * `scheduled` for each line that it reads. It ends when its input ends.
 */
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";

import { Runtime } from "../bench/runtime.ts";

export type HostOrder = {
  readonly port: number;
  readonly stateDir: string;
  readonly config: string;
  readonly scriptFile: string;
  readonly vars: Readonly<Record<string, string>>;
  /** A folder of migrations to apply first. */
  readonly migrations?: string;
};

const order: HostOrder = JSON.parse(process.argv[2] ?? "{}");
const script = await readFile(order.scriptFile, "utf8");
const runtime = await Runtime.start({ config: order.config, script }, order);
if (order.migrations !== undefined) await runtime.migrate(order.migrations);
process.stdout.write("ready\n");
const minutes = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
while (!(await minutes.next()).done) {
  try {
    await runtime.tick();
  } catch (error) {
    // As on the platform, the next minute's call makes up for a failed one.
    process.stderr.write(`${String(error)}\n`);
  }
}
await runtime.stop();
