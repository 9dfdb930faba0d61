import { expect, it } from "vitest";

import { roundDown } from "./round-down.ts";

it.each([
  [0, 0],
  [1, 1],
  [99, 99],
  [99.99, 99],
  [100, 100],
  [109, 100],
  [119, 110],
  [999, 990],
  [1_000, 1_000],
  [1_234, 1_200],
  [25_678, 25_000],
  [1_000_000, 1_000_000],
  [123_456_789.99, 120_000_000],
])("the count %d is rounded down to %d", (count, rounded) => {
  expect(roundDown(count)).toBe(rounded);
});
