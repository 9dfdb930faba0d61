import { describe, expect, it } from "vitest";

import {
  toTimeChoice,
  endAfterDays,
  endProblem,
  lastDay,
  toTimestamp,
  startProblem,
  suggestTime,
  tooSoonMessage,
} from "./time-choice.ts";

/** Local time, in any time zone. */
const timestampOf = (day: string, time: string) => new Date(`${day}T${time}`).getTime();
const NOON = timestampOf("2026-11-21", "12:00:30");
const LEAD_MS = 60_000;

it("a chosen day and time convert to an instant in local time and back", () => {
  const choice = { day: "2027-03-05", time: "09:07" };
  const timestamp = toTimestamp(choice);
  expect(timestamp).toBe(new Date(2027, 2, 5, 9, 7).getTime());
  expect(toTimeChoice(timestamp ?? 0)).toEqual(choice);
});

it.each([
  { day: "", time: "10:00" },
  { day: "2026-11-21", time: "" },
  { day: "2026-13-01", time: "10:00" },
  { day: "2026-11-21", time: "25:00" },
])("the choice of $day and $time isn't a valid time", (choice) => {
  expect(toTimestamp(choice)).toBeNull();
});

it("the date picker allows dates up to a year ahead", () => {
  expect(lastDay(NOON)).toBe("2027-11-21");
});

describe("an end after a number of days", () => {
  it("an end set in days keeps the start's time unless the seller chooses another", () => {
    expect(endAfterDays(7, NOON, "")).toEqual({ day: "2026-11-28", time: "12:01" });
    expect(endAfterDays(10, NOON, "20:30")).toEqual({ day: "2026-12-01", time: "20:30" });
  });

  it("an end set in days that would be over an hour short moves one day later", () => {
    expect(endAfterDays(3, NOON, "11:01")).toEqual({ day: "2026-11-24", time: "11:01" });
    expect(endAfterDays(3, NOON, "11:00")).toEqual({ day: "2026-11-25", time: "11:00" });
  });

  it("an end set in days counts calendar days, even across clock changes", () => {
    // Just after midnight, so an hour earlier is the previous day.
    for (
      let from = timestampOf("2026-01-01", "00:10");
      from < timestampOf("2027-01-01", "00:00");
      from += 24 * 3_600_000
    ) {
      const [year = "", month = "", date = ""] = toTimeChoice(from).day.split("-");
      const expected = toTimeChoice(new Date(Number(year), Number(month) - 1, Number(date) + 3, 12).getTime()).day;
      expect(endAfterDays(3, from, "").day).toBe(expected);
    }
  });
});

describe("the time proposed for a day", () => {
  it.each([
    ["an hour ahead today", "2026-11-21", "", NOON, "13:00"],
    ["the last minute of today, late in the evening", "2026-11-21", "", timestampOf("2026-11-21", "23:20"), "23:59"],
    ["the current time of day, on a later day", "2026-11-22", "", NOON, "12:00"],
    ["the chosen one while it is in the future", "2026-11-21", "18:30", NOON, "18:30"],
    ["the chosen one on a later day", "2026-11-22", "08:15", NOON, "08:15"],
    ["an hour ahead if the chosen one has passed", "2026-11-21", "08:15", NOON, "13:00"],
    ["an hour ahead if the chosen one is too soon", "2026-11-21", "12:01", NOON, "13:00"],
  ])("the proposed time for a day is %s", (_what, day, time, now, expected) => {
    expect(suggestTime({ day, time }, now, LEAD_MS)).toBe(expected);
  });

  it("the proposed time is valid at every minute of a day except the last two", () => {
    for (let minute = 0; minute < 24 * 60 - 2; minute += 1) {
      const now = timestampOf("2026-11-21", "00:00") + minute * 60_000;
      const day = "2026-11-21";
      expect(endProblem({ day, time: suggestTime({ day, time: "" }, now, LEAD_MS) }, now, LEAD_MS)).toBeNull();
    }
  });
});

describe("the problem with an end", () => {
  const problem = (day: string, time: string, now = NOON) => endProblem({ day, time }, now, LEAD_MS);

  it.each([
    ["", "10:00", "day", "Auction end date is required"],
    ["2026-11-20", "23:59", "day", "This day has passed. Choose today or later."],
    ["2026-11-21", "", "time", "Choose the time it ends"],
    ["2026-11-21", "08:00", "time", "This time has already passed. Choose 12:02 PM or later."],
    ["2026-11-21", "12:01", "time", "This is too soon. Choose 12:02 PM or later."],
    ["2028-01-01", "12:00", "day", "An auction can end at most 365 days after it starts"],
  ])("the end '%s %s' shows an error at the %s", (day, time, field, message) => {
    expect({ ...problem(day, time), message: plain(problem(day, time)?.message) }).toEqual({ field, message });
  });

  it("the earliest time that an error suggests is valid", () => {
    expect(problem("2026-11-21", "12:02")).toBeNull();
  });

  it("an error suggests tomorrow when today has no time left", () => {
    const message = problem("2026-11-21", "23:59", timestampOf("2026-11-21", "23:59:10"))?.message;
    expect(plain(message)).toBe("This time has already passed. Choose Nov 22, 2026, 12:01 AM or later.");
  });
});

describe("an end after an upcoming start", () => {
  const start = timestampOf("2026-12-01", "09:00");
  const problem = (day: string, time: string) => endProblem({ day, time }, NOON, LEAD_MS, start);

  it("an end must be at least a minute and at most 365 days after the start", () => {
    const { field, message } = problem("2026-12-01", "09:00") ?? {};
    expect([field, plain(message)]).toEqual(["time", "This is too soon. Choose 9:01 AM or later."]);
    expect(problem("2026-12-01", "09:01")).toBeNull();
    expect(problem("2027-12-01", "09:00")).toBeNull();
    expect(problem("2027-12-01", "09:01")?.field).toBe("day");
  });
});

describe("the problem with a start", () => {
  const problem = (day: string, time: string) => startProblem({ day, time }, NOON);

  it.each([
    ["", "10:00", "day", "Choose the day it starts"],
    ["2026-11-20", "23:59", "day", "This day has passed. Choose today or later."],
    ["2026-11-22", "", "time", "Choose the time it starts"],
    ["2026-11-21", "12:00", "time", "This time has already passed. Choose 12:01 PM or later."],
    ["2027-11-21", "12:01", "day", "An auction can start at most 365 days from now"],
  ])("the start '%s %s' shows an error at the %s", (day, time, field, message) => {
    expect({ ...problem(day, time), message: plain(problem(day, time)?.message) }).toEqual({ field, message });
  });

  it("the form accepts an upcoming start, or none", () => {
    expect([problem("", ""), problem("2026-11-21", "12:01")]).toEqual([null, null]);
  });
});

it("a server's refusal suggests the first valid time with its day", () => {
  expect(plain(tooSoonMessage(null, NOON, timestampOf("2026-11-21", "12:01:40")))).toBe(
    "This is too soon. Choose Nov 21, 2026, 12:02 PM or later.",
  );
});

/** Intl puts a narrow space before AM and PM. */
function plain(message: string | undefined): string | undefined {
  return message?.replaceAll("\u202f", " ");
}
