const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

type TimeParts = { days: number; hours: number; minutes: number; seconds: number };

/** Splits a remaining duration into whole parts, rounded up to the next second. Zeros once it's over. */
export function timeLeft(durationMs: number): TimeParts {
  const wholeMs = Math.max(0, Math.ceil(durationMs / SECOND_MS)) * SECOND_MS;
  return {
    days: Math.floor(wholeMs / DAY_MS),
    hours: Math.floor((wholeMs % DAY_MS) / HOUR_MS),
    minutes: Math.floor((wholeMs % HOUR_MS) / MINUTE_MS),
    seconds: Math.floor((wholeMs % MINUTE_MS) / SECOND_MS),
  };
}

/** The two largest parts: `3d 4h`, `4h 12m`, `12m 05s`, `45s`. */
export function shortTimeLeft(durationMs: number): string {
  const { days, hours, minutes, seconds } = timeLeft(durationMs);
  if (days > 0) return `${days}d ${hours}h`;
  if (hours > 0) return `${hours}h ${minutes}m`;
  if (minutes > 0) return `${minutes}m ${twoDigits(seconds)}s`;
  return `${seconds}s`;
}

/** Days only if there are any, then always hours, minutes and seconds: `2d 04h 07m 09s`. */
export function fullTimeLeft(durationMs: number): string {
  const { days, hours, minutes, seconds } = timeLeft(durationMs);
  return `${days > 0 ? `${days}d ` : ""}${twoDigits(hours)}h ${twoDigits(minutes)}m ${twoDigits(seconds)}s`;
}

/** A clock with minutes and seconds: `1:42`, `0:09`. */
export function clockText(durationMs: number): string {
  const seconds = Math.max(0, Math.ceil(durationMs / SECOND_MS));
  return `${Math.floor(seconds / 60)}:${twoDigits(seconds % 60)}`;
}

/** A fixed duration in words, in whole minutes if possible, otherwise in seconds: `2 minutes`, `90 seconds`. */
export function durationText(durationMs: number): string {
  const inMinutes = durationMs % MINUTE_MS === 0;
  const count = inMinutes ? durationMs / MINUTE_MS : Math.max(1, Math.round(durationMs / SECOND_MS));
  return `${count} ${inMinutes ? "minute" : "second"}${count === 1 ? "" : "s"}`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}
