/**
 * The server's clock, by which every countdown runs. A socket or an auction's page tells its time in milliseconds;
 * that is corrected by half the round trip. Until then the `Date` header of any answer keeps a machine whose clock is
 * plainly wrong from showing nonsense.
 */

/** A Date header is cut to the second and travels: a smaller difference says nothing. */
const COARSE_MS = 2_000;

let offsetMs = 0;
let exact = false;

/** Epoch ms as the server counts them. */
export function serverNow(): number {
  return Date.now() + offsetMs;
}

/**
 * Learns from an exact time of the server. `roundTripMs` is how long the question and its answer travelled, 0 when
 * that is unknown.
 */
export function noteServerTime(serverTime: number, roundTripMs = 0): void {
  offsetMs = serverTime + roundTripMs / 2 - Date.now();
  exact = true;
}

/** Learns from the `Date` header of an answer, as long as nothing better is known. */
export function noteAnswerDate(header: string | null): void {
  if (exact || !header) return;
  const answeredAt = Date.parse(header) + 500;
  if (!Number.isFinite(answeredAt)) return;
  const differenceMs = answeredAt - Date.now();
  offsetMs = Math.abs(differenceMs) > COARSE_MS ? differenceMs : 0;
}
