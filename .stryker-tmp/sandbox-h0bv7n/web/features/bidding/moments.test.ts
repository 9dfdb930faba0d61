// @ts-nocheck
import { describe, expect, it } from "vitest";

import { isClosingSoon, MARKS, marksPassed } from "./moments.ts";

const END = 1_800_000_000_000;
const DAY_MS = 86_400_000;

describe("closing soon", () => {
  it("is from 24 hours before the end until the end", () => {
    expect(isClosingSoon(END, END - DAY_MS - 1)).toBe(false);
    expect(isClosingSoon(END, END - DAY_MS)).toBe(true);
    expect(isClosingSoon(END, END - 1)).toBe(true);
    expect(isClosingSoon(END, END)).toBe(false);
  });
});

describe("the marks that are said aloud", () => {
  it("are 5 minutes, 1 minute and 10 seconds before the end", () => {
    expect(MARKS.map(({ says }) => says)).toEqual(["5 minutes left", "1 minute left", "10 seconds left"]);
    const passed = [300_001, 300_000, 60_001, 60_000, 10_001, 10_000, 1, 0];
    expect(passed.map((leftMs) => marksPassed(END, END - leftMs))).toEqual([0, 1, 1, 2, 2, 3, 3, 0]);
  });
});
