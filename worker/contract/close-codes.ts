/** The codes with which sockets are closed, and their meaning for a client. */

/**
 * Close code of an inbox's socket whose session has ended. Its page fetches the list, which says who is signed in, and
 * connects again as after any other close while someone is.
 */
export const CLOSE_SESSION_ENDED = 4401;
/**
 * Close code of the oldest inbox socket of a person with very many open pages. It reconnects when its page is visible.
 */
export const CLOSE_MANY_PAGES = 4429;

/** Close code of a socket that is refused for now: its reason says how many seconds to wait. */
export const CLOSE_TRY_LATER = 4503;

export function tryLaterReason(seconds: number): string {
  return `retry after ${seconds}`;
}

/** The seconds in the reason of a socket that was closed with `CLOSE_TRY_LATER`; null if there are none. */
export function secondsInReason(reason: string): number | null {
  const { seconds } = /^retry after (?<seconds>\d{1,6})$/.exec(reason)?.groups ?? {};
  return seconds === undefined ? null : Number(seconds);
}

/**
 * The code to close a socket with that its client has closed with `code`. A client may send any number, but only these
 * can be sent (RFC 6455, 7.4): any other would throw, so it is answered with 1000. Its reason is not sent back.
 */
export function sendableCloseCode(code: number): number {
  const standard = (code >= 1000 && code <= 1003) || (code >= 1007 && code <= 1014);
  return standard || (code >= 3000 && code <= 4999) ? code : 1000;
}
