import { MINOR_PER_MAJOR } from "../../worker/rules/money.ts";

const POWERS = [1, 10, 100, 1_000, 10_000, 100_000];
const ROUND_AMOUNTS = POWERS.flatMap((power) => [power, 2.5 * power, 5 * power]).filter(Number.isInteger);

/** The largest round sum not above `minor`: 1, 5, 10, 25, 50 … of the major unit, and at least 1. In minor units. */
export function roundAmount(minor: number): number {
  return (ROUND_AMOUNTS.findLast((sum) => sum * MINOR_PER_MAJOR <= minor) ?? 1) * MINOR_PER_MAJOR;
}
