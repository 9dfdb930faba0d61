/**
 * When a bid can still be withdrawn. This is its own file, because the first screen of an auction's page needs it and
 * nothing else from `withdrawing.ts`. All times are epoch ms.
 */
const HOUR_MS = 3_600_000;
/** With more than this left, it's never too late to withdraw a bid, and a seller can cancel a listing with bids. */
export const FREE_WITHDRAWAL_MS = 12 * HOUR_MS;
/** With `FREE_WITHDRAWAL_MS` or less left, you can withdraw a bid only this long after you placed it. */
export const WITHDRAWAL_GRACE_MS = HOUR_MS;
/** How long you can undo a typo. It's long enough to notice one, and too short to exploit. */
export const UNDO_MS = 60_000;

/**
 * The latest time that `canWithdraw` allows (epoch ms), for the browser's button. `freezeMs` comes from the
 * auction's terms. Only the room checks what happens to the lead.
 */
export function withdrawableUntil(placedAt: number, endsAt: number, freezeMs: number): number {
  return Math.min(endsAt - freezeMs, Math.max(endsAt - FREE_WITHDRAWAL_MS, placedAt + WITHDRAWAL_GRACE_MS));
}

/**
 * How long before the end bids can no longer be undone (ms). It's the soft-close window, because no one could respond
 * to a bid undone in it. Without soft close (0) it's the freeze, in which no bid can be withdrawn either.
 */
export function undoCutoffMsFor(softCloseMs: number, freezeMs: number): number {
  return softCloseMs || freezeMs;
}

/**
 * The latest time to undo a bid placed at `placedAt` (epoch ms), as long as it leads. `endsAt` is the end of its
 * auction and `cutoffMs` its `undoCutoffMsFor`.
 */
export function undoableUntil(placedAt: number, endsAt: number, cutoffMs: number): number {
  return Math.min(placedAt + UNDO_MS, endsAt - cutoffMs);
}
