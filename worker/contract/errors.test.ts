import { expect, it } from "vitest";

import { tooOften } from "./errors.ts";

const SECOND_MS = 1_000;
const HOUR_MS = 3_600 * SECOND_MS;

it.each([
  [1, 1, "1 second"],
  [9.2 * SECOND_MS, 10, "10 seconds"],
  [119 * SECOND_MS, 119, "119 seconds"],
  [120 * SECOND_MS, 120, "2 minutes"],
  [121 * SECOND_MS, 121, "3 minutes"],
  [HOUR_MS, 3_600, "60 minutes"],
  [2 * HOUR_MS, 7_200, "2 hours"],
  [23.1 * HOUR_MS, 83_160, "24 hours"],
])("the refusal of what comes too often says how long to wait, never less: %d ms", (waitMs, retryAfter, inWords) => {
  expect(tooOften(waitMs)).toEqual({ retryAfter, message: `Too many requests: try again in ${inWords}` });
});
