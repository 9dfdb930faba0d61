import { expect, it } from "vitest";

import { clockText, durationText, fullTimeLeft, shortTimeLeft, timeLeft } from "./time-left.ts";

const HOUR_MS = 3_600_000;

it("the time left always shows hours, minutes and seconds, but days only if needed", () => {
  expect(fullTimeLeft(26 * HOUR_MS + 61_000)).toBe("1d 02h 01m 01s");
  expect(fullTimeLeft(61_000)).toBe("00h 01m 01s");
});

it("the time left is zero after the end", () => {
  expect(timeLeft(-5)).toEqual({ days: 0, hours: 0, minutes: 0, seconds: 0 });
  expect(fullTimeLeft(0)).toBe("00h 00m 00s");
});

it("the time left rounds seconds up, so it shows zero only after the end", () => {
  expect(fullTimeLeft(1)).toBe("00h 00m 01s");
});

it.each([
  [50 * HOUR_MS, "2d 2h"],
  [2 * HOUR_MS + 60_000, "2h 1m"],
  [65_000, "1m 05s"],
  [9_000, "9s"],
])("%i ms in short form is %s", (durationMs, text) => {
  expect(shortTimeLeft(durationMs)).toBe(text);
});

it.each([
  [120_000, "2:00"],
  [61_001, "1:02"],
  [9_000, "0:09"],
  [1, "0:01"],
  [0, "0:00"],
  [-2_000, "0:00"],
])("%i ms on a clock is %s", (durationMs, text) => {
  expect(clockText(durationMs)).toBe(text);
});

it.each([
  [120_000, "2 minutes"],
  [60_000, "1 minute"],
  [90_000, "90 seconds"],
  [6_400, "6 seconds"],
  [400, "1 second"],
])("%i ms in words is %s", (durationMs, text) => {
  expect(durationText(durationMs)).toBe(text);
});
