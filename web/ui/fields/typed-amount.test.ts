import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { formatMoney, MAX_AMOUNT_MINOR, toMajor } from "../../../worker/rules/money.ts";
import { usableLocale } from "../reader-locale.ts";
import { amountText, readAmount } from "./typed-amount.ts";

const read = (typed: string, locale = "en-US", currency = "USD") => {
  const found = readAmount(typed, currency, locale);
  return found.kind === "amount" ? toMajor(found.minor) : found.kind === "unclear" ? found.problem : "empty";
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
    ["+121", 121],
    ["121.", 121],
    ["121,", 121],
    ["121, $", 121],
    ["\u200b121\u200b\ufeff", 121],
    ["\u200f121\u200e\u00a0", 121],
    ["1\u2009234,50", 1234.5],
    ["1ʼ234.50", 1234.5],
    ["1＇234．50", 1234.5],
    ["1'500.–", 1500],
    ["1’500.-", 1500],
    ["1'500.—", 1500],
    ["1500,-", 1500],
    ["1.500,–", 1500],
    ["1500,--", 1500],
    ["1500:-", 1500],
    ["1500/-", 1500],
    ["1,50,000/-", 150_000],
    ["1,50,000.50/=", 150_000.5],
    ["1500、50", 1500.5],
    ["$.50", 0.5],
    ["US-$ 500", 500],
    ["500 US dollars", 500],
    ["500 dollars", 500],
    ["1 dollar", 1],
    ["USD500", 500],
  ])("the field reads %s as %d in every language", (typed, amount) => {
    for (const locale of LOCALES) expect(read(typed, locale)).toBe(amount);
  });
});

describe("an amount is understood as people write it where its currency is used", () => {
  it.each([
    ["1'500.–", "CHF", "de-CH", 1500],
    ["CHF 1’500.-", "CHF", "de-CH", 1500],
    ["Fr. 1500.–", "CHF", "de-CH", 1500],
    ["SFr.1500.50", "CHF", "fr-CH", 1500.5],
    ["1.500,– €", "EUR", "de-DE", 1500],
    ["1500,- EUR", "EUR", "de-AT", 1500],
    ["1500 Euro", "EUR", "de-DE", 1500],
    ["€1500,50", "EUR", "nl-NL", 1500.5],
    ["1 500,50 €", "EUR", "fr-FR", 1500.5],
    ["1500/-", "INR", "en-IN", 1500],
    ["₹1,50,000/-", "INR", "en-IN", 150_000],
    ["1,50,000.00", "INR", "hi-IN", 150_000],
    ["Rs. 1500/-", "INR", "en-IN", 1500],
    ["Rs.500", "INR", "en-IN", 500],
    ["Rs.50", "INR", "en-IN", 50],
    ["₨ 500", "INR", "en-IN", 500],
    ["₹१,५०,०००", "INR", "hi-IN-u-nu-deva", 150_000],
    ["१५०० रुपये", "INR", "mr-IN", 1500],
    ["500 rupees", "INR", "en-IN", 500],
    ["১,৫০,০০০", "INR", "bn-IN", 150_000],
    ["১০০", "BDT", "bn-BD", 100],
    ["১০০৳", "BDT", "bn-BD", 100],
    ["১০০ টাকা", "BDT", "bn-BD", 100],
    ["١٬٥٠٠٫٥٠", "AED", "ar-AE", 1500.5],
    ["١٥٠٠ درهم", "AED", "ar-AE", 1500],
    ["١٥٠٠ د.إ.\u200f", "AED", "ar-EG", 1500],
    ["د.إ.١٥٠٠", "AED", "ar-AE", 1500],
    ["AED 1,500", "AED", "en-AE", 1500],
    ["Dhs. 1500", "AED", "en-AE", 1500],
    ["١٥٠٠ جنيه", "EGP", "ar-EG", 1500],
    ["۱٬۵۰۰", "EUR", "fa-IR", 1500],
    ["１５００円", "JPY", "ja-JP", 1500],
    ["￥1,500", "JPY", "ja-JP", 1500],
    ["￥１，５００", "CNY", "zh-CN", 1500],
    ["１，５００", "CNY", "ja-JP", 1500],
    ["1500元", "CNY", "zh-CN", 1500],
    ["一五〇〇", "CNY", "zh-CN-u-nu-hanidec", 1500],
    ["1 500:- kr", "SEK", "sv-SE", 1500],
    ["kr. 1.500,00", "DKK", "da-DK", 1500],
    ["1500,- kr", "NOK", "nb-NO", 1500],
    ["R$ 1.500,00", "BRL", "pt-BR", 1500],
    ["1500 reais", "BRL", "pt-BR", 1500],
    ["1 500 zł", "PLN", "pl-PL", 1500],
    ["1 500 ₴", "UAH", "uk-UA", 1500],
    ["1500 гривень", "UAH", "uk-UA", 1500],
    ["£1,500", "GBP", "en-GB", 1500],
    ["R1 500,50", "ZAR", "en-ZA", 1500.5],
    ["1500/=", "KES", "en-KE", 1500],
    ["฿๑๕๐๐", "THB", "th-TH-u-nu-thai", 1500],
  ])("the field reads %s (currency %s, locale %s) as %d", (typed, currency, locale, amount) => {
    expect(read(typed, locale, currency)).toBe(amount);
  });

  it.each([
    ["€500", "CHF"],
    ["$500", "EUR"],
    ["￥500", "INR"],
    ["500 dirham", "SAR"],
    ["Fr. 500", "EUR"],
    ["500 kr", "EUR"],
  ])("the field refuses %s as an amount in %s", (typed, currency) => {
    expect(read(typed, "en-US", currency)).toBe(`Enter an amount in ${currency}, in digits`);
  });
});

