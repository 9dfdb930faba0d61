/**
 * `npm run torture`: the built Worker under fire, for at most ten minutes unless it is asked for more. It speaks HTTP
 * and WebSocket only, kills the runtime, and holds all that it recorded against the pure law.
 *
 *   --seed n         repeats the choices of an earlier run (times differ)
 *   --scale x        1 is the default; 0.1 is a quick look, 6 an hour
 *   --only a,b       only these phases
 *   --port n         where the runtime listens (8800)
 *   --json file      writes what was shown
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";

import { Checks } from "./checks.ts";
import { House, OPEN_HOUSE } from "./house.ts";
import { build, KillableRuntime } from "./killable-runtime.ts";
import { cutSockets } from "./phases/cut-sockets.ts";
import { kills } from "./phases/kills.ts";
import { lockedD1 } from "./phases/locked-d1.ts";
import { lostAlarms } from "./phases/lost-alarms.ts";
import { overload } from "./phases/overload.ts";
import type { Phase } from "./phases/phase.ts";
import { storm } from "./phases/storm.ts";

const PHASES: readonly Phase[] = [kills, storm, lockedD1, lostAlarms, cutSockets, overload];

const { values } = parseArgs({
  options: {
    seed: { type: "string" },
    scale: { type: "string", default: "1" },
    only: { type: "string" },
    port: { type: "string", default: "8800" },
    json: { type: "string" },
  },
});
const only = values.only?.split(",");
const phases = PHASES.filter(({ name }) => !only || only.includes(name));
if (phases.length === 0) throw new Error(`--only takes names from ${PHASES.map(({ name }) => name).join(", ")}`);
const seed = Number(values.seed ?? Date.now() % 1_000_000);
console.log(`seed ${seed} (--seed ${seed} repeats the choices)`);

const workspace = await mkdtemp(path.join(os.tmpdir(), "lotline-torture-"));
const checks = new Checks();
const runtime = new KillableRuntime({
  built: await build(workspace),
  port: Number(values.port),
  stateDir: path.join(workspace, "state"),
});
try {
  await runtime.prepare(OPEN_HOUSE);
  const house = new House({ runtime, checks, seed, scale: Number(values.scale) });
  for (const phase of phases) {
    const startedAt = Date.now();
    checks.begin(phase.title);
    try {
      await phase.run(house);
    } catch (error) {
      checks.holds("the phase comes to its end", false, error instanceof Error ? error.stack : String(error));
      console.error(runtime.output);
    }
    checks.end((Date.now() - startedAt) / 1_000);
  }
} finally {
  await runtime.stop();
  await rm(workspace, { recursive: true, force: true });
}
const { passed, failed } = checks.count();
if (values.json !== undefined) await writeFile(values.json, JSON.stringify({ seed, shown: checks.shown }, null, 2));
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
