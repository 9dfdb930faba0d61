/**
 * Placing, editing and withdrawing bids, and Buy It Now. A bid counts as placed only when the room has confirmed it, by
 * an acknowledgment on the socket or a response over REST. Both requests carry the same key, so resending a bid whose
 * response was lost returns the first response and places no second bid. We keep the receipt in each confirmation.
 */
import type { EditBidInput, PlaceBidResponse } from "../../worker/contract/bid.ts";
import type { Standing } from "../../worker/contract/catalogue.ts";
import type { ErrorCode } from "../../worker/contract/errors.ts";
import { callOnce, idempotencyHeader, sendOnce } from "./attempts.ts";
import { call } from "./client.ts";
import { ApiFailure } from "./failure.ts";
import type { LiveAuctionSocket } from "./live-auction-socket.ts";
import { saveReceipt } from "./receipts.ts";
import { deleteBidResponse, editBidResponse, placeBidResponse } from "./response-schemas.ts";

/** After a network error, a bid is sent up to twice more. The idempotency key makes that safe. */
const MAX_RETRIES = 2;
const RETRY_DELAY_MS = 1_000;

/** Retry options for mutations that send a bid. */
export const resendOptions = {
  retry: (failures: number, error: Error) =>
    failures < MAX_RETRIES && error instanceof ApiFailure && error.code === "unreachable",
  retryDelay: RETRY_DELAY_MS,
} as const;

/**
 * A socket keeps the session and the bidder level from when it was opened. Refusals that depend on those are retried
 * once over REST, which has the current ones.
 */
const REST_RETRY_CODES: readonly ErrorCode[] = [
  "not_signed_in",
  "email_not_verified",
  "new_member_amount",
  "new_member_auctions",
];

/**
 * The codes after which the bid may have been placed. An acknowledgment has no HTTP status, and looking the status up
 * in `ERRORS` would add every error message to the script.
 */
const UNDECIDED_CODES: readonly ErrorCode[] = ["busy", "internal_error", "outcome_unknown"];

/** One open attempt per auction. Placing a bid again after deleting it is a new attempt. */
const subjectOf = (auctionId: string) => `bid on ${auctionId}`;

const partsOf = ({ bidAmount, maxBid, confirmed }: EditBidInput) => [bidAmount, maxBid, confirmed];

export async function placeBid(
  socket: Pick<LiveAuctionSocket, "placeBid">,
  auctionId: string,
  offer: EditBidInput,
): Promise<Pick<PlaceBidResponse, "newBid" | "auction" | "leads" | "seq">> {
  const placed = await sendOnce(subjectOf(auctionId), ["place", ...partsOf(offer)], async (key) => {
    const ack = await socket.placeBid(key, offer);
    if (ack?.success) return ack;
    if (ack && !REST_RETRY_CODES.includes(ack.code)) {
      throw new ApiFailure(ack.code, ack.message, UNDECIDED_CODES.includes(ack.code) ? 503 : 409, ack);
    }
    return call(placeBidResponse, "/bid/placeBid", {
      method: "POST",
      body: { productId: auctionId, ...offer },
      headers: idempotencyHeader(key),
    });
  });
  saveReceipt(auctionId, placed, placed.newBid.amount);
  return placed;
}

export async function editBid(auctionId: string, bidId: string, offer: EditBidInput) {
  const attempt = [subjectOf(auctionId), bidId, ...partsOf(offer)] as const;
  const path = `/bid/editBid/${encodeURIComponent(bidId)}`;
  const edited = await callOnce(attempt, editBidResponse, path, { method: "PUT", body: offer });
  saveReceipt(auctionId, edited, edited.updatedBid.amount);
  return edited;
}

/** Buys the item at the price on the page. The server refuses any other price. */
export async function buyNow(
  auctionId: string,
  price: number,
): Promise<Pick<PlaceBidResponse, "newBid" | "auction" | "leads" | "seq">> {
  const path = `/auction/${encodeURIComponent(auctionId)}/buy`;
  const options = { method: "POST", body: { price } } as const;
  const bought = await callOnce([subjectOf(auctionId), "buy", price], placeBidResponse, path, options);
  saveReceipt(auctionId, bought, price);
  return bought;
}

/** With a reason, undoes the bid as a typo, which follows different rules. */
export async function deleteBid(auctionId: string, bidId: string, reason?: "mistake"): Promise<Standing> {
  const path = `/bid/deleteBid/${encodeURIComponent(bidId)}`;
  const options = { method: "DELETE", query: { reason } } as const;
  const deleted = await callOnce([subjectOf(auctionId), bidId, reason], deleteBidResponse, path, options);
  saveReceipt(auctionId, deleted, null);
  return deleted.auction;
}
