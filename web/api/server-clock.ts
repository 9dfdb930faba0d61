/**
 * The server's clock, by which every countdown runs. Every time the server tells its milliseconds, the difference to
 * our clock is pinned between two bounds: it read its clock after we asked and before we heard. One exchange puts the
 * estimate in the middle, which is the correction by half the round trip; later ones narrow the bounds, and a slow one
 * can spoil nothing. Until then the `Date` header of any answer keeps a machine whose clock is plainly wrong from
 * showing nonsense.
 */
export type ClockBounds = { readonly lowMs: number; readonly highMs: number };

export const UNKNOWN: ClockBounds = { lowMs: -Infinity, highMs: Infinity };

/** A Date header is cut to the second and travels: a smaller difference says nothing. */
const COARSE_MS = 2_000;

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

// Module state, because there is one server and one device clock: every answer and every frame narrows the same bounds.
let bounds = UNKNOWN;
let coarseMs = 0;

/** Epoch ms as the server counts them. */
export function serverNow(): number {
  return Date.now() + (bounds === UNKNOWN ? coarseMs : offsetMs(bounds));
}

/** Learns from an exact time of the server; `sentAt` is when we asked for it (epoch ms by our clock), if we did. */
export function noteServerTime(serverTime: number, sentAt: number | null = null): void {
  bounds = narrowed(bounds, serverTime, sentAt, Date.now());
}

/** Learns from the `Date` header of an answer, as long as nothing better is known. */
export function noteAnswerDate(header: string | null): void {
  if (bounds !== UNKNOWN || !header) return;
  const answeredAt = Date.parse(header) + 500;
  if (!Number.isFinite(answeredAt)) return;
  const differenceMs = answeredAt - Date.now();
  coarseMs = Math.abs(differenceMs) > COARSE_MS ? differenceMs : 0;
}
