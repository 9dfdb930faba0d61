import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { MAX_AMOUNT_MINOR, toMajor } from "../../worker/rules/money.ts";
import { amountText, readAmount } from "./typed-amount.ts";

const read = (typed: string, locale = "en-US", currency = "USD") => {
  const found = readAmount(typed, currency, locale);
  return found.kind === "amount" ? toMajor(found.minor) : found.kind === "unclear" ? found.problem : "nothing";
};

describe("an amount that can be read in only one way is understood in every language", () => {
  it.each([
    ["121", 121],
    ["0.5", 0.5],
    [".50", 0.5],
    ["1,5", 1.5],
    ["1.5", 1.5],
    ["2500,00", 2500],
    ["2500.00", 2500],
    ["1,234.50", 1234.5],
    ["1.234,50", 1234.5],
    ["1 234", 1234],
    ["1\u00a0234,5", 1234.5],
    ["1\u202f234.50", 1234.5],
    ["1'234.50", 1234.5],
    ["1’234", 1234],
    ["1,234,567", 1_234_567],
    ["1.234.567,89", 1_234_567.89],
    ["12,34,567.50", 1_234_567.5],
    ["  $1,234.50 ", 1234.5],
    ["1 234,50 $", 1234.5],
    ["US$ 1.234,50", 1234.5],
    ["1 234,50 $US", 1234.5],
    ["usd 500", 500],
    ["1٬234٫50", 1234.5],
    ["١٬٢٣٤٫٥٠", 1234.5],
    ["１２３４．５", 1234.5],
    ["1000000000", 1_000_000_000],
  ])("%s is %d", (typed, amount) => {
    for (const locale of LOCALES) expect(read(typed, locale)).toBe(amount);
  });
});

describe("one separator before three digits separates thousands, and if it is the reader's decimal mark, the field asks", () => {
  it.each([
    ["1,234", "en-US", 1234],
    ["1.234", "de-DE", 1234],
    ["1.234", "en-US", "Did you mean $1,234? Then enter 1234"],
    ["3.000", "en-IN", "Did you mean $3,000? Then enter 3000"],
    ["1,234", "de-DE", "Did you mean 1.234 $? Then enter 1234"],
  ])("%s in %s: %s", (typed, locale, expected) => {
    const found = read(typed, locale);
    expect(typeof found === "string" ? found.replaceAll("\u00a0", " ") : found).toBe(expected);
  });
});

describe("a text that is not an amount is refused with a sentence", () => {
  const NOT_DIGITS = "Enter the amount in digits, with at most two decimals";
  const OTHER = "Enter an amount in USD, in digits";
  it.each([
    ["", "nothing"],
    ["  \u200e", "nothing"],
    ["abc", NOT_DIGITS],
    ["1e5", NOT_DIGITS],
    ["0.123", NOT_DIGITS],
    ["1234.567", NOT_DIGITS],
    ["1,234.567", NOT_DIGITS],
    ["1 23", NOT_DIGITS],
    ["1.2.3", NOT_DIGITS],
    ["1,23,45", NOT_DIGITS],
    ["12²", OTHER],
    ["-3", OTHER],
    ["€500", OTHER],
    ["500 CA$", OTHER],
    ["5k", OTHER],
    ["1000000000.01", "Enter at most $1,000,000,000"],
    ["9".repeat(400), "Enter at most $1,000,000,000"],
  ])("%s: %s", (typed, problem) => {
    expect(read(typed)).toBe(problem);
  });
});

const LOCALES = ["en-US", "de-DE", "fr-FR", "de-CH", "en-IN", "pt-BR", "sv-SE", "pl-PL", "ja-JP", "ar-EG"] as const;
const CURRENCIES = ["USD", "EUR", "INR", "GBP", "CHF", "SEK"] as const;
/** Mostly of the size of a bid: a uniform choice would nearly always have nine digits. */
const minors = fc.oneof(
  fc.integer({ min: 0, max: 10_000_00 }),
  fc.integer({ min: 0, max: 10_000 }).map((major) => major * 100),
  fc.integer({ min: 0, max: MAX_AMOUNT_MINOR }),
);
const printed = fc
  .record({
    minor: minors,
    locale: fc.constantFrom(...LOCALES),
    currency: fc.constantFrom(...CURRENCIES),
    style: fc.constantFrom("decimal", "symbol", "narrowSymbol", "code"),
    // A whole amount may carry decimals or not.
    cents: fc.boolean(),
  })
  .map(({ minor, locale, currency, style, cents }) => {
    const decimals = cents || minor % 100 !== 0 ? 2 : 0;
    const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
    const look = style === "decimal" ? {} : ({ style: "currency", currency, currencyDisplay: style } as const);
    return {
      minor,
      locale,
      currency,
      text: new Intl.NumberFormat(locale, { ...digits, ...look }).format(toMajor(minor)),
    };
  });

describe("amounts that Intl.NumberFormat prints", () => {
  it("are read back by a reader of the same language", () => {
    fc.assert(
      fc.property(printed, ({ minor, locale, currency, text }) => {
        expect(readAmount(text, currency, locale)).toEqual({ kind: "amount", minor });
      }),
      { numRuns: 2_000 },
    );
  });

  it("are never read as another amount by a reader of another language", () => {
    fc.assert(
      fc.property(printed, fc.constantFrom(...LOCALES), ({ minor, currency, text }, reader) => {
        const found = readAmount(text, currency, reader);
        const asks = found.kind === "unclear" && /^(Did you mean|Enter an amount)/.test(found.problem);
        expect(asks || (found.kind === "amount" && found.minor === minor)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it("are read back from the text that a field starts with, in every language", () => {
    fc.assert(
      fc.property(minors, fc.constantFrom(...LOCALES), (minor, locale) => {
        expect(readAmount(amountText(toMajor(minor), locale), "USD", locale)).toEqual({ kind: "amount", minor });
      }),
    );
  });
});
