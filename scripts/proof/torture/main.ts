/**
 * `npm run torture`: puts the built Worker through kills, storms and overload, for at most ten minutes by default. It
 * uses only HTTP and WebSocket, kills the runtime, and compares everything that it recorded with the plain model.
 *
 *   --seed n         repeats the choices of an earlier run (times differ)
 *   --scale x        1 is the default; 0.1 is a quick look, 6 an hour
 *   --minutes n      no phase begins later than this (10, times the scale where that is more): it has failed
 *   --only a,b       only these phases
 *   --heap n         the most megabytes that the heap of an isolate may have; 128 on the platform, unlimited by default
 *   --port n         where the runtime listens (8800)
 *   --json file      writes what was shown
 *   --report         writes the figures into docs/results/reliability.md
 */
import { parseArgs } from "node:util";

import type { Phase } from "./context.ts";
import { cutSockets } from "./phases/cut-sockets.ts";
import { kills } from "./phases/kills.ts";
import { lockedD1 } from "./phases/locked-d1.ts";
import { lostAlarms } from "./phases/lost-alarms.ts";
import { overload } from "./phases/overload.ts";
import { storm } from "./phases/storm.ts";
import { runCommand } from "./run.ts";

const PHASES: readonly Phase[] = [kills, storm, lockedD1, lostAlarms, cutSockets, overload];

const { values } = parseArgs({
  options: {
    seed: { type: "string" },
    scale: { type: "string", default: "1" },
    minutes: { type: "string" },
    only: { type: "string" },
    heap: { type: "string" },
    port: { type: "string", default: "8800" },
    json: { type: "string" },
    report: { type: "boolean", default: false },
  },
});
const only = values.only?.split(",");
const phases = PHASES.filter(({ name }) => !only || only.includes(name));
if (phases.length < (only?.length ?? 1)) {
  throw new Error(`--only takes names from ${PHASES.map(({ name }) => name).join(", ")}`);
}

const MINUTE_MS = 60_000;
const withinMs = Number(values.minutes ?? 10 * Math.max(1, Number(values.scale))) * MINUTE_MS;

await runCommand({ name: "torture", ...values }, async (context, phase) => {
  const endAt = Date.now() + withinMs;
  for (const { title, run } of phases) {
    await phase(title, async () => {
      if (Date.now() > endAt) throw new Error(`the ${withinMs / MINUTE_MS} minutes are over before it began`);
      await run(context);
    });
  }
});
