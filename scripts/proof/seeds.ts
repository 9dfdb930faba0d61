/**
 * The seeds of a random test. With `npm test` they are the same every time, so that all versions are tested with the
 * same choices. `npm run test:long` adds fresh ones, which no earlier run had. A failure's message names its seed.
 */

/** Fresh seeds start beyond those of every run, and further on each second. They repeat after eleven days. */
const FRESH_FROM = 1_000_000;
const APART = 1_000;

/** `repeat` is LOTLINE_SEED if it is set. It is then the first of the seeds, and none is fresh. */
export function seedsOf(
  count: number,
  { fresh, repeat }: { readonly fresh: number; readonly repeat: string },
): number[] {
  if (repeat !== "") return range(Number(repeat), count);
  return [...range(1, count - fresh), ...range(freshSeed(), fresh)];
}

export function freshSeed(): number {
  return FRESH_FROM + (Math.floor(Date.now() / 1_000) % FRESH_FROM) * APART;
}

function range(from: number, length: number): number[] {
  return Array.from({ length }, (_, index) => from + index);
}
