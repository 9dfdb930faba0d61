/**
 * The times until which a bid can be taken back. They have a file of their own, because the first screen of an
 * auction's page needs them and nothing else of `withdrawing.ts`. All times are epoch ms.
 */
const HOUR_MS = 3_600_000;
/** With more than this left any own bid may be withdrawn; a listing with bids may be cancelled. */
export const WITHDRAW_FREELY_MS = 12 * HOUR_MS;
/** Later, a bid may be withdrawn only this long after it was placed. */
export const WITHDRAW_GRACE_MS = HOUR_MS;
/** A slip may be undone this long after it was placed: long enough to notice it, too short to exploit. */
export const UNDO_MS = 60_000;

/**
 * Until when `mayWithdraw` allows it (epoch ms), for the browser's button; `freeze` is the `freezeMs` of its auction's
 * terms. Only the room refuses because of the lead.
 */
export function withdrawableUntil(placedAt: number, endsAt: number, freeze: number): number {
  return Math.min(endsAt - freeze, Math.max(endsAt - WITHDRAW_FREELY_MS, placedAt + WITHDRAW_GRACE_MS));
}

/**
 * The last moment at which a bid placed at `placedAt` can be undone (epoch ms), as long as it leads; `endsAt` is the
 * end of its auction and `lastWindow` the auction's `lastWindowMs`.
 */
export function undoableUntil(placedAt: number, endsAt: number, lastWindow: number): number {
  return Math.min(placedAt + UNDO_MS, endsAt - lastWindow);
}
