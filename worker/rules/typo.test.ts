import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { incrementAt, MAX_AMOUNT_MINOR } from "./money.ts";
import { looksLikeTypo } from "./typo.ts";

describe("a bid looks like a typo above five increments and twice the price", () => {
  it.each([
    // amount, price, minimum bid
    ["the minimum bid", 101_00, 100_00, 101_00, false],
    ["exactly twice the price", 200_00, 100_00, 101_00, false],
    ["a cent more than twice the price", 200_01, 100_00, 101_00, true],
    ["far above five increments, but below twice the price", 1_900_00, 1_000_00, 1_025_00, false],
    ["over twice a low price, with five increments", 7_00, 1_00, 2_00, false],
    ["over twice a low price, a cent above five increments", 7_01, 1_00, 2_00, true],
    ["a missing decimal point", 250_000_00, 2_399_00, 2_400_00, true],
    ["a first bid of the starting price", 100_00, null, 100_00, false],
    ["a first bid of exactly ten times the starting price", 1_000_00, null, 100_00, false],
    ["a first bid a cent above ten times the starting price", 1_000_01, null, 100_00, true],
  ])("looksLikeTypo returns $4 for $0", (_title, amountMinor, priceMinor, minNextMinor, expected) => {
    expect(looksLikeTypo(amountMinor, priceMinor, minNextMinor)).toBe(expected);
  });
});

describe("typos at any price with both kinds of increments", () => {
  const auction = fc
    .record({ priceMinor: fc.integer({ min: 1, max: MAX_AMOUNT_MINOR }), scheme: fc.constantFrom("flat", "tiered") })
    .map(({ priceMinor, scheme }) => ({ priceMinor, minNextMinor: priceMinor + incrementAt(scheme, priceMinor) }));
  const checkAnyPrice = (check: (numbers: { priceMinor: number; minNextMinor: number }, extra: number) => void) =>
    fc.assert(fc.property(auction, fc.integer({ min: 0, max: MAX_AMOUNT_MINOR }), check));

  it("the browser never asks to confirm up to five increments over the minimum bid", () => {
    checkAnyPrice(({ priceMinor, minNextMinor }, extra) => {
      const raises = extra % (5 * (minNextMinor - priceMinor) + 1);
      expect(looksLikeTypo(minNextMinor + raises, priceMinor, minNextMinor)).toBe(false);
    });
  });

  it("the browser always asks to confirm a bid with one digit too many", () => {
    checkAnyPrice(({ priceMinor, minNextMinor }) => {
      const isTypo = looksLikeTypo(10 * minNextMinor, priceMinor, minNextMinor);
      expect(isTypo).toBe(10 * minNextMinor > minNextMinor + 5 * (minNextMinor - priceMinor));
    });
  });

  it("if the browser asks to confirm a bid, it also asks for any higher bid", () => {
    checkAnyPrice(({ priceMinor, minNextMinor }, extra) => {
      const amount = priceMinor + (extra % (4 * minNextMinor));
      if (!looksLikeTypo(amount, priceMinor, minNextMinor)) return;
      expect(looksLikeTypo(amount + 1, priceMinor, minNextMinor)).toBe(true);
    });
  });
});
