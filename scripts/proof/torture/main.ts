/**
 * `npm run torture` kills the built Worker at random moments under load, and again while 200 auctions end within five
 * seconds. Its clients use only HTTP and WebSockets. It compares their records and D1 with the plain model.
 *
 *   --seed n         repeats the choices of an earlier run (times differ)
 *   --scale x        1 is the default, a few minutes; 0.1 is a quick look
 *   --only a,b       only these phases
 *   --port n         the port on which the runtime listens (8800)
 *   --report         writes the results into docs/results/reliability.md
 */
import { parseArgs } from "node:util";

import { writePage } from "../results.ts";
import type { TorturePhase } from "./context.ts";
import { kills } from "./phases/kills.ts";
import { storm } from "./phases/storm.ts";
import { runPhases } from "./run.ts";

const PHASES: readonly TorturePhase[] = [kills, storm];

const { values } = parseArgs({
  options: {
    seed: { type: "string" },
    scale: { type: "string", default: "1" },
    only: { type: "string" },
    port: { type: "string", default: "8800" },
    report: { type: "boolean", default: false },
  },
});
const only = values.only?.split(",");
const phases = PHASES.filter(({ name }) => !only || only.includes(name));
if (phases.length < (only?.length ?? 1)) {
  throw new Error(`--only takes names from ${PHASES.map(({ name }) => name).join(", ")}`);
}

const seed = Number(values.seed ?? Date.now() % 1_000_000);
const scale = Number(values.scale);
const checks = await runPhases({ port: Number(values.port), seed, scale }, phases);
const { passed, failed } = checks.count();
if (values.report) await writePage("reliability.md", checks.formatPage(`seed ${seed} and scale ${scale}`));
console.log(`\n${passed} passed, ${failed} failed`);
// A failed phase's open resources must not keep the process alive.
process.exit(failed > 0 || passed === 0 ? 1 : 0);
