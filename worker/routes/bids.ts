/** Bidding over REST. The room decides; the same command over its socket gets the same answer. */
import { Hono } from "hono";
import * as z from "zod";

import { requesterOf, signedBy } from "../accounts/actor.ts";
import {
  deleteBidAnswer,
  deleteBidQuery,
  editBidAnswer,
  editBidInput,
  ownMaximumAnswer,
  placeBidAnswer,
  placeBidInput,
} from "../contract/bid.ts";
import { id } from "../contract/fields.ts";
import { bidOriginOf } from "../http/bid-origin.ts";
import { jsonBody } from "../http/body.ts";
import type { HttpEnv } from "../http/context.ts";
import { described } from "../http/described.ts";
import { fail, refused } from "../http/failure.ts";
import { keyed } from "../http/idempotency-key.ts";
import { bidLimit } from "../http/limits.ts";
import { roomOf, roomOfBid } from "../http/objects.ts";
import { callerOf, recentlySignedIn, signedIn } from "../http/session.ts";
import { valid } from "../http/validation.ts";
import { offeredMinor } from "../rules/money.ts";

const bidId = z.object({ id });

/** The codes with which the rules refuse an amount or a maximum. */
const AMOUNT_REFUSALS = [
  "bidder_blocked",
  "bid_too_low",
  "bid_too_high",
  "maximum_too_low",
  "below_own_maximum",
  "new_member_amount",
  "key_reused",
] as const;

export const bids = new Hono<HttpEnv>()
  .post(
    "/placeBid",
    described({
      tag: "Bids",
      summary: "Place a bid",
      by: "person",
      does: "writes",
      takes: "json",
      status: 201,
      answer: placeBidAnswer,
      refuses: [
        "auction_not_found",
        "auction_not_started",
        "auction_ended",
        "auction_voided",
        "own_auction",
        "too_many_bids",
        "new_member_auctions",
        ...AMOUNT_REFUSALS,
      ],
    }),
    recentlySignedIn,
    bidLimit,
    keyed,
    jsonBody,
    valid("json", placeBidInput),
    async (c) => {
      const { productId, ...offer } = c.req.valid("json");
      const placed = await roomOf(c, productId).placeBid({
        ...signedBy(callerOf(c), c.get("settings"), c.get("now")),
        ...bidOriginOf(c, callerOf(c)),
        ...offeredMinor(offer),
        receivedAt: c.get("now"),
        key: c.get("key"),
      });
      if (!placed.ok) return refused(c, placed.failure);
      return c.json({ success: true, message: "Bid Placed", ...placed.value }, 201);
    },
  )
  .on(
    ["PUT", "PATCH"],
    "/editBid/:id",
    described({
      tag: "Bids",
      summary: "Raise your bid",
      by: "person",
      does: "writes",
      takes: "json",
      answer: editBidAnswer,
      refuses: [
        "auction_not_found",
        "auction_not_started",
        "auction_ended",
        "auction_voided",
        "bid_not_found",
        "not_your_bid",
        "edit_leading_bid",
        ...AMOUNT_REFUSALS,
      ],
    }),
    recentlySignedIn,
    bidLimit,
    valid("param", bidId),
    keyed,
    jsonBody,
    valid("json", editBidInput),
    async (c) => {
      const { id: editedId } = c.req.valid("param");
      const room = roomOfBid(c, editedId);
      if (!room) return fail(c, "bid_not_found");
      const edited = await room.editBid({
        ...signedBy(callerOf(c), c.get("settings"), c.get("now")),
        ...bidOriginOf(c, callerOf(c)),
        bidId: editedId,
        ...offeredMinor(c.req.valid("json")),
        receivedAt: c.get("now"),
        key: c.get("key"),
      });
      if (!edited.ok) return refused(c, edited.failure);
      return c.json({ success: true, message: "Bid Updated Successfully", ...edited.value });
    },
  )
  .delete(
    "/deleteBid/:id",
    described({
      tag: "Bids",
      summary: "Withdraw your bid, or undo it as a mistake",
      by: "person",
      does: "writes",
      takes: "parameters",
      answer: deleteBidAnswer,
      refuses: [
        "auction_not_found",
        "auction_not_started",
        "auction_ended",
        "auction_voided",
        "bid_not_found",
        "not_your_bid",
        "withdrawal_too_late",
        "undo_higher_bid",
        "undo_too_late",
        "undo_near_end",
        "key_reused",
      ],
    }),
    recentlySignedIn,
    bidLimit,
    valid("param", bidId),
    valid("query", deleteBidQuery),
    keyed,
    async (c) => {
      const { id: withdrawnId } = c.req.valid("param");
      const { reason } = c.req.valid("query");
      const room = roomOfBid(c, withdrawnId);
      if (!room) return fail(c, "bid_not_found");
      const withdrawn = await room.withdrawBid({
        ...signedBy(callerOf(c), c.get("settings"), c.get("now")),
        bidId: withdrawnId,
        ...(reason && { reason }),
        key: c.get("key"),
      });
      if (!withdrawn.ok) return refused(c, withdrawn.failure);
      const message = reason ? "Bid Undone" : "Bid Deleted Successfully";
      return c.json({ success: true, message, ...withdrawn.value });
    },
  );

export const ownMaximum = new Hono<HttpEnv>().get(
  "/:id/maximum",
  described({
    tag: "Bids",
    summary: "The maximum of your own leading bid",
    by: "person",
    does: "reads",
    takes: "parameters",
    answer: ownMaximumAnswer,
    refuses: ["auction_not_found"],
  }),
  signedIn,
  valid("param", bidId),
  async (c) => {
    const found = await roomOf(c, c.req.valid("param").id).maximumOf(requesterOf(callerOf(c)));
    if (!found.ok) return refused(c, found.failure);
    return c.json({ success: true, message: "Maximum Fetched", ...found.value });
  },
);
