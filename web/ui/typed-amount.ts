/**
 * What a typed amount of money means: `1,234.50`, `1.234,50`, `1 234,5`, `12,34,567` and `$1234` are all read. Pure.
 * Given the text, the expected currency and the reader's language. An amount has at most two decimals, so most texts
 * can be read in only one way; if the reader's own language reads it differently, the field asks and never guesses.
 */
import { z } from "zod";

import { formatMoney, MAX_AMOUNT_MINOR, MINOR_PER_MAJOR, toMajor } from "../../worker/rules/money.ts";

export type TypedAmount =
  | { readonly kind: "amount"; readonly minor: number }
  | { readonly kind: "nothing" }
  /** `problem` is the sentence to show at the field. */
  | { readonly kind: "unclear"; readonly problem: string };

/** The code points of zero in Arabic, Persian, Devanagari and full-width digits. */
const ZEROS = [0x0660, 0x06f0, 0x0966, 0xff10];
/** Separators as other keyboards write them. Those that are only ever between groups of digits become spaces. */
const MARKS: Readonly<Record<string, string>> = { "，": ",", "．": ".", "'": " ", "’": " ", "\u066c": " ", "￥": "¥" };
const ARABIC_DECIMAL = "\u066b";
/** They only turn the direction of a text. */
const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** The text before the number, the number, and the text after it. */
const PARTS = /^(?<before>\D*?)(?<number>[.,\u066b]?\d(?:.*\d)?)(?<after>\D*)$/su;
const DECIMALS = /^\d{1,2}$/u;
/** Digits in groups of three, or as in India a last group of three and groups of two before it. */
const GROUPED = /^[1-9]\d{0,2}(?:([ .,])\d{3})(?:\1\d{3})*$|^[1-9]\d?(?:([ .,])\d\d)(?:\2\d\d)*\2\d{3}$/u;

const NOT_DIGITS = "Enter the amount in digits, with at most two decimals";

/** Reads what was typed. `locale` is the reader's language, the browser's own if absent. */
export function readAmount(typed: string, currency: string, locale = navigator.language): TypedAmount {
  const text = normalized(typed);
  if (text === "") return { kind: "nothing" };
  const { before = "", number = "", after = "" } = PARTS.exec(text)?.groups ?? {};
  if (number === "") return { kind: "unclear", problem: NOT_DIGITS };
  const signs = signsOf(currency, locale);
  if (![before, after].every((sign) => signs.has(withoutSpaces(sign)))) {
    return { kind: "unclear", problem: `Enter an amount in ${currency}, in digits` };
  }
  const split = splitAtDecimals(number);
  if (split === null) return { kind: "unclear", problem: NOT_DIGITS };
  const minor = Number(split.whole) * MINOR_PER_MAJOR + Number(split.decimals.padEnd(2, "0"));
  if (minor > MAX_AMOUNT_MINOR) {
    return { kind: "unclear", problem: `Enter at most ${formatMoney(MAX_AMOUNT_MINOR, currency, locale)}` };
  }
  if (split.onlyGroupMark !== null && split.onlyGroupMark === decimalMarkOf(locale)) {
    const problem = `Did you mean ${formatMoney(minor, currency, locale)}? Then enter ${split.whole}`;
    return { kind: "unclear", problem };
  }
  return { kind: "amount", minor };
}

/** An amount in major units as the text of a field: without groups, with the reader's own decimal mark. */
export function amountText(amount: number, locale = navigator.language): string {
  const decimals = Number.isInteger(amount) ? 0 : 2;
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return new Intl.NumberFormat(locale, { useGrouping: false, ...digits }).format(amount);
}

/** The schema of a field for an amount: `amount` is the contract's own, and says what is wrong with an empty field. */
export function typedAmount<Amount>(currency: string, amount: z.ZodType<Amount, number | string>) {
  return z
    .string()
    .transform((typed, context): number | string => {
      const read = readAmount(typed, currency);
      if (read.kind === "amount") return toMajor(read.minor);
      if (read.kind === "nothing") return "";
      context.addIssue({ code: "custom", message: read.problem });
      return z.NEVER;
    })
    .pipe(amount);
}

function normalized(typed: string): string {
  const characters = Array.from(typed.replaceAll(DIRECTION_MARKS, ""), (character) => {
    const code = character.codePointAt(0) ?? 0;
    const zero = ZEROS.find((first) => code >= first && code < first + 10);
    if (zero !== undefined) return String(code - zero);
    return MARKS[character] ?? character;
  });
  // `\s` has the unbreakable and the narrow ones, too.
  return characters.join("").replaceAll(/\s+/gu, " ").trim();
}

type Split = {
  readonly whole: string;
  readonly decimals: string;
  /** The group separator, if there is exactly one separator: in other languages it is the decimal mark. */
  readonly onlyGroupMark: string | null;
};

/** Null for a text that is not an amount: three decimals, groups of other lengths, letters in between. */
function splitAtDecimals(number: string): Split | null {
  const at = decimalMarkAt(number);
  const whole = at === -1 ? number : number.slice(0, at);
  const decimals = at === -1 ? "" : number.slice(at + 1);
  if (at !== -1 && !DECIMALS.test(decimals)) return null;
  // Nothing before the decimal mark means zero: `.50`.
  const isWhole = /^\d+$/u.test(whole) || (whole === "" && at === 0);
  if (!isWhole && !GROUPED.test(whole)) return null;
  const marks = number.match(/[.,]/gu) ?? [];
  const onlyGroupMark = at === -1 && marks.length === 1 ? (marks[0] ?? null) : null;
  return { whole: whole.replaceAll(/\D/gu, ""), decimals, onlyGroupMark };
}

/**
 * Where the decimals begin, or -1. Of two kinds of marks the last one is the decimal mark; one that repeats never is.
 */
function decimalMarkAt(number: string): number {
  const arabic = number.indexOf(ARABIC_DECIMAL);
  if (arabic !== -1) return arabic;
  const last = Math.max(number.lastIndexOf("."), number.lastIndexOf(","));
  if (last === -1) return -1;
  const mark = number.charAt(last);
  if (number.indexOf(mark) !== last) return -1;
  const hasOtherMark = /[ .,]/u.test(number.slice(0, last));
  return hasOtherMark || !GROUPED.test(number) ? last : -1;
}

/** How this currency may be written beside an amount: `$`, `US$`, `$US`, `USD`, and in the reader's language. */
function signsOf(currency: string, locale: string): ReadonlySet<string> {
  const sign = (language: string, currencyDisplay: "symbol" | "narrowSymbol") =>
    new Intl.NumberFormat(language, { style: "currency", currency, currencyDisplay })
      .formatToParts(0)
      .find(({ type }) => type === "currency")?.value ?? currency;
  const narrow = sign("en", "narrowSymbol");
  const country = currency.slice(0, 2);
  const signs = [currency, narrow, country + narrow, narrow + country, sign("en", "symbol"), sign(locale, "symbol")];
  return new Set(["", ...signs.map((each) => withoutSpaces(normalized(each)))]);
}

/** Case makes no difference: `usd`. */
function withoutSpaces(text: string): string {
  return text.replaceAll(" ", "").toUpperCase();
}

function decimalMarkOf(locale: string): string {
  return new Intl.NumberFormat(locale).formatToParts(0.5).find(({ type }) => type === "decimal")?.value ?? ".";
}
