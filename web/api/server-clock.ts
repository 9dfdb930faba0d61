/**
 * The server's clock, which every countdown uses. Every message with the server's time in ms bounds the difference to
 * our clock from both sides: the server read its clock after we sent the request and before we received the response.
 * One exchange puts the estimate in the middle, which is the correction by half the round trip; later ones narrow the
 * bounds, and a slow one cannot make them worse. Until then the `Date` header of any response corrects a device clock
 * that is clearly wrong.
 */
export type ClockBounds = { readonly lowMs: number; readonly highMs: number };

export const UNKNOWN: ClockBounds = { lowMs: -Infinity, highMs: Infinity };

/** A Date header has whole seconds and takes time to arrive: a smaller difference means nothing. */
const COARSE_MS = 2_000;

/** `sentAt` is null for messages without a request: they bound the difference from one side only. */
export function narrowed(
  bounds: ClockBounds,
  serverTime: number,
  sentAt: number | null,
  receivedAt: number,
): ClockBounds {
  const lowMs = serverTime - receivedAt;
  const highMs = sentAt === null ? Infinity : serverTime - sentAt;
  const both = { lowMs: Math.max(bounds.lowMs, lowMs), highMs: Math.min(bounds.highMs, highMs) };
  // Bounds that exclude each other mean that one of the clocks was set or has drifted: only the newest pair counts.
  return both.lowMs <= both.highMs ? both : { lowMs, highMs };
}

/** The difference to add to our clock, in milliseconds. */
export function offsetMs({ lowMs, highMs }: ClockBounds): number {
  if (lowMs === -Infinity) return 0;
  return highMs === Infinity ? lowMs : (lowMs + highMs) / 2;
}

// Module state, because there is one server and one device clock: all responses and frames narrow the same bounds.
let bounds = UNKNOWN;
let coarseMs = 0;

/** Epoch ms by the server's clock. */
export function serverNow(): number {
  return Date.now() + (bounds === UNKNOWN ? coarseMs : offsetMs(bounds));
}

/** Uses an exact server time; `sentAt` is when it was requested (epoch ms by our clock), null if it was not. */
export function noteServerTime(serverTime: number, sentAt: number | null = null): void {
  bounds = narrowed(bounds, serverTime, sentAt, Date.now());
}

/** Uses the `Date` header of a response, as long as nothing better is known. */
export function noteAnswerDate(header: string | null): void {
  if (bounds !== UNKNOWN || !header) return;
  const answeredAt = Date.parse(header) + 500;
  if (!Number.isFinite(answeredAt)) return;
  const differenceMs = answeredAt - Date.now();
  coarseMs = Math.abs(differenceMs) > COARSE_MS ? differenceMs : 0;
}