describe("one separator before three digits marks thousands, or the field asks", () => {
  it.each([
    ["1,234", "en-US", 1234],
    ["1.234", "de-DE", 1234],
    ["1.234", "en-US", "Did you mean $1,234? If so, enter 1234"],
    ["3.000", "en-IN", "Did you mean $3,000? If so, enter 3000"],
    ["1,234", "de-DE", "Did you mean 1.234 $? If so, enter 1234"],
  ])("for %s in %s, the field returns: %s", (typed, locale, expected) => {
    const found = read(typed, locale);
    expect(typeof found === "string" ? found.replaceAll("\u00a0", " ") : found).toBe(expected);
  });
});

describe("text that isn't an amount", () => {
  const NOT_DIGITS = "Enter the amount in digits, with up to two decimal places";
  const OTHER_CURRENCY = "Enter an amount in USD, in digits";
  const MINUS = "Enter the amount without a minus sign";
  it.each([
    ["", "empty"],
    ["  \u200e", "empty"],
    ["abc", NOT_DIGITS],
    ["1e5", NOT_DIGITS],
    ["0.123", NOT_DIGITS],
    ["1234.567", NOT_DIGITS],
    ["1,234.567", NOT_DIGITS],
    ["1 23", NOT_DIGITS],
    ["1.2.3", NOT_DIGITS],
    ["1,23,45", NOT_DIGITS],
    ["12²", OTHER_CURRENCY],
    ["-3", MINUS],
    ["−3", MINUS],
    ["$-3", MINUS],
    ["- 3 $", MINUS],
    ["(3)", OTHER_CURRENCY],
    ["3-", MINUS],
    ["3-5", NOT_DIGITS],
    ["½", NOT_DIGITS],
    ["١٫٢٣٤", NOT_DIGITS],
    ["一千五百", OTHER_CURRENCY],
    ["€500", OTHER_CURRENCY],
    ["500 CA$", OTHER_CURRENCY],
    ["500 Canadian dollars", OTHER_CURRENCY],
    ["500 cents", OTHER_CURRENCY],
    ["5k", "Did you mean $5,000? If so, enter 5000"],
    ["$1.5 K", "Did you mean $1,500? If so, enter 1500"],
    ["9000000k", OTHER_CURRENCY],
    ["2 million", OTHER_CURRENCY],
    ["2 lakh", OTHER_CURRENCY],
    ["0x10", NOT_DIGITS],
    ["1e3", NOT_DIGITS],
    ["1_500", NOT_DIGITS],
    ["1500.50.–", NOT_DIGITS],
    ["1000000000.01", "Enter at most $1,000,000,000"],
  ])("the field refuses text that isn't a valid amount in dollars: %s", (typed, problem) => {
    expect(read(typed)).toBe(problem);
  });

  it("the field refuses a number with 400 digits", () => {
    expect(read("9".repeat(400))).toBe("Enter at most $1,000,000,000");
  });
});

