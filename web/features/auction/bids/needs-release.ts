/** Which bids a person can't withdraw alone, as far as the page can tell. The room decides. Pure. */
import type { AuctionDetails } from "../../../../worker/contract/auction.ts";
import type { PublicBid } from "../../../../worker/contract/bid.ts";
import type { ErrorCode } from "../../../../worker/contract/errors.ts";
import { undoCutoffMsFor } from "../../../../worker/rules/withdrawal-times.ts";
import { ApiFailure } from "../../../api/failure.ts";
import { type SoftCloseTerms, softCloseWindowOf } from "../../../ui/items/soft-close.ts";

type ReserveState = Pick<AuctionDetails, "reserveMet">;

/**
 * Whether withdrawing the bid would reveal a hidden amount, or narrow it down. Each withdrawal below the reserve shows
 * that the reserve is higher.
 */
export function needsRelease({ reveals, withdrawals = 0 }: PublicBid, { reserveMet }: ReserveState): boolean {
  return reveals === true || (reserveMet === false && withdrawals > 0);
}

export const RELEASE_REQUESTED_TEXT = "You asked the seller to release this bid";

const RELEASE_INSTEAD_CODES: ReadonlySet<string> = new Set<ErrorCode>([
  "undo_reveals",
  "withdrawal_reveals",
  "already_withdrawn",
]);

/** Whether the room refused because only the seller can release the bid. */
export function needsSeller(error: Error | null): boolean {
  return error instanceof ApiFailure && RELEASE_INSTEAD_CODES.has(error.code);
}

/**
 * The seller can release a bid until this time (epoch ms). After that, in the soft-close window or the freeze, the
 * rules refuse it.
 */
export function releasableUntil(endsAt: number, auction: SoftCloseTerms & Pick<AuctionDetails, "freezeMs">): number {
  return endsAt - undoCutoffMsFor(softCloseWindowOf(auction), auction.freezeMs);
}
