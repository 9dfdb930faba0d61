/** Runs torture phases on a built Worker with empty state, for the kill test and `npm run torture`. */
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";

import { Checks } from "./checks.ts";
import { type TorturePhase, TortureContext, UNLIMITED_SETTINGS } from "./context.ts";
import { build, KillableRuntime } from "./killable-runtime.ts";

type TortureOptions = { readonly port: number; readonly seed: number; readonly scale: number };

export async function runPhases(
  { port, seed, scale }: TortureOptions,
  phases: readonly TorturePhase[],
): Promise<Checks> {
  console.log(`seed ${seed} (the same seed repeats the choices)`);
  const workspace = await mkdtemp(path.join(os.tmpdir(), "lotline-torture-"));
  const checks = new Checks();
  const built = await build(workspace);
  const runtime = new KillableRuntime({ built, port, stateDir: path.join(workspace, "state") });
  try {
    await runtime.prepare(UNLIMITED_SETTINGS);
    const context = new TortureContext({ runtime, checks, seed, scale });
    for (const { title, run } of phases) {
      const startedAt = Date.now();
      checks.begin(title);
      try {
        await run(context);
      } catch (error) {
        checks.check("the phase finishes", false, error instanceof Error ? error.stack : String(error));
        console.error(runtime.output);
      }
      checks.end((Date.now() - startedAt) / 1_000);
    }
  } finally {
    await runtime.kill();
    await rm(workspace, { recursive: true, force: true });
  }
  return checks;
}
