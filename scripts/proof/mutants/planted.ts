/**
 * Mistakes that someone could make in the heart of the house, each as a change of its text. Every one must be caught
 * by some test; one that survives says which test is missing.
 */
import { AUDIENCE } from "./planted/audience.ts";
import { DELIVERY } from "./planted/delivery.ts";
import { LAW } from "./planted/law.ts";
import { READERS } from "./planted/readers.ts";
import { TURNS } from "./planted/turns.ts";

export type Planted = {
  readonly name: string;
  /** From the root of the tree. */
  readonly file: string;
  /** Each text stands exactly once in the file. */
  readonly changes: readonly (readonly [from: string, to: string])[];
};

export const PLANTED: readonly Planted[] = [...LAW, ...TURNS, ...DELIVERY, ...AUDIENCE, ...READERS];

/** The text of the file with the mistake in it; throws when the file has moved on and the mistake no longer fits. */
export function withMistake(text: string, { name, file, changes }: Planted): string {
  return changes.reduce((changed, [from, to]) => {
    if (changed.split(from).length !== 2) throw new Error(`"${name}" no longer fits ${file}: ${from}`);
    // A function, so that nothing in the new text is taken for a pattern.
    return changed.replace(from, () => to);
  }, text);
}
