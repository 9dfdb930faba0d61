/** Which bids a person can't withdraw alone, as far as the page can tell. The room decides. Pure. */
import type { AuctionDetails } from "../../../../worker/contract/auction.ts";
import type { ShownBid } from "../../../../worker/contract/bid.ts";
import type { ErrorCode } from "../../../../worker/contract/errors.ts";
import { ApiFailure } from "../../../api/failure.ts";

type ReserveShown = Pick<AuctionDetails, "reserveMet">;

/**
 * Whether withdrawing the bid would reveal a hidden amount, or narrow it down. Each withdrawal below the reserve shows
 * that the reserve is higher.
 */
export function needsRelease({ reveals, takenBack = 0 }: ShownBid, { reserveMet }: ReserveShown): boolean {
  return reveals === true || (reserveMet === false && takenBack > 0);
}

export const RELEASE_REQUESTED_TEXT = "You asked the seller to release this bid";

const ASK_INSTEAD: ReadonlySet<string> = new Set<ErrorCode>([
  "undo_reveals",
  "withdrawal_reveals",
  "already_taken_back",
]);

/** Whether the room refused because only the seller can release the bid. */
export function isForSeller(error: Error | null): boolean {
  return error instanceof ApiFailure && ASK_INSTEAD.has(error.code);
}

/** Until when the seller can release a bid (epoch ms). The rules refuse it in the last window. */
export function releasableUntil(endsAt: number, { lastWindowMs }: Pick<AuctionDetails, "lastWindowMs">): number {
  return endsAt - lastWindowMs;
}
