/**
 * Formats numbers, amounts and times by the language and time zone of the reader's browser. All pages format them here.
 * Amounts are in major units, times in epoch ms.
 */
import { formatMoney, MINOR_PER_MAJOR } from "../../worker/rules/money.ts";
import { readerLocale, usableLocale } from "./reader-locale.ts";

type DateTimeOptions = Intl.DateTimeFormatOptions;

/** The language of our sentences, including names in them. Numbers and dates use the reader's format. */
const LANGUAGE = "en";

const MINUTE_MS = 60_000;

const DATE_AND_TIME = { year: "numeric", month: "short", day: "numeric", hour: "numeric", minute: "2-digit" } as const;

/**
 * Date fields use this calendar in every language, so all other dates do too. Otherwise a reader in Thailand or Iran
 * would see two different years.
 */
const calendar = "gregory";

/** `timeZone` defaults to the browser's own. */
export function formatsFor(readerLanguage: string, timeZone?: string) {
  const locale = usableLocale(readerLanguage);
  /** Created on first use, because creating a format costs much more than using one. */
  const dateTime = (options: DateTimeOptions) => {
    let format: Intl.DateTimeFormat | undefined;
    return (at: number) => (format ??= new Intl.DateTimeFormat(locale, { ...options, calendar, timeZone })).format(at);
  };
  const zone = (language: string, timeZoneName: "short" | "long") => {
    let format: Intl.DateTimeFormat | undefined;
    return (at: number) => {
      format ??= new Intl.DateTimeFormat(language, { timeZone, timeZoneName });
      return format.formatToParts(at).find(({ type }) => type === "timeZoneName")?.value ?? "";
    };
  };
  const date = dateTime({ dateStyle: "medium" });
  const time = dateTime({ timeStyle: "medium" });
  const dayAndTime = dateTime({ month: "short", day: "numeric", hour: "numeric", minute: "2-digit" });
  const zoneAbbreviation = zone(locale, "short");
  /** The time with seconds if it's today, otherwise the date and time. */
  const short = (at: number, now: number) => (date(at) === date(now) ? time : dayAndTime)(at);
  return {
    /** `1,250`, `1.250`. */
    number: (value: number) => value.toLocaleString(locale),
    /** `1 bid`, `1,250 bids`. The words are English in every reader's language. */
    plural: (value: number, one: string, many = `${one}s`) =>
      `${value.toLocaleString(locale)} ${value === 1 ? one : many}`,
    /** Whole amounts have no decimals. Sums and averages are rounded to whole minor units. */
    money: (amount: number, currency: string) => formatMoney(Math.round(amount * MINOR_PER_MAJOR), currency, locale),
    date,
    month: dateTime({ month: "long", year: "numeric" }),
    day: dateTime({ month: "short", day: "numeric" }),
    shortTime: dateTime({ timeStyle: "short" }),
    dateAndTime: dateTime({ dateStyle: "medium", timeStyle: "short" }),
    /** The end of an auction where there's no countdown. The zone makes it unambiguous. */
    dateAndTimeInZone: dateTime({ ...DATE_AND_TIME, timeZoneName: "short" }),
    /** To the second, for the exact time behind text such as "3 min ago". */
    exactInZone: dateTime({ ...DATE_AND_TIME, second: "2-digit", timeZoneName: "short" }),
    /** `3 min ago`, or the day and time if it's more than a day ago. Never in the future, even with a slow clock. */
    ago(at: number, now: number): string {
      const minutes = Math.floor((now - at) / MINUTE_MS);
      if (minutes < 1) return "just now";
      if (minutes < 60) return `${minutes} min ago`;
      return minutes < 24 * 60 ? `${Math.floor(minutes / 60)} h ago` : dayAndTime(at);
    },
    fullDateAndTime: dateTime({ dateStyle: "full", timeStyle: "short" }),
    short,
    shortInZone: (at: number, now: number) => `${short(at, now)} ${zoneAbbreviation(at)}`,
    /** `Central European Standard Time`, the zone's name at that time. Used in an English sentence. */
    zoneName: zone(LANGUAGE, "long"),
  };
}

/** In the reader's format. */
export const format = formatsFor(readerLocale);

/** `Member since November 2026`, from `2026-11`. Noon on a day mid-month is in that month in every time zone. */
export function memberSinceText(month: string): string {
  return `Member since ${format.month(Date.parse(`${month}-15T12:00:00Z`))}`;
}
