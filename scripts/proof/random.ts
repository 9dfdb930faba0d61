/** Choices drawn from a seed: the same seed makes the same choices. */
import { seededRandom } from "../seed/seeded-random.ts";

export class Random {
  /** In [0, 1). */
  readonly next: () => number;

  constructor(seed: number | string) {
    this.next = seededRandom(String(seed)).unit;
  }

  chance(probability: number): boolean {
    return probability > 0 && this.next() < probability;
  }

  /** From `least` up to, but not including, `most`. */
  between(least: number, most: number): number {
    return least + this.next() * (most - least);
  }

  /** A whole number from `least` to `most`, both included. */
  whole(least: number, most: number): number {
    return Math.floor(this.between(least, most + 1));
  }

  pick<Value>(values: readonly Value[]): Value {
    const value = values[this.whole(0, values.length - 1)];
    if (value === undefined) throw new Error("nothing to pick from");
    return value;
  }

  /** One of the named choices, each as often as its weight says. */
  weighted<Name extends string>(weights: Readonly<Record<Name, number>>): Name {
    const total = Object.values<number>(weights).reduce((sum, weight) => sum + weight, 0);
    let left = this.next() * total;
    for (const name in weights) {
      left -= weights[name];
      if (left < 0) return name;
    }
    throw new Error("weights without a choice");
  }
}
