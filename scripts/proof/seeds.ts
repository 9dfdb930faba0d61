/**
 * The seeds of a random test. In `npm test` they're always the same, so that every version is tested with the same
 * choices. `npm run test:long` adds fresh seeds that no recent run has used. A failure's message contains its seed.
 */

/** Fresh seeds start above the fixed ones, and increase every second. They repeat after eleven days. */
const FIRST_FRESH_SEED = 1_000_000;
const SEED_SPACING = 1_000;

/** `firstSeed` is the value of LOTLINE_SEED. If it's set, the seeds start with it and none are fresh. */
export function seedsOf(
  count: number,
  { freshCount, firstSeed }: { readonly freshCount: number; readonly firstSeed: string },
): number[] {
  if (firstSeed !== "") return range(Number(firstSeed), count);
  return [...range(1, count - freshCount), ...range(freshSeed(), freshCount)];
}

export function freshSeed(): number {
  return FIRST_FRESH_SEED + (Math.floor(Date.now() / 1_000) % FIRST_FRESH_SEED) * SEED_SPACING;
}

function range(from: number, length: number): number[] {
  return Array.from({ length }, (_, index) => from + index);
}
