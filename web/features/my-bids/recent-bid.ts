import { UNDO_MS } from "../../../worker/rules/withdrawal-times.ts";

/**
 * The bid that a person has just placed with one tap in a row of My Bids. The row shows it for a while, with its undo.
 */
export type RecentBid = {
  readonly bidId: string;
  /** Major units. */
  readonly amount: number;
  /** By the server's clock, epoch ms. */
  readonly placedAt: number;
  /** Why another bidder's automatic bid held against it right away. Null if it led. */
  readonly outbidAtOnce: string | null;
  /** The highest of their bids before it, which an undo brings back. Major units. */
  readonly ownBidBefore: number;
  /** Whether it revealed something, so that only the seller can release it. */
  readonly reveals: boolean;
  readonly isUndone: boolean;
  /** Why the server did not undo it. The undo is then gone. */
  readonly refusal: string | null;
};

/** `now` is the server's time, epoch ms. */
export function isUndoOver({ placedAt, isUndone }: RecentBid, now: number): boolean {
  return isUndone || now > placedAt + UNDO_MS;
}

/** For this long a tap may have been meant for the row's previous content. */
export const REPLACED_MS = 5_000;
