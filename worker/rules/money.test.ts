import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { formatMoney, MAX_AMOUNT_MINOR, toMinorOrThrow, toMajor, toMinor } from "./money.ts";

describe("amounts in the API are major units with at most two decimals", () => {
  it.each([
    [0, 0],
    [0.01, 1],
    [100.1, 10_010],
    [0.29, 29],
    [1e3, 100_000],
    [1, 100],
    [1.1, 110],
    [8.29, 829],
    [117.5, 11_750],
    [1.005e3, 100_500],
    [19_999.99, 1_999_999],
    [999_999_999.99, MAX_AMOUNT_MINOR - 1],
    [1_000_000_000, MAX_AMOUNT_MINOR],
  ])("the amount %d in the API is %d minor units and converts back", (major, minor) => {
    expect(toMinor(major)).toBe(minor);
    expect(toMinorOrThrow(major)).toBe(minor);
    expect(toMajor(minor)).toBe(major);
  });

  it.each([
    ["not a number", Number.NaN],
    ["infinite", Number.POSITIVE_INFINITY],
    ["minus infinity", Number.NEGATIVE_INFINITY],
    ["negative", -1],
    ["a negative cent", -0.01],
    ["three decimals", 1.005],
    ["half a cent", 0.005],
    ["a product with a rounding error", 8.2 * 100],
    ["far above any amount", 1e21],
    ["a sum with a rounding error", 0.1 + 0.2],
    ["one cent above the largest amount", 1_000_000_000.01],
    ["far above the largest amount", 1e15],
    ["the largest double", Number.MAX_VALUE],
    ["the smallest double", Number.MIN_VALUE],
  ])("an amount is rejected: %s (%d)", (_why, major) => {
    expect(toMinor(major)).toBeNull();
    expect(() => toMinorOrThrow(major)).toThrow(new RangeError("not an amount of money"));
  });

  it("negative zero is read as zero", () => {
    expect(Object.is(toMinor(-0), 0)).toBe(true);
  });

  it("every number of minor units survives the conversion to the API and back", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: MAX_AMOUNT_MINOR }), (minor) => {
        const major: unknown = JSON.parse(JSON.stringify(toMajor(minor)));
        expect(major).toBe(Number((minor / 100).toFixed(2)));
        expect(toMinor(Number(major))).toBe(minor);
      }),
      { numRuns: 1_000 },
    );
  });

  it("any number converts to exactly its minor units or is rejected", () => {
    const amount = fc.integer({ min: 0, max: MAX_AMOUNT_MINOR }).map((minor) => minor / 100);
    fc.assert(
      fc.property(fc.oneof(fc.double(), amount), (major) => {
        const minor = toMinor(major);
        if (minor === null) return;
        expect(Number.isSafeInteger(minor)).toBe(true);
        expect(minor).toBeGreaterThanOrEqual(0);
        expect(minor).toBeLessThanOrEqual(MAX_AMOUNT_MINOR);
        expect(minor / 100 === major).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe("amounts as people write them", () => {
  it.each([
    [0, "USD", "$0"],
    [100, "USD", "$1"],
    [11_750, "USD", "$117.50"],
    [125_000, "USD", "$1,250"],
    [5, "USD", "$0.05"],
    [100_000_00, "INR", "₹100,000"],
    [MAX_AMOUNT_MINOR, "USD", "$1,000,000,000"],
  ])("the amount %d in minor units of %s is written as %s", (minor, currency, text) => {
    expect(formatMoney(minor, currency)).toBe(text);
  });

  it("rupees are grouped the Indian way for an Indian reader", () => {
    expect(formatMoney(25_000_000_00, "INR", "en-IN")).toBe("₹2,50,00,000");
  });
});
