import { describe, expect, it } from "vitest";

import { formatsFor } from "./format.ts";
import { usableLocale } from "./reader-locale.ts";

const AT = Date.parse("2026-11-21T19:05:09.000Z");
const HOUR_MS = 3_600_000;

/** Intl puts narrow and non-breaking spaces into its output. */
const plain = (text: string) => text.replaceAll(/[\u00A0\u202F]/g, " ");

describe("a user in Germany", () => {
  const de = formatsFor("de-DE", "Europe/Berlin");

  it("a German user reads amounts with periods and commas", () => {
    expect(de.number(1_250)).toBe("1.250");
    expect(plain(de.money(1_250, "EUR"))).toBe("1.250 €");
    expect(plain(de.money(117.5, "USD"))).toBe("117,50 $");
  });

  it("a German user reads 24-hour times, and an end time with its zone", () => {
    expect(de.date(AT)).toBe("21.11.2026");
    expect(de.shortTime(AT)).toBe("20:05");
    expect(plain(de.dateAndTimeInZone(AT))).toBe("21. Nov. 2026, 20:05 MEZ");
    expect(plain(de.shortInZone(AT, AT - HOUR_MS))).toBe("20:05:09 MEZ");
    expect(plain(de.fullDateAndTime(AT))).toBe("Samstag, 21. November 2026 um 20:05");
    // A name in an English sentence.
    expect(de.zoneName(AT)).toBe("Central European Standard Time");
  });
});

describe("a user in India", () => {
  const india = formatsFor("en-IN", "Asia/Kolkata");

  it("an Indian user reads amounts in lakhs", () => {
    expect(india.number(125_000)).toBe("1,25,000");
    expect(india.money(125_000, "INR")).toBe("₹1,25,000");
  });

  it("an Indian user reads times in their own zone, with that zone's date", () => {
    expect(plain(india.dateAndTime(AT))).toBe("22 Nov 2026, 12:35 am");
    expect(plain(india.dateAndTimeInZone(AT))).toBe("22 Nov 2026, 12:35 am IST");
    expect(india.zoneName(AT)).toBe("India Standard Time");
  });

  it("an event from the last 24 hours shows how long ago it was", () => {
    const texts = [-5_000, 59_000, 60_000, 3_599_000, HOUR_MS, 23.9 * HOUR_MS].map((ms) => india.ago(AT, AT + ms));
    expect(texts).toEqual(["just now", "just now", "1 min ago", "59 min ago", "1 h ago", "23 h ago"]);
    expect(plain(india.ago(AT, AT + 24 * HOUR_MS))).toBe("22 Nov, 12:35 am");
    expect(plain(india.exactInZone(AT))).toBe("22 Nov 2026, 12:35:09 am IST");
  });

  it("a time appears without a date if it's today in the user's time zone", () => {
    // At the first reading, it's still the day before in Kolkata. In London it's the same day.
    expect(plain(india.short(AT, AT - HOUR_MS))).toBe("22 Nov, 12:35 am");
    expect(plain(india.short(AT, AT + HOUR_MS))).toBe("12:35:09 am");
    expect(plain(formatsFor("en-GB", "Europe/London").short(AT, AT - HOUR_MS))).toBe("19:05:09");
  });
});

describe("a user of any language", () => {
  const VALID_LANGUAGES = `ar-EG fa-IR bn-BD my ne ckb-IR ff-Adlm sat mni dz as mr ur-u-nu-arabext th-TH
    th-TH-u-nu-thai-ca-buddhist ja-JP-u-ca-japanese zh-u-ca-chinese he-u-ca-hebrew-nu-hebr ar-SA-u-ca-islamic-umalqura
    am-u-ca-ethiopic en-u-hc-h24 en-u-nu-fullwide en-u-ca-none-nu-none`;
  const INVALID_LANGUAGES = [
    "",
    " ",
    "C",
    "POSIX",
    "en-US@posix",
    "de_DE.UTF-8",
    "x-default",
    "zz",
    "i-default",
    "und",
    "en-",
    "*",
  ];
  const LANGUAGES = [
    ...INVALID_LANGUAGES,
    ...VALID_LANGUAGES.split(/\s+/),
    ...Intl.supportedValuesOf("numberingSystem").map((system) => `hi-IN-u-nu-${system}`),
    ...Intl.supportedValuesOf("calendar").map((calendar) => `en-u-ca-${calendar}`),
  ];
  const ZONES = [undefined, "Etc/UTC", "Asia/Kolkata", "America/Los_Angeles", "+05:30"];

  it.each(LANGUAGES)("a user sees all numbers, amounts and times in %o", (language) => {
    for (const zone of ZONES) {
      const formats = formatsFor(language, zone);
      const texts = [
        formats.number(1_250),
        formats.money(1_250.5, "USD"),
        ...[formats.date, formats.month, formats.day, formats.shortTime, formats.dateAndTime].map((text) => text(AT)),
        ...[formats.dateAndTimeInZone, formats.exactInZone, formats.fullDateAndTime].map((text) => text(AT)),
        formats.ago(AT, AT + 48 * HOUR_MS),
        formats.shortInZone(AT, AT),
        formats.zoneName(AT),
      ];
      for (const text of texts) expect(text).not.toMatch(/^\s*$|NaN|Invalid|undefined/);
    }
  });

  it("a user sees years in the same calendar that form fields use", () => {
    for (const language of LANGUAGES.filter((each) => !/-nu-/.test(each))) {
      const text = formatsFor(language, "UTC").date(AT).normalize("NFKC");
      const digits = new Intl.NumberFormat(usableLocale(language), { useGrouping: false });
      const years = ["2026", digits.format(2_026), digits.format(26)];
      expect({ text, shown: years.some((year) => text.includes(year)) }).toEqual({ text, shown: true });
    }
  });
});
