/** Runs one simulation from its seed and judges it. Needs nothing but the seed, so a failing one can be repeated. */
import type { CatalogueFile } from "./catalogue.ts";
import { judge } from "./judge.ts";
import { OUTSIDE } from "./loop.ts";
import { type Outcome, play } from "./scenario.ts";
import { Simulation } from "./simulation.ts";
import { withVirtualGlobals } from "./virtual-globals.ts";

/** Ten times as many turns as the longest simulation takes: one that has not ended by then never will. */
const MAX_TURNS = 20_000;

export type Verdict = {
  readonly seed: number;
  readonly faults: readonly string[];
  readonly facts: number;
  readonly commands: number;
  readonly turns: number;
  /** The most calls that one event made. */
  readonly calls: number;
  readonly struck: ReadonlyMap<string, number>;
};

export async function simulate(
  seed: number,
  catalogue: CatalogueFile,
  trace?: (...words: unknown[]) => void,
): Promise<Verdict> {
  catalogue.empty();
  const simulation = new Simulation(seed, catalogue, trace);
  const { loop } = simulation;
  let outcome: Outcome | null = null;
  let failure = `after ${MAX_TURNS} turns`;
  await withVirtualGlobals(simulation, async () => {
    loop.after(0, OUTSIDE, () => {
      play(simulation).then(
        (result) => {
          outcome = result;
          loop.stop();
        },
        (error: unknown) => {
          failure = error instanceof Error ? (error.stack ?? error.message) : "for an unknown reason";
          loop.stop();
        },
      );
    });
    await loop.run(MAX_TURNS);
  });
  const faults = outcome ? judge(simulation, outcome) : [`the scenario did not end: ${failure}`];
  const facts = sumOf(simulation.rooms.values(), ({ storage }) => storage.journal().length);
  const commands = sumOf((outcome as Outcome | null)?.world.lots ?? [], ({ attempts }) => attempts.length);
  simulation.close();
  const { struck } = simulation.faults;
  for (const feature of simulation.features.names) struck.set(`with ${feature}`, 1);
  return { seed, faults, facts, commands, turns: loop.turns, calls: simulation.calls.most.calls, struck };
}

function sumOf<Value>(values: Iterable<Value>, count: (value: Value) => number): number {
  return Array.from(values).reduce((sum, value) => sum + count(value), 0);
}
