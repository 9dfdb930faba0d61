/** Runs one simulation from its seed and judges it. Needs nothing but the seed, so a failing one can be repeated. */
import type { CatalogueFile } from "./catalogue.ts";
import { judge } from "./judge.ts";
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
  readonly struck: ReadonlyMap<string, number>;
};

export async function simulate(
  seed: number,
  catalogue: CatalogueFile,
  trace?: (...words: unknown[]) => void,
): Promise<Verdict> {
  catalogue.empty();
  const simulation = new Simulation(seed, catalogue, trace);
  const { loop, network, room } = simulation;
  let outcome: Outcome | null = null;
  let failure = `after ${MAX_TURNS} turns`;
  await withVirtualGlobals(loop, network, async () => {
    const playing = play(simulation).then(
      (result) => {
        outcome = result;
        loop.stop();
      },
      (error: unknown) => {
        failure = error instanceof Error ? (error.stack ?? error.message) : "for an unknown reason";
        loop.stop();
      },
    );
    // The scenario begins in the loop's first turn.
    await loop.run(MAX_TURNS);
    if (loop.stopped) await playing;
  });
  const faults = outcome ? judge(simulation, outcome) : [`the scenario did not end: ${failure}`];
  const facts = room.storage.journal().length;
  const commands = (outcome as Outcome | null)?.users.attempts.length ?? 0;
  simulation.close();
  return { seed, faults, facts, commands, turns: loop.turns, struck: simulation.faults.struck };
}
