/** Lives one life from its seed and judges it. Needs nothing but the seed, so a failing one can be lived again. */
import type { CatalogueFile } from "./catalogue.ts";
import { judge } from "./judge.ts";
import { Life } from "./life.ts";
import { type Told, tell } from "./story.ts";
import { withVirtualGlobals } from "./virtual-globals.ts";

/** Ten times as many turns as the longest life takes: one that has not ended by then never will. */
const MOST_TURNS = 20_000;

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
  const life = new Life(seed, catalogue, trace);
  const { loop, network, room } = life;
  let told: Told | null = null;
  let failure = "after so many turns";
  await withVirtualGlobals(loop, network, async () => {
    const telling = tell(life).then(
      (outcome) => {
        told = outcome;
        loop.stop();
      },
      (error: unknown) => {
        failure = error instanceof Error ? (error.stack ?? error.message) : "for an unknown reason";
        loop.stop();
      },
    );
    // The story begins in the loop's first turn.
    await loop.run(MOST_TURNS);
    if (loop.stopped) await telling;
  });
  const faults = told ? judge(life, told) : [`the story did not end: ${failure}`];
  const facts = room.storage.journal().length;
  const commands = (told as Told | null)?.crowd.attempts.length ?? 0;
  life.close();
  return { seed, faults, facts, commands, turns: loop.turns, struck: life.faults.struck };
}
