// @ts-nocheck
import { expect, it } from "vitest";

import { fullTimeLeft, shortTimeLeft, timeLeft } from "./time-left.ts";

const HOUR_MS = 3_600_000;

it("days show only when above zero; hours, minutes and seconds always", () => {
  expect(fullTimeLeft(26 * HOUR_MS + 61_000)).toBe("1d 02h 01m 01s");
  expect(fullTimeLeft(61_000)).toBe("00h 01m 01s");
});

it("everything is zero once it is over", () => {
  expect(timeLeft(-5)).toEqual({ days: 0, hours: 0, minutes: 0, seconds: 0 });
  expect(fullTimeLeft(0)).toBe("00h 00m 00s");
});

it("a second that has begun still counts, so zero is shown only when it is over", () => {
  expect(fullTimeLeft(1)).toBe("00h 00m 01s");
});

it.each([
  [50 * HOUR_MS, "2d 2h"],
  [2 * HOUR_MS + 60_000, "2h 1m"],
  [65_000, "1m 05s"],
  [9_000, "9s"],
])("%i ms is in short %s", (durationMs, text) => {
  expect(shortTimeLeft(durationMs)).toBe(text);
});
