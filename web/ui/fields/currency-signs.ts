/** How people write a currency next to an amount. */
import { readerLocale } from "../reader-locale.ts";

/** Currency signs that people write but `Intl` doesn't have. */
const SPELLINGS: Readonly<Record<string, readonly string[]>> = {
  AED: ["Dh", "Dhs"],
  CHF: ["Fr", "SFr"],
  CNY: ["元", "圆", "圓", "RMB"],
  GBP: ["quid"],
  INR: ["Rs", "₨", "रु", "रू"],
  KES: ["KSh"],
  SAR: ["SR"],
};
/** One number for each plural form that a language may have. */
const COUNTS = [0, 1, 2, 3, 5, 11, 100, 1.5];

/** The sign beside an amount in this currency: `$`, `₹`. `locale` defaults to the reader's language. */
export function currencySign(currency: string, locale = readerLocale): string {
  return spellingsOf(locale, currency, "symbol")[0] ?? currency;
}

// Cached, because every keystroke in an amount needs them.
const signsByCurrency = new Map<string, ReadonlySet<string>>();

/**
 * The ways to write a currency in English, the reader's language and that of the currency's country: `$`, `US$`, `$US`,
 * `USD`, `US DOLLARS`, `DOLLARS`. They're in capitals and without punctuation. Includes the empty string, because the
 * sign is optional.
 */
export function signsOf(currency: string, locale: string): ReadonlySet<string> {
  const key = `${currency} ${locale}`;
  let signs = signsByCurrency.get(key);
  if (!signs) {
    const country = currency.slice(0, 2);
    const languages = [locale, "en", new Intl.Locale(`und-${country}`).maximize().baseName];
    const [narrow = currency] = spellingsOf("en", currency, "narrowSymbol");
    const all = languages.flatMap((language) => [
      ...spellingsOf(language, currency, "symbol"),
      ...spellingsOf(language, currency, "narrowSymbol"),
      ...spellingsOf(language, currency, "name").flatMap(wordsOf),
    ]);
    const ours = [...(SPELLINGS[currency] ?? []), country + narrow, narrow + country];
    signs = new Set(["", currency, ...ours, ...all].map(withoutPunctuation));
    signsByCurrency.set(key, signs);
  }
  return signs;
}

/** Strips the optional parts of `US-$`, `Rs.` and `د.إ.‏`, and ignores case. */
export function withoutPunctuation(sign: string): string {
  return sign
    .normalize("NFKC")
    .replaceAll(/[\s\p{Cf}.·-]/gu, "")
    .toUpperCase();
}

function spellingsOf(
  language: string,
  currency: string,
  currencyDisplay: "symbol" | "narrowSymbol" | "name",
): string[] {
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
