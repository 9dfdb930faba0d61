import { UNDO_MS } from "../../../worker/rules/withdrawal-times.ts";

/** The bid that a person just placed with one tap on My Bids. The row shows it, with Undo, for a while. */
export type RecentBid = {
  readonly bidId: string;
  /** Major units. */
  readonly amount: number;
  /** Epoch ms by the server's clock. */
  readonly placedAt: number;
  /** How another bidder's automatic bid immediately beat it. Null if it led. */
  readonly outbidReason: string | null;
  /** The highest of their earlier bids, which an undo restores. Major units. */
  readonly ownBidBefore: number;
  /** Whether it revealed a hidden amount, so that only the seller can release it. */
  readonly reveals: boolean;
  readonly isUndone: boolean;
  /** Why the server refused the undo, which then isn't offered anymore. */
  readonly refusal: string | null;
};

/** `now` is the server's time, epoch ms. */
export function isUndoOver({ placedAt, isUndone }: RecentBid, now: number): boolean {
  return isUndone || now > placedAt + UNDO_MS;
}

/** For this long, a tap may have been meant for the row's previous content. */
export const STALE_TAP_MS = 5_000;
