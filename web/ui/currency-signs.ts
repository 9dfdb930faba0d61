/** How people write a currency beside an amount. */
import { readerLocale } from "./reader-locale.ts";

/** Currency signs that people write and `Intl` doesn't know. */
const SPELLINGS: Readonly<Record<string, readonly string[]>> = {
  AED: ["Dh", "Dhs"],
  CHF: ["Fr", "SFr"],
  CNY: ["元", "圆", "圓", "RMB"],
  GBP: ["quid"],
  INR: ["Rs", "₨", "रु", "रू"],
  KES: ["KSh"],
  SAR: ["SR"],
};
/** One of each form that a language may have for numbers. */
const COUNTS = [0, 1, 2, 3, 5, 11, 100, 1.5];

/** The sign beside an amount in this currency: `$`, `₹`. `locale` defaults to the reader's language. */
export function currencySign(currency: string, locale = readerLocale): string {
  return written(locale, currency, "symbol")[0] ?? currency;
}

// Results of a pure function, which every key typed in an amount needs.
const kept = new Map<string, ReadonlySet<string>>();

/**
 * Without punctuation and in capitals: `$`, `US$`, `$US`, `USD`, `US DOLLARS`, `DOLLARS`, in English, in the reader's
 * language and in that of the currency's own country. Also the empty text, because the sign is optional.
 */
export function signsOf(currency: string, locale: string): ReadonlySet<string> {
  const key = `${currency} ${locale}`;
  let signs = kept.get(key);
  if (!signs) {
    const country = currency.slice(0, 2);
    const languages = [locale, "en", new Intl.Locale(`und-${country}`).maximize().baseName];
    const [narrow = currency] = written("en", currency, "narrowSymbol");
    const all = languages.flatMap((language) => [
      ...written(language, currency, "symbol"),
      ...written(language, currency, "narrowSymbol"),
      ...written(language, currency, "name").flatMap(wordsOf),
    ]);
    const ours = [...(SPELLINGS[currency] ?? []), country + narrow, narrow + country];
    signs = new Set(["", currency, ...ours, ...all].map(withoutPunctuation));
    kept.set(key, signs);
  }
  return signs;
}

/** `US-$`, `Rs.` and `د.إ.‏` without their optional parts. Case makes no difference. */
export function withoutPunctuation(sign: string): string {
  return sign
    .normalize("NFKC")
    .replaceAll(/[\s\p{Cf}.·-]/gu, "")
    .toUpperCase();
}

function written(language: string, currency: string, currencyDisplay: "symbol" | "narrowSymbol" | "name"): string[] {
  const format = new Intl.NumberFormat(language, {
    style: "currency",
    currency,
    currencyDisplay,
    minimumFractionDigits: 0,
  });
  const parts = COUNTS.flatMap((count) => format.formatToParts(count));
  return Array.from(new Set(parts.filter(({ type }) => type === "currency").map(({ value }) => value)));
}

/** "US dollars", and its first and last word: "dollars", "درهم". */
function wordsOf(name: string): string[] {
  const words = name.split(/\s+/u);
  return [name, words[0] ?? "", words.at(-1) ?? ""];
}
