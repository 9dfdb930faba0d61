/** Bids: the bidder's requests and the public view. */
import * as z from "zod";

import { person, standing } from "./catalogue.ts";
import {
  amount,
  responseSchema,
  BID_AMOUNT_MESSAGE,
  id,
  AMOUNT_REQUIRED,
  hasAmount,
  INVALID_CURSOR_MESSAGE,
  offer,
  pageSize,
} from "./fields.ts";

/** Whether the bidder confirmed an amount far above the next bid. */
const confirmed = z.boolean().optional();

export const placeBidInput = z.object({ productId: id, ...offer, confirmed }).refine(hasAmount, AMOUNT_REQUIRED);

/** `price` is the Buy It Now price the buyer saw. We refuse any other. */
export const buyNowInput = z.object({ price: amount(BID_AMOUNT_MESSAGE) });

export const editBidInput = z.object({ ...offer, confirmed }).refine(hasAmount, AMOUNT_REQUIRED);
export type EditBidInput = z.infer<typeof editBidInput>;

/**
 * With a reason, the call undoes a typo. That's possible for 60 seconds, while the bid leads and before the last
 * soft-close window.
 */
export const deleteBidQuery = z.object({ reason: z.literal("mistake").optional() });

/** Retrying a call with the same key changes nothing and returns the first response. */
export const idempotencyKey = z.string().min(8).max(255);

export const publicBid = z
  .object({
    _id: z.string(),
    amount: z.number(),
    bidder: person,
    createdAt: z.string(),
    auto: z.boolean(),
    edited: z.boolean(),
    /** Set once its bidder can't withdraw it without the seller, because that would reveal a maximum or the reserve. */
    reveals: z.literal(true).exactOptional(),
    /** Set once its bidder has asked the seller to release it. */
    releaseRequested: z.literal(true).exactOptional(),
    /** How many bids its bidder has withdrawn in this auction. Absent if none. */
    withdrawals: z.number().exactOptional(),
  })
  .meta({ ref: "Bid" });
export type PublicBid = z.infer<typeof publicBid>;

/**
 * The receipt of an accepted bid, edit or withdrawal: the number and the hash of its fact in the journal. A retry with
 * the same key gets the same receipt.
 */
export const receipt = { seq: z.number().int(), hash: z.string() };
export type Receipt = { readonly seq: number; readonly hash: string };

/** Whether the bidder leads right after the bid or edit. Another bidder's maximum may outbid it immediately. */
export const leads = z.boolean();

export const placeBidResponse = responseSchema({ newBid: publicBid, auction: standing, leads, ...receipt });
export type PlaceBidResponse = z.infer<typeof placeBidResponse>;
export const editBidResponse = responseSchema({ updatedBid: publicBid, auction: standing, leads, ...receipt });
/**
 * The maximum of your own leading bid, shown to no one else. Null if there is none. `isPublic` is true once a bid has
 * reached it, even one that was withdrawn or voided. The maximum of a bid that doesn't lead is public, because it's the
 * bid's amount.
 */
export const ownMaximumResponse = responseSchema({
  maximum: z.object({ bidId: z.string(), maxBid: z.number(), isPublic: z.boolean() }).nullable(),
});
export type OwnMaximumState = z.infer<typeof ownMaximumResponse>["maximum"];
export const deleteBidResponse = responseSchema({ auction: standing, ...receipt });

/** The response to a command that changes only the standing. */
export const standingResponse = responseSchema({ auction: standing });

export const bidsQuery = z.object({
  auctionId: id,
  /** The sequence number of a fact. */
  cursor: z
    .string()
    .regex(/^\d{1,15}$/, INVALID_CURSOR_MESSAGE)
    .optional(),
  limit: pageSize(100),
});
export const bidsResponse = responseSchema({ bids: z.array(publicBid), nextCursor: z.string().nullable() });

/** The auction that a bid belongs to. A bid's ID is its auction's ID and the number of the fact that placed it. */
export function auctionIdOfBid(bidId: string): string | null {
  return /^(\w{1,50})-\d{1,12}$/.exec(bidId)?.[1] ?? null;
}
