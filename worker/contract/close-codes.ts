/** The codes we close sockets with, and their meaning for a client. */

/**
 * Closes an inbox's socket whose session has ended. Its page then refetches the notifications, which shows whether
 * anyone is signed in. If so, it reconnects as after any other close.
 */
export const CLOSE_SESSION_ENDED = 4401;
/** Closes a person's oldest inbox socket when they open more than ten pages. It reconnects once its page is visible. */
export const CLOSE_TOO_MANY_PAGES = 4429;

/** Closes a socket that we refuse for now. The reason contains the number of seconds to wait. */
export const CLOSE_TRY_LATER = 4503;

export function tryLaterReason(seconds: number): string {
  return `retry after ${seconds}`;
}

/** The seconds in the reason of a socket closed with `CLOSE_TRY_LATER`, or null. */
export function parseTryLaterReason(reason: string): number | null {
  const { seconds } = /^retry after (?<seconds>\d{1,6})$/.exec(reason)?.groups ?? {};
  return seconds === undefined ? null : Number(seconds);
}
