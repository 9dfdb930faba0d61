/**
 * How numbers, amounts and moments read: by the language and in the time zone of the reader's browser. Nothing else in
 * the pages formats any of them. Amounts are in major units, moments in epoch ms.
 */
import { formatMoney, MINOR_PER_MAJOR } from "../../worker/rules/money.ts";
import { readerLocale, usable } from "./reader-locale.ts";

type MomentOptions = Intl.DateTimeFormatOptions;

/** The pages' language. Names in their sentences are in it, while numbers and dates use the reader's format. */
const LANGUAGE = "en";

const MINUTE_MS = 60_000;

const DATE_AND_TIME = { year: "numeric", month: "short", day: "numeric", hour: "numeric", minute: "2-digit" } as const;

/**
 * Date fields show this calendar in every language, so all other dates use it too. A reader in Thailand or Iran must
 * not compare two different years.
 */
const calendar = "gregory";

/** `timeZone` is absent for the browser's own. */
export function formatsFor(said: string, timeZone?: string) {
  const locale = usable(said);
  /** Made with the first use: making a format costs much more than using one. */
  const moment = (options: MomentOptions) => {
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
  const date = moment({ dateStyle: "medium" });
  const time = moment({ timeStyle: "medium" });
  const dayAndTime = moment({ month: "short", day: "numeric", hour: "numeric", minute: "2-digit" });
  const zoneSign = zone(locale, "short");
  /** With seconds if it's today, otherwise with the date. */
  const short = (at: number, now: number) => (date(at) === date(now) ? time : dayAndTime)(at);
  return {
    /** `1,250`, `1.250`. */
    count: (value: number) => value.toLocaleString(locale),
    /** `1 bid`, `1,250 bids`. The words are English in every reader's language. */
    counted: (value: number, one: string, many = `${one}s`) =>
      `${value.toLocaleString(locale)} ${value === 1 ? one : many}`,
    /** Whole amounts have no decimals. Sums and averages may have more decimals than an amount. */
    money: (amount: number, currency: string) => formatMoney(Math.round(amount * MINOR_PER_MAJOR), currency, locale),
    date,
    month: moment({ month: "long", year: "numeric" }),
    day: moment({ month: "short", day: "numeric" }),
    minutes: moment({ timeStyle: "short" }),
    dateAndTime: moment({ dateStyle: "medium", timeStyle: "short" }),
    /** The end of an auction, where there's no countdown. The zone avoids doubt. */
    dateAndTimeInZone: moment({ ...DATE_AND_TIME, timeZoneName: "short" }),
    /** To the second, for the exact time behind a text such as "3 min ago". */
    exactInZone: moment({ ...DATE_AND_TIME, second: "2-digit", timeZoneName: "short" }),
    /**
     * `3 min ago`, or the day and time once it's more than a day ago. Even with a slow clock it is never in the future.
     */
    ago(at: number, now: number): string {
      const minutes = Math.floor((now - at) / MINUTE_MS);
      if (minutes < 1) return "just now";
      if (minutes < 60) return `${minutes} min ago`;
      return minutes < 24 * 60 ? `${Math.floor(minutes / 60)} h ago` : dayAndTime(at);
    },
    weekdayAndTime: moment({ dateStyle: "full", timeStyle: "short" }),
    short,
    shortInZone: (at: number, now: number) => `${short(at, now)} ${zoneSign(at)}`,
    /** `Central European Standard Time`, by its name at that moment. It is part of an English sentence. */
    zoneName: zone(LANGUAGE, "long"),
  };
}

/** The reader's own. */
export const reader = formatsFor(readerLocale);

/** `Member since November 2026`, of `2026-11`: noon of a day in the middle is in that month in every time zone. */
export function memberSinceText(month: string): string {
  return `Member since ${reader.month(Date.parse(`${month}-15T12:00:00Z`))}`;
}