const LOCALES = ["en-US", "de-DE", "fr-FR", "de-CH", "en-IN", "pt-BR", "sv-SE", "pl-PL", "ja-JP", "ar-EG"] as const;
const CURRENCIES = ["USD", "EUR", "INR", "GBP", "CHF", "SEK"] as const;
const ALPHABET = Array.from("abcdefghijklmnopqrstuvwxyz");
const PAIRS = ALPHABET.flatMap((one) => ALPHABET.map((other) => one + other));
/** All languages that `Intl` supports, with codes of two and three letters. */
const LANGUAGES = Intl.NumberFormat.supportedLocalesOf([
  ...PAIRS,
  ...PAIRS.flatMap((pair) => ALPHABET.map((letter) => pair + letter)),
]);
const REGIONS = ["", ...PAIRS.map((pair) => `-${pair.toUpperCase()}`)];
const NUMBERING_SYSTEMS = ["", ...Intl.supportedValuesOf("numberingSystem").map((system) => `-u-nu-${system}`)];
const everyLocale = fc
  .tuple(fc.constantFrom(...LANGUAGES), fc.constantFrom(...REGIONS), fc.constantFrom(...NUMBERING_SYSTEMS))
  .map((parts) => usableLocale(parts.join("")));

/** Mostly amounts the size of a typical bid, because a uniform choice would nearly always have nine digits. */
const minorAmounts = fc.oneof(
  fc.integer({ min: 0, max: 10_000_00 }),
  fc.integer({ min: 0, max: 10_000 }).map((major) => major * 100),
  fc.integer({ min: 0, max: MAX_AMOUNT_MINOR }),
);
const printedAmounts = fc
  .record({
    minor: minorAmounts,
    locale: fc.constantFrom(...LOCALES),
    currency: fc.constantFrom(...CURRENCIES),
    style: fc.constantFrom("decimal", "symbol", "narrowSymbol", "code"),
    // A whole amount may have decimals or not.
    hasCents: fc.boolean(),
  })
  .map(({ minor, locale, currency, style, hasCents }) => {
    const decimals = hasCents || minor % 100 !== 0 ? 2 : 0;
    const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
    const styleOptions = style === "decimal" ? {} : ({ style: "currency", currency, currencyDisplay: style } as const);
    return {
      minor,
      locale,
      currency,
      text: new Intl.NumberFormat(locale, { ...digits, ...styleOptions }).format(toMajor(minor)),
    };
  });

describe("amounts that Intl.NumberFormat prints", () => {
  it("the field reads back an amount printed in the user's own language", () => {
    fc.assert(
      fc.property(printedAmounts, ({ minor, locale, currency, text }) => {
        expect(readAmount(text, currency, locale)).toEqual({ kind: "amount", minor });
      }),
      { numRuns: 2_000 },
    );
  });

  it("a printed amount never means something else to a user of another language", () => {
    fc.assert(
      fc.property(printedAmounts, fc.constantFrom(...LOCALES), ({ minor, currency, text }, readerLocale) => {
        const found = readAmount(text, currency, readerLocale);
        const isQuestion = found.kind === "unclear" && /^(Did you mean|Enter an amount)/.test(found.problem);
        expect(isQuestion || (found.kind === "amount" && found.minor === minor)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it("the field reads back its own text and our prices in every language and region", () => {
    fc.assert(
      fc.property(
        minorAmounts,
        everyLocale,
        fc.constantFrom(...CURRENCIES, "BRL", "AED", "BDT"),
        (minor, locale, currency) => {
          const amount = { kind: "amount", minor };
          expect(readAmount(amountText(toMajor(minor), locale), currency, locale)).toEqual(amount);
          const shown = formatMoney(minor, currency, locale);
          // If prices and numbers use different marks, as in en-BE, the field asks about a whole amount with one group
          // separator.
          const question = { kind: "unclear", problem: `Did you mean ${shown}? If so, enter ${toMajor(minor)}` };
          expect([amount, question]).toContainEqual(readAmount(shown, currency, locale));
        },
      ),
      { numRuns: 1_500 },
    );
  });

  it("the field reads back amounts with another language's digits", () => {
    expect(readAmount("١,٢٣٤،٥٦ $", "USD", "ur-u-nu-arab")).toEqual({ kind: "amount", minor: 123_456 });
    // Azerbaijani in Arabic digits has words before a number.
    expect(amountText(1_234.5, "az-u-nu-arab")).toBe("١٢٣٤٫٥٠");
  });

  it.each(LANGUAGES)("the field reads back amounts in %s", (locale) => {
    for (const minor of [1, 10_050, 1_234_567_89, MAX_AMOUNT_MINOR]) {
      expect(readAmount(amountText(toMajor(minor), locale), "USD", locale)).toEqual({ kind: "amount", minor });
      expect(readAmount(formatMoney(minor, "USD", locale), "USD", locale)).toEqual({ kind: "amount", minor });
    }
  });
});
