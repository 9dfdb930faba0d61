/** Lives one life from its seed and judges it. Needs nothing but the seed, so a failing one can be lived again. */
// @ts-nocheck

import type { CatalogueFile } from "./catalogue.ts";
import { judge } from "./judge.ts";
import { Life } from "./life.ts";
import { type Told, tell } from "./story.ts";
import { withVirtualGlobals } from "./virtual-globals.ts";

/** Longer than any life: what has not ended by then hangs. */
const FOREVER_MS = 400 * 86_400_000;

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
  let error: unknown = null;
  await withVirtualGlobals(loop, network, async () => {
    const end = loop.now + FOREVER_MS;
    const telling = tell(life).then(
      (outcome) => {
        told = outcome;
        loop.stop();
      },
      (reason: unknown) => {
        error = reason;
        loop.stop();
      },
    );
    // The story begins in the loop's first turn.
    await loop.runUntil(end);
    if (told || error) await telling;
  });
  const faults = told ? judge(life, told) : [`the story did not end: ${String(error)}`];
  const facts = room.storage.journal().length;
  const commands = (told as Told | null)?.crowd.attempts.length ?? 0;
  life.close();
  return { seed, faults, facts, commands, turns: loop.turns, struck: life.faults.struck };
}
