/**
 * A runtime in a separate process, so that it can be killed completely. It starts a bundle, prints `ready`, and calls
 * `scheduled` every minute, as the platform does. It ends when its input ends.
 */
import { once } from "node:events";
import { readFile } from "node:fs/promises";

import { Runtime } from "../bench/runtime.ts";

export type HostOptions = {
  readonly port: number;
  readonly stateDir: string;
  readonly config: string;
  readonly scriptFile: string;
  readonly vars: Readonly<Record<string, string>>;
  /** A folder of migrations to apply first. */
  readonly migrations?: string;
};

const MINUTE_MS = 60_000;

const options: HostOptions = JSON.parse(process.argv[2] ?? "{}");
const script = await readFile(options.scriptFile, "utf8");
const runtime = await Runtime.start({ config: options.config, script }, options);
if (options.migrations !== undefined) await runtime.migrate(options.migrations);
process.stdout.write("ready\n");
const tick = async () => {
  try {
    await runtime.tick();
  } catch (error) {
    // As on the platform, the next minute's call makes up for a failed one.
    process.stderr.write(`${String(error)}\n`);
  }
  scheduleNextTick();
};
const scheduleNextTick = () => void setTimeout(() => void tick(), MINUTE_MS - (Date.now() % MINUTE_MS)).unref();
scheduleNextTick();
await once(process.stdin.resume(), "end");
await runtime.stop();
