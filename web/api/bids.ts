/**
 * Placing, editing and withdrawing a bid. A bid counts as placed only when the room has said so: by its
 * acknowledgement on the socket, or by the answer over REST. Both carry the same key, so a bid that is sent a second
 * time because the first word was lost gets the first answer and is no second bid.
 */
import { deleteBidAnswer, editBidAnswer, type PlaceBidAnswer, placeBidAnswer } from "../../worker/contract/bid.ts";
import type { Standing } from "../../worker/contract/catalogue.ts";
import { ERRORS } from "../../worker/contract/errors.ts";
import type { AuctionRoom } from "./auction-room.ts";
import { call } from "./client.ts";
import { ApiFailure } from "./failure.ts";

export type BidAttempt = { readonly bidAmount: number; readonly key: string };

export async function placeBid(
  room: Pick<AuctionRoom, "placeBid">,
  auctionId: string,
  { bidAmount, key }: BidAttempt,
): Promise<Pick<PlaceBidAnswer, "newBid" | "auction">> {
  const ack = await room.placeBid(key, bidAmount);
  if (ack?.success) return ack;
  // A socket keeps the session that it was opened with; one that has ended since does not speak for the person.
  if (ack && ack.code !== "not_signed_in") throw new ApiFailure(ack.code, ack.message, ERRORS[ack.code].status, ack);
  return call(placeBidAnswer, "/bid/placeBid", {
    method: "POST",
    body: { productId: auctionId, bidAmount },
    headers: { "idempotency-key": key },
  });
}

export function editBid(bidId: string, { bidAmount, key }: BidAttempt) {
  return call(editBidAnswer, `/bid/editBid/${encodeURIComponent(bidId)}`, {
    method: "PUT",
    body: { bidAmount },
    headers: { "idempotency-key": key },
  });
}

export async function deleteBid(bidId: string): Promise<Standing> {
  const path = `/bid/deleteBid/${encodeURIComponent(bidId)}`;
  return (await call(deleteBidAnswer, path, { method: "DELETE" })).auction;
}
