import { UNDO_MS } from "../../../worker/rules/withdrawal-times.ts";

/** The bid that a person has just placed by one press in a row of My Bids: for a while the row shows it, to be undone. */
export type RecentBid = {
  readonly bidId: string;
  /** Major units. */
  readonly amount: number;
  /** By the server's clock, epoch ms. */
  readonly placedAt: number;
  /** Why another bidder's automatic bid held against it, right after it; null if it led. */
  readonly outbidAtOnce: string | null;
  /** The highest of their bids before it, which an undo brings back. Major units. */
  readonly ownBidBefore: number;
  /** Whether it revealed something: then only the seller can release it. */
  readonly reveals: boolean;
  readonly isUndone: boolean;
  /** Why the server did not undo it; then the undo is gone. */
  readonly refusal: string | null;
};

/** `now` is the server's time, epoch ms. */
export function isUndoOver({ placedAt, isUndone }: RecentBid, now: number): boolean {
  return isUndone || now > placedAt + UNDO_MS;
}

/** For this long a press may have been meant for what the row showed before. */
export const REPLACED_MS = 5_000;
