/**
 * The start and end of an auction as its seller chooses them: a day and a time in their own time zone. Converts them to
 * epoch ms and back, suggests a future time, and describes what's wrong with a choice. Pure. The current time is an
 * argument.
 */
import { ERRORS } from "../../../../worker/contract/errors.ts";
import { MAX_AUCTION_MS } from "../../../../worker/rules/listing.ts";
import { format } from "../../../ui/format.ts";

/** In the format of the browser's date and time fields: `2026-11-21` and `14:05`. Empty if nothing is chosen. */
export type TimeChoice = { day: string; time: string };

type TimeProblem = { field: keyof TimeChoice; message: string };

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const LAST_OF_DAY = "23:59";

/** `timestamp` as the fields show it, in whole minutes. */
export function toTimeChoice(timestamp: number): TimeChoice {
  const at = new Date(timestamp);
  const day = [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, "0"));
  const time = [at.getHours(), at.getMinutes()].map((part) => String(part).padStart(2, "0"));
  return { day: day.join("-"), time: time.join(":") };
}

/** Epoch ms. Null if a part is missing or malformed. A time that a clock change skips becomes an hour later. */
export function toTimestamp({ day, time }: TimeChoice): number | null {
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || !/^\d\d:\d\d$/.test(time)) return null;
  // Without an offset JavaScript reads it in the local time zone.
  const timestamp = new Date(`${day}T${time}`).getTime();
  return Number.isNaN(timestamp) ? null : timestamp;
}

/**
 * The end of an auction that runs this many days from `from`. It ends at the chosen time of day, or else at the time at
 * which it begins. If the chosen time would make it more than an hour too short, it ends a day later. A few minutes
 * don't matter, because they pass while the form is being filled in. These are calendar days, not 24 hours, so after a
 * clock change it still ends at the same time of day.
 */
export function endAfterDays(days: number, from: number, time: string): TimeChoice {
  // Rounded up to a minute, so that it isn't shorter than requested.
  const startDate = new Date(Math.ceil(from / MINUTE_MS) * MINUTE_MS);
  const daysLater = (count: number) => {
    const at = new Date(startDate);
    at.setDate(startDate.getDate() + count);
    return at.getTime();
  };
  const startTime = toTimeChoice(startDate.getTime()).time;
  const end = { day: toTimeChoice(daysLater(days)).day, time: time === "" ? startTime : time };
  const endsAt = toTimestamp(end);
  const isTooEarly = endsAt !== null && endsAt < daysLater(days) - HOUR_MS;
  return isTooEarly ? { ...end, day: toTimeChoice(daysLater(days + 1)).day } : end;
}

/** The last day that the picker offers. */
export function lastDay(now: number): string {
  return toTimeChoice(now + MAX_AUCTION_MS).day;
}

/**
 * The time to show once a day is picked. A chosen time stays, unless the day is today and the time is too early.
 * Otherwise, today gets the time an hour from now, or 23:59 if that's tomorrow. Another day gets the current time.
 */
export function suggestTime(choice: TimeChoice, now: number, leadMs: number): string {
  const { day, time } = choice;
  const timestamp = toTimestamp(choice);
  if (timestamp !== null && (timestamp >= now + leadMs || day !== toTimeChoice(now).day)) return time;
  const inAnHour = toTimeChoice(now + HOUR_MS);
  if (day === toTimeChoice(now).day) return inAnHour.day === day ? inAnHour.time : LAST_OF_DAY;
  return time === "" ? toTimeChoice(now).time : time;
}

/** The error for a start, at the field to correct. An empty start is valid. Bidding then begins at listing. */
export function startProblem(choice: TimeChoice, now: number): TimeProblem | null {
  if (choice.day === "" && choice.time === "") return null;
  const problem = timeProblem(choice, now, "starts");
  if (problem) return problem;
  const timestamp = toTimestamp(choice) ?? 0;
  if (timestamp < now) return { field: "time", message: tooSoonMessage(timestamp, now, now) };
  return timestamp > now + MAX_AUCTION_MS ? { field: "day", message: ERRORS.start_too_late.message } : null;
}

/**
 * The error for an end, at the field to correct. `leadMs` is the shortest duration of an auction, `startsAt` its start
 * if that's in the future.
 */
export function endProblem(choice: TimeChoice, now: number, leadMs: number, startsAt = now): TimeProblem | null {
  const problem = timeProblem(choice, now, "ends");
  if (problem) return problem;
  const timestamp = toTimestamp(choice) ?? 0;
  if (timestamp < startsAt + leadMs)
    return { field: "time", message: tooSoonMessage(timestamp, now, startsAt + leadMs) };
  if (timestamp > startsAt + MAX_AUCTION_MS) return { field: "day", message: ERRORS.end_too_late.message };
  return null;
}

/** The error if a part is missing or the day has passed. */
function timeProblem(choice: TimeChoice, now: number, what: "starts" | "ends"): TimeProblem | null {
  const isDayMissing = toTimestamp({ day: choice.day, time: "12:00" }) === null;
  if (isDayMissing) return { field: "day", message: what === "ends" ? END_REQUIRED : "Choose the day it starts" };
  const today = toTimeChoice(now).day;
  if (choice.day < today) return { field: "day", message: "This day has passed. Choose today or later." };
  if (toTimestamp(choice) === null) return { field: "time", message: `Choose the time it ${what}` };
  return null;
}

/** `earliestAt` is the first valid moment. Also used for the server's refusals. */
export function tooSoonMessage(timestamp: number | null, now: number, earliestAt: number): string {
  const firstAt = Math.ceil(earliestAt / MINUTE_MS) * MINUTE_MS;
  const isSameDay = timestamp !== null && toTimeChoice(firstAt).day === toTimeChoice(timestamp).day;
  const first = (isSameDay ? format.shortTime : format.dateAndTime)(firstAt);
  const what = timestamp !== null && timestamp <= now ? "This time has already passed" : "This is too soon";
  return `${what}. Choose ${first} or later.`;
}

const END_REQUIRED = "Auction end date is required";
