/**
 * What time it is at the server. Every time the server tells its clock, the difference to ours is pinned between two
 * bounds: it read its clock after we asked and before we heard. One exchange puts the estimate in the middle, which
 * is the correction by half the round trip; later ones narrow the bounds, and a slow one can spoil nothing.
 */
export type ClockBounds = { readonly lowMs: number; readonly highMs: number };

/** Before anything is known the device's own clock has to do. */
export const UNKNOWN: ClockBounds = { lowMs: -Infinity, highMs: Infinity };

/** `sentAt` is null for what the server tells unasked: that bounds the difference from one side only. */
export function narrowed(
  bounds: ClockBounds,
  serverTime: number,
  sentAt: number | null,
  receivedAt: number,
): ClockBounds {
  const lowMs = serverTime - receivedAt;
  const highMs = sentAt === null ? Infinity : serverTime - sentAt;
  const both = { lowMs: Math.max(bounds.lowMs, lowMs), highMs: Math.min(bounds.highMs, highMs) };
  // Bounds that exclude each other mean that one of the clocks was set or has drifted: only the newest word counts.
  return both.lowMs <= both.highMs ? both : { lowMs, highMs };
}

/** The difference to add to our clock, in milliseconds. */
export function offsetMs({ lowMs, highMs }: ClockBounds): number {
  if (lowMs === -Infinity) return 0;
  return highMs === Infinity ? lowMs : (lowMs + highMs) / 2;
}

let bounds = UNKNOWN;

/** Tells what the server's clock read; `sentAt` and `receivedAt` are epoch ms by our own clock. */
export function observeServerTime(serverTime: number, sentAt: number | null, receivedAt = Date.now()): void {
  bounds = narrowed(bounds, serverTime, sentAt, receivedAt);
}

/** Now, by the server's clock: epoch ms. */
export function serverNow(): number {
  return Date.now() + offsetMs(bounds);
}
