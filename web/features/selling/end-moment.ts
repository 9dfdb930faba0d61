/**
 * The end of an auction as the form has it: a date and a time of day, in the seller's own time zone. The specification
 * takes the date alone and adds the current time of day; then "today" would always be over. So the time is a field of
 * its own, and today proposes one that is still to come.
 */

/** How far ahead the proposal for today lies at least, and what it is rounded up to. */
const AHEAD_MS = 60 * 60_000;
const STEP_MINUTES = 15;
const LAST_OF_DAY = "23:59";

/** `2026-11-21`, as a date field has it. */
export function dateText(at: number): string {
  const date = new Date(at);
  return [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join("-");
}

/** `18:30`, as a time field has it. */
export function timeText(at: number): string {
  const date = new Date(at);
  return `${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** Epoch ms of a date and a time of day here, or null while one of them is missing. */
export function endOf(date: string, time: string): number | null {
  const [year, month, day] = date.split("-").map(Number);
  const [hours, minutes] = time.split(":").map(Number);
  if (!year || !month || !day || hours === undefined || minutes === undefined) return null;
  const at = new Date(year, month - 1, day, hours, minutes).getTime();
  return Number.isNaN(at) ? null : at;
}

/** The time of day to propose for a date: the current one, except that today's must be still to come. */
export function proposedTime(date: string, now: number): string {
  if (date !== dateText(now)) return timeText(now);
  const stepMs = STEP_MINUTES * 60_000;
  const proposal = Math.ceil((now + AHEAD_MS) / stepMs) * stepMs;
  return dateText(proposal) === date ? timeText(proposal) : LAST_OF_DAY;
}

function two(value: number): string {
  return String(value).padStart(2, "0");
}
