import { expect, it } from "vitest";

import { softCloseWindowOf } from "./soft-close.ts";

const MINUTE_MS = 60_000;
const CREATED_AT = Date.parse("2030-11-20T10:00:00.000Z");
const atMinute = (minute: number) => new Date(CREATED_AT + minute * MINUTE_MS).toISOString();

it.each<[string, { softCloseMs: number; start?: number; end: number }, number]>([
  ["two minutes of an hour", { softCloseMs: 2 * MINUTE_MS, end: 60 }, 2 * MINUTE_MS],
  ["a tenth of ten minutes", { softCloseMs: 2 * MINUTE_MS, end: 10 }, MINUTE_MS],
  ["a tenth of the time since a later start", { softCloseMs: 2 * MINUTE_MS, start: 50, end: 60 }, MINUTE_MS],
  ["nothing without a soft close", { softCloseMs: 0, end: 60 }, 0],
])("an item's page computes the room's soft-close window: %s", (_what, { softCloseMs, start, end }, expected) => {
  const window = softCloseWindowOf({
    terms: { increments: "flat", softCloseMs },
    createdAt: atMinute(0),
    ...(start === undefined ? {} : { startsAt: atMinute(start) }),
    scheduledEndTime: atMinute(end),
  });
  expect(window).toBe(expected);
});
