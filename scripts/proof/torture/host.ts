/**
 * A runtime in a process of its own, so that it can be killed whole: it starts the bundle that it is given, prints
 * `ready`, and reads orders from its input: `tick` calls `scheduled`, `collect` has the garbage of the Worker's isolate
 * collected and prints how many bytes are still held. It ends when that input does.
 */
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";

import { z } from "zod";

import { Inspector } from "../bench/inspector.ts";
import { Runtime } from "../bench/runtime.ts";

export type HostOrder = {
  readonly port: number;
  readonly stateDir: string;
  readonly config: string;
  readonly scriptFile: string;
  readonly vars: Readonly<Record<string, string>>;
  /** For `collect`. */
  readonly inspectorPort?: number;
  /** A folder of migrations to apply first. */
  readonly migrations?: string;
};

const order: HostOrder = JSON.parse(process.argv[2] ?? "{}");
const script = await readFile(order.scriptFile, "utf8");
const runtime = await Runtime.start({ config: order.config, script }, order);
if (order.migrations !== undefined) await runtime.migrate(order.migrations);
process.stdout.write(`ready ${runtime.pid}\n`);
for await (const line of createInterface({ input: process.stdin })) {
  try {
    if (line === "tick") await runtime.tick();
    if (line === "collect") process.stdout.write(`held ${await collect()}\n`);
  } catch (error) {
    // A minute that fails is made up for by the next one, as on the platform; a reading that fails is missing.
    process.stderr.write(`${String(error)}\n`);
  }
}
await runtime.stop();

async function collect(): Promise<number> {
  const inspector = await Inspector.open(await runtime.inspector());
  await inspector.ask("HeapProfiler.collectGarbage");
  const { usedSize } = z.object({ usedSize: z.number() }).parse(await inspector.ask("Runtime.getHeapUsage"));
  inspector.close();
  return usedSize;
}
