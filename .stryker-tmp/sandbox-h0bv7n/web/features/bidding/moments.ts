/**
 * The moments of an auction that are more than a tick: closing soon, and what is said aloud near the end. Pure: the
 * end and the server's time in, epoch milliseconds both.
 */
// @ts-nocheck

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

/** Within this of its end an auction is closing soon. */
const CLOSING_SOON_MS = 24 * 60 * MINUTE_MS;

export function isClosingSoon(endsAt: number, now: number): boolean {
  return endsAt > now && endsAt - now <= CLOSING_SOON_MS;
}

/** What is said aloud when that much is left, the nearest to the end last; the seconds between tick in silence. */
export const MARKS = [
  { atMs: 5 * MINUTE_MS, says: "5 minutes left" },
  { atMs: MINUTE_MS, says: "1 minute left" },
  { atMs: 10 * SECOND_MS, says: "10 seconds left" },
] as const;

/** How many of the marks are behind us; none before the first one and none once it is over. */
export function marksPassed(endsAt: number, now: number): number {
  return now >= endsAt ? 0 : MARKS.filter(({ atMs }) => now >= endsAt - atMs).length;
}
