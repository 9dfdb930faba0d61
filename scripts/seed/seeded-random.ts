/**
 * A small random generator (mulberry32) that is seeded with a text, so that the seeded marketplace is the same on every
 * machine.
 */
export type Random = {
  /** From 0 up to, but not including, 1. */
  readonly unit: () => number;
  readonly between: (low: number, high: number) => number;
  readonly whole: (low: number, high: number) => number;
  readonly pick: <T>(items: readonly [T, ...T[]]) => T;
};

export function seededRandom(key: string): Random {
  let state = hash(key);
  const unit = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (low: number, high: number) => low + unit() * (high - low);
  const whole = (low: number, high: number) => Math.floor(between(low, high + 1));
  return { unit, between, whole, pick: (items) => items[whole(0, items.length - 1)] ?? items[0] };
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let sum = 0x811c9dc5;
  for (const character of text) sum = Math.imul(sum ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return sum >>> 0;
}
