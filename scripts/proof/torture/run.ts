/** Shared by the kill test, `npm run torture` and `npm run soak`: a built Worker on an empty state, and a seed. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";

import { Checks } from "./checks.ts";
import { TortureContext, WITHOUT_LIMITS } from "./context.ts";
import { build, KillableRuntime } from "./killable-runtime.ts";
import { type Run, writeReport } from "./report.ts";

type Options = {
  readonly port: number;
  readonly seed: number;
  readonly scale: number;
  readonly inspectorPort?: number | undefined;
  /** The most megabytes on the heap of an isolate. */
  readonly heapMb?: number | undefined;
};
type RunPhase = (title: string, run: () => Promise<void>) => Promise<void>;

/** Runs phases on one runtime; answers with what they have shown. */
export async function withRuntime(
  { port, inspectorPort, heapMb, seed, scale }: Options,
  work: (context: TortureContext, phase: RunPhase) => Promise<void>,
): Promise<Checks> {
  console.log(`seed ${seed} (the same seed repeats the choices)`);
  const workspace = await mkdtemp(path.join(os.tmpdir(), "lotline-torture-"));
  const checks = new Checks();
  const built = await build(workspace);
  const runtime = new KillableRuntime({ built, port, inspectorPort, heapMb, stateDir: path.join(workspace, "state") });
  const phase: RunPhase = async (title, run) => {
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
    await runtime.prepare(WITHOUT_LIMITS);
    await work(new TortureContext({ runtime, checks, seed, scale }), phase);
  } finally {
    await runtime.stop();
    await rm(workspace, { recursive: true, force: true });
  }
  return checks;
}

type Command = {
  readonly name: Run["name"];
  readonly port: string;
  readonly seed?: string | undefined;
  readonly scale?: string;
  readonly json?: string | undefined;
  readonly heap?: string | undefined;
  readonly report: boolean;
  readonly inspectorPort?: number;
};

/** A run from the command line: ends the process with 1 when anything has failed, or when nothing was shown. */
export async function runCommand(
  command: Command,
  work: (context: TortureContext, phase: RunPhase) => Promise<void>,
): Promise<void> {
  const { name, json, heap, report, inspectorPort } = command;
  const heapMb = heap === undefined ? undefined : Number(heap);
  const seed = Number(command.seed ?? Date.now() % 1_000_000);
  const scale = Number(command.scale ?? 1);
  const checks = await withRuntime({ port: Number(command.port), seed, scale, inspectorPort, heapMb }, work);
  const { passed, failed } = checks.count();
  const run = { name, seed, scale, ranAt: new Date().toISOString(), passed, failed, shown: checks.shown };
  if (json !== undefined) await writeFile(json, `${JSON.stringify(run, null, 2)}\n`);
  if (report) await writeReport(run);
  console.log(`\n${passed} passed, ${failed} failed`);
  // Resources of a failed phase must not keep the process alive.
  process.exit(failed > 0 || passed === 0 ? 1 : 0);
}
