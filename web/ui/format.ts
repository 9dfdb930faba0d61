/**
 * How numbers, amounts and moments read: by the language and in the time zone of the reader's browser. Nothing else in the
 * pages formats any of them. Amounts are in major units, moments in epoch ms.
 */
import { formatMoney, MINOR_PER_MAJOR } from "../../worker/rules/money.ts";

type MomentOptions = Intl.DateTimeFormatOptions;

const DATE_AND_TIME = { year: "numeric", month: "short", day: "numeric", hour: "numeric", minute: "2-digit" } as const;

const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;
const DAY_HOURS = 24;
const WEEK_DAYS = 7;

/** `timeZone` is absent for the browser's own. */
export function formatsFor(locale: string, timeZone?: string) {
  /** Made with the first use: making a format costs much more than using one. */
  const moment = (options: MomentOptions) => {
    let format: Intl.DateTimeFormat | undefined;
    return (at: number) => (format ??= new Intl.DateTimeFormat(locale, { ...options, timeZone })).format(at);
  };
  const zone = (timeZoneName: "short" | "long") => {
    let format: Intl.DateTimeFormat | undefined;
    return (at: number) => {
      format ??= new Intl.DateTimeFormat(locale, { timeZone, timeZoneName });
      return format.formatToParts(at).find(({ type }) => type === "timeZoneName")?.value ?? "";
    };
  };
  const date = moment({ dateStyle: "medium" });
  const time = moment({ timeStyle: "medium" });
  const dayAndTime = moment({ month: "short", day: "numeric", hour: "numeric", minute: "2-digit" });
  const zoneSign = zone("short");
  let relative: Intl.RelativeTimeFormat | undefined;
  const relativeText = (count: number, unit: Intl.RelativeTimeFormatUnit) => {
    relative ??= new Intl.RelativeTimeFormat(locale, { style: "short", numeric: "auto" });
    return relative.format(-count, unit);
  };
  /** With seconds if it is today, with the day otherwise. */
  const short = (at: number, now: number) => (date(at) === date(now) ? time : dayAndTime)(at);
  return {
    /** `1,250`, `1.250`. */
    count: (value: number) => value.toLocaleString(locale),
    /** Whole amounts carry no decimals. Sums and averages may have more decimals than an amount. */
    money: (amount: number, currency: string) => formatMoney(Math.round(amount * MINOR_PER_MAJOR), currency, locale),
    /** The sign beside an amount in this currency: `$`, `₹`. */
    currencySign(currency: string) {
      const parts = new Intl.NumberFormat(locale, { style: "currency", currency }).formatToParts(0);
      return parts.find(({ type }) => type === "currency")?.value ?? currency;
    },
    date,
    day: moment({ month: "short", day: "numeric" }),
    minutes: moment({ timeStyle: "short" }),
    dateAndTime: moment({ dateStyle: "medium", timeStyle: "short" }),
    /** The end of an auction, where no countdown is beside it: the zone leaves no doubt. */
    dateAndTimeInZone: moment({ ...DATE_AND_TIME, timeZoneName: "short" }),
    weekdayAndTime: moment({ dateStyle: "full", timeStyle: "short" }),
    /** `now`, `2 min. ago`, `3 hr. ago`, `yesterday`; the date after a week. */
    ago(at: number, now: number) {
      const minutes = Math.floor((now - at) / MINUTE_MS);
      if (minutes < 1) return relativeText(0, "second");
      if (minutes < HOUR_MINUTES) return relativeText(minutes, "minute");
      const hours = Math.floor(minutes / HOUR_MINUTES);
      if (hours < DAY_HOURS) return relativeText(hours, "hour");
      const days = Math.floor(hours / DAY_HOURS);
      return days < WEEK_DAYS ? relativeText(days, "day") : date(at);
    },
    short,
    shortInZone: (at: number, now: number) => `${short(at, now)} ${zoneSign(at)}`,
    /** `Central European Standard Time`, by its name at that moment. */
    zoneName: zone("long"),
  };
}

/** The reader's own. */
export const reader = formatsFor(navigator.language);
