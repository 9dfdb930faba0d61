/**
 * A runtime in a process of its own, so that it can be killed whole: it starts the bundle that it is given, says so on
 * its output, and calls `scheduled` when it is told to on its input. It ends when that input does.
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
const runtime = await Runtime.start({ config: order.config, script, gzipBytes: 0 }, order);
if (order.migrations !== undefined) await runtime.migrate(order.migrations);
process.stdout.write(`ready ${runtime.pid}\n`);
for await (const line of createInterface({ input: process.stdin })) {
  // A minute that fails is made up for by the next one, as on the platform.
  if (line === "tick") await runtime.tick().catch((error: unknown) => process.stderr.write(`${String(error)}\n`));
}
await runtime.stop();
