/** What `npm run torture` and `npm run soak` share: a built Worker, a seed that is printed, and a last line that counts. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";

import { Checks } from "./checks.ts";
import { House, OPEN_HOUSE } from "./house.ts";
import { build, KillableRuntime } from "./killable-runtime.ts";
import { writeReport } from "./report.ts";

export type Options = {
  readonly name: "torture" | "soak";
  readonly port: string;
  readonly seed?: string | undefined;
  readonly scale?: string;
  readonly json?: string | undefined;
  readonly report: boolean;
  readonly inspectorPort?: number;
};
type Phase = (title: string, run: () => Promise<void>) => Promise<void>;

/** Ends the process with 1 when anything has failed, or when nothing was shown. */
export async function underTorture(
  options: Options,
  work: (house: House, phase: Phase) => Promise<void>,
): Promise<void> {
  const { name, port, scale = "1", json, report, inspectorPort } = options;
  const seed = Number(options.seed ?? Date.now() % 1_000_000);
  console.log(`seed ${seed} (--seed ${seed} repeats the choices)`);
  const workspace = await mkdtemp(path.join(os.tmpdir(), "lotline-torture-"));
  const checks = new Checks();
  const runtime = new KillableRuntime({
    built: await build(workspace),
    port: Number(port),
    inspectorPort,
    stateDir: path.join(workspace, "state"),
  });
  const phase: Phase = async (title, run) => {
    const startedAt = Date.now();
    checks.begin(title);
    try {
      await run();
    } catch (error) {
      checks.holds("the phase comes to its end", false, error instanceof Error ? error.stack : String(error));
      console.error(runtime.output);
    }
    checks.end((Date.now() - startedAt) / 1_000);
  };
  try {
    await runtime.prepare(OPEN_HOUSE);
    await work(new House({ runtime, checks, seed, scale: Number(scale) }), phase);
  } finally {
    await runtime.stop();
    await rm(workspace, { recursive: true, force: true });
  }
  const { passed, failed } = checks.count();
  const run = {
    name,
    seed,
    scale: Number(scale),
    ranAt: new Date().toISOString(),
    passed,
    failed,
    shown: checks.shown,
  };
  if (json !== undefined) await writeFile(json, `${JSON.stringify(run, null, 2)}\n`);
  if (report) await writeReport(run);
  console.log(`\n${passed} passed, ${failed} failed`);
  // What a phase that failed left behind must not keep the process alive.
  process.exit(failed > 0 || passed === 0 ? 1 : 0);
}
