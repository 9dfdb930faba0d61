/**
 * Bid increments: how much more than the current price the next bid must be. `flat` is the specification's rule
 * (one major unit); `tiered` is the table that large auction companies publish.
 */

export type IncrementScheme = "flat" | "tiered";

const FLAT_MINOR = 100;

/** [price below which the row applies, increment], both in minor units, ascending. */
const TIERS: readonly (readonly [belowMinor: number, incrementMinor: number])[] = [
  [100, 5],
  [500, 25],
  [2_500, 50],
  [10_000, 100],
  [25_000, 250],
  [50_000, 500],
  [100_000, 1_000],
  [250_000, 2_500],
  [500_000, 5_000],
];
const TOP_TIER_MINOR = 10_000;

/** The smallest raise over `priceMinor`, in minor units. */
export function incrementAt(scheme: IncrementScheme, priceMinor: number): number {
  if (scheme === "flat") return FLAT_MINOR;
  return TIERS.find(([belowMinor]) => priceMinor < belowMinor)?.[1] ?? TOP_TIER_MINOR;
}
