/**
 * Reads a typed amount of money, such as `1,234.50`, `1.234,50`, `1 234,5`, `12,34,567`, `1'500.–`, `1500/-`, `১০০`,
 * `$1234` and `1500 dollars`. Pure. It takes the text, the expected currency and the reader's language. An amount has
 * at most two decimals, so most amounts can be read in only one way. If the reader's own language reads it differently,
 * the field asks instead of guessing.
 */
import { z } from "zod";

import { withPlainDigits } from "../../../worker/contract/text/digits.ts";
import { formatMoney, MAX_AMOUNT_MINOR, MINOR_PER_MAJOR, toMajor } from "../../../worker/rules/money.ts";
import { readerLocale } from "../reader-locale.ts";
import { signsOf, withoutPunctuation } from "./currency-signs.ts";

type TypedAmount =
  | { readonly kind: "amount"; readonly minor: number }
  | { readonly kind: "empty" }
  /** `problem` is the sentence to show at the field. */
  | { readonly kind: "unclear"; readonly problem: string };

/** Commas in other scripts. Marks that only ever separate groups of digits become a space. */
const MARKS: Readonly<Record<string, string>> = { "、": ",", "،": ",", "⹁": ",", "\u066c": " " };
const APOSTROPHES = /['’‘ʼ′`´]/gu;
const DASHES = /[\p{Pd}\u2212]/gu;
const ARABIC_DECIMAL = "\u066b";
/** Direction marks, zero-width characters and the like. */
const INVISIBLE = /\p{Cf}/gu;
/** After groups with a Latin comma, the Arabic comma is the decimal mark, as in Urdu prices. */
const ARABIC_COMMA = /(?<=,[^\u060c]*)\u060c(?=\d{1,2}(?!\d))/u;
const OTHER_WIDTHS = /[\ufe50-\ufe6b\uff01-\uff5e\uffe0-\uffe6]/gu;

/** The text before the number, the number, and the text after it. A mark after letters belongs to them: `Rs.500`. */
const PARTS = /^(?<before>\D*?)(?<number>(?:(?<![\p{L}\p{M}])[.,\u066b])?\d(?:.*\d)?)(?<after>\D*)$/su;
/** "And no cents": `1500.–`, `1500,--`, `1500:-`. */
const NO_DECIMALS = /^[.,:] ?-{1,3}/u;
/** "And nothing more": `1500/-`, `1500.50/=`, and `1500,` with the decimals left out. */
const TRAILING_MARK = /^ ?\/ ?[-=]|^,(?= |$)/u;
const DECIMALS = /^\d{1,2}$/u;
/** Digits in groups of three, or as in India: a last group of three and groups of two before it. */
const GROUPED = /^[1-9]\d{0,2}(?:([ .,])\d{3})(?:\1\d{3})*$|^[1-9]\d?(?:([ .,])\d\d)(?:\2\d\d)*\2\d{3}$/u;

/** The parts that `Intl` prints for a number. */
const NUMBER_PARTS: ReadonlySet<string> = new Set(["integer", "decimal", "fraction"]);

const NOT_DIGITS_MESSAGE = "Enter the amount in digits, with up to two decimal places";
const MINUS_MESSAGE = "Enter the amount without a minus sign";

/** Reads the typed text. `locale` is the reader's language, by default the browser's. */
export function readAmount(typed: string, currency: string, locale = readerLocale): TypedAmount {
  const text = normalizeTyped(typed);
  if (text === "") return { kind: "empty" };
  const { before = "", number = "", after = "" } = PARTS.exec(text)?.groups ?? {};
  if (number === "") return unclearAmount(NOT_DIGITS_MESSAGE);
  const sign = before.trim().replace(/^\+ ?|\+$/gu, "");
  const hasNoDecimals = NO_DECIMALS.test(after);
  const rest = after.replace(NO_DECIMALS, "").replace(TRAILING_MARK, "");
  if (/^-|-$/u.test(sign) || /^ ?-/u.test(rest)) return unclearAmount(MINUS_MESSAGE);
  const split = hasNoDecimals ? splitAsWhole(number, locale) : splitAtDecimals(number, locale);
  const minor = split && Number(split.whole) * MINOR_PER_MAJOR + Number(split.decimals.padEnd(2, "0"));
  const signs = signsOf(currency, locale);
  if (!signs.has(withoutPunctuation(sign)) || !signs.has(withoutPunctuation(rest))) {
    const isThousands = /^ ?k$/iu.test(rest) && minor !== null && minor * 1_000 <= MAX_AMOUNT_MINOR;
    return isThousands
      ? didYouMean(minor * 1_000, currency, locale)
      : unclearAmount(`Enter an amount in ${currency}, in digits`);
  }
  if (split === null || minor === null) return unclearAmount(NOT_DIGITS_MESSAGE);
  if (minor > MAX_AMOUNT_MINOR)
    return unclearAmount(`Enter at most ${formatMoney(MAX_AMOUNT_MINOR, currency, locale)}`);
  const isAmbiguous = split.onlyGroupMark !== null && split.onlyGroupMark === decimalMarkOf(locale);
  return isAmbiguous ? didYouMean(minor, currency, locale) : { kind: "amount", minor };
}

function unclearAmount(problem: string): TypedAmount {
  return { kind: "unclear", problem };
}

function didYouMean(minor: number, currency: string, locale: string): TypedAmount {
  return unclearAmount(`Did you mean ${formatMoney(minor, currency, locale)}? If so, enter ${toMajor(minor)}`);
}

/**
 * An amount in major units as a field's text: no grouping, in the reader's own digits and decimal mark. Some languages
 * put words around a number in another script's digits (Azerbaijani in Arabic digits). The field leaves them out.
 */
export function amountText(amount: number, locale = readerLocale): string {
  const decimals = Number.isInteger(amount) ? 0 : 2;
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  const parts = new Intl.NumberFormat(locale, { useGrouping: false, ...digits }).formatToParts(amount);
  return parts.map(({ type, value }) => (NUMBER_PARTS.has(type) ? value : "")).join("");
}

/** The schema for an amount field. `amount` is the contract's own schema, with its message for an empty field. */
export function typedAmountSchema<Amount>(currency: string, amount: z.ZodType<Amount, number | string>) {
  return z
    .string()
    .transform((typed, context): number | string => {
      const parsed = readAmount(typed, currency);
      if (parsed.kind === "amount") return toMajor(parsed.minor);
      if (parsed.kind === "empty") return "";
      context.addIssue({ code: "custom", message: parsed.problem });
      return z.NEVER;
    })
    .pipe(amount);
}

function normalizeTyped(typed: string): string {
  const narrow = typed.replaceAll(INVISIBLE, "").replaceAll(OTHER_WIDTHS, (wide) => wide.normalize("NFKC"));
  const digits = withPlainDigits(narrow).replace(ARABIC_COMMA, ARABIC_DECIMAL);
  const marked = Array.from(digits, (character) => MARKS[character] ?? character).join("");
  // `\s` includes non-breaking and narrow spaces.
  return marked.replaceAll(APOSTROPHES, " ").replaceAll(DASHES, "-").replaceAll(/\s+/gu, " ").trim();
}

type SplitAmount = {
  readonly whole: string;
  readonly decimals: string;
  /** The group separator, if it's the only separator. In other languages it's the decimal mark. */
  readonly onlyGroupMark: string | null;
};

/** Null if it isn't an amount: three decimals, odd group lengths, or letters in between. */
function splitAtDecimals(number: string, locale: string): SplitAmount | null {
  const at = decimalMarkAt(number);
  if (at === -1) {
    const marks = number.match(/[.,]/gu) ?? [];
    const whole = splitAsWhole(number, locale);
    return whole && { ...whole, onlyGroupMark: marks.length === 1 ? (marks[0] ?? null) : null };
  }
  const decimals = number.slice(at + 1);
  if (!DECIMALS.test(decimals)) return null;
  // Nothing before the decimal mark means zero: `.50`.
  const whole = at === 0 ? { whole: "" } : splitAsWhole(number.slice(0, at), locale);
  return whole && { whole: whole.whole, decimals, onlyGroupMark: null };
}

/** Digits with or without group separators, either the common ones or those of the reader's language. */
function splitAsWhole(number: string, locale: string): SplitAmount | null {
  const digits = number.replaceAll(/\D/gu, "");
  const isWhole =
    number === digits ||
    GROUPED.test(number) ||
    number === normalizeTyped(new Intl.NumberFormat(locale).format(Number(digits)));
  return isWhole ? { whole: digits, decimals: "", onlyGroupMark: null } : null;
}

/**
 * Where the decimals begin, or -1. With two kinds of marks, the last one is the decimal mark. A repeated mark never is.
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

function decimalMarkOf(locale: string): string {
  return new Intl.NumberFormat(locale).formatToParts(0.5).find(({ type }) => type === "decimal")?.value ?? ".";
}
