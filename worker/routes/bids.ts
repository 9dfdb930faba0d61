/** Bidding over REST. The room decides, and the same command over its socket gets the same answer. */
import { Hono } from "hono";

import { actorOf, requesterOf, bidderOf } from "../accounts/actor.ts";
import { invalidateLists } from "../catalogue/list-cache.ts";
import {
  deleteBidResponse,
  deleteBidQuery,
  editBidResponse,
  editBidInput,
  ownMaximumResponse,
  placeBidResponse,
  placeBidInput,
  standingResponse,
} from "../contract/bid.ts";
import { doneResponse, idParam } from "../contract/fields.ts";
import { REFUSALS } from "../contract/refusals.ts";
import { jsonBody } from "../http/body.ts";
import type { HttpEnv } from "../http/context.ts";
import { describeRoute } from "../http/describe-route.ts";
import { fail, failWith } from "../http/failure.ts";
import { callerOf } from "../http/find-session.ts";
import { withIdempotencyKey } from "../http/idempotency-key.ts";
import { bidLimit } from "../http/person-limits.ts";
import { signedInToBid, signedIn } from "../http/session.ts";
import { validate } from "../http/validation.ts";
import { verifiedOnly } from "../http/verified-email.ts";
import { bidOriginOf } from "../object-clients/bid-origin.ts";
import { roomOf, roomOfBid } from "../object-clients/objects.ts";
import { toMinorOffer } from "../rules/money.ts";

export const bids = new Hono<HttpEnv>()
  .post(
    "/placeBid",
    describeRoute({
      tag: "Bids",
      summary: "Place a bid",
      description:
        "Send an exact `bidAmount`, a `maxBid` that we bid up to for you, or both, with `bidAmount` as the minimum. " +
        "A `bidAmount` above 20 times the minimum bid needs `confirmed`. If you retry with the same " +
        "`Idempotency-Key` within 24 hours, you get the first response.",
      status: 201,
      response: placeBidResponse,
      refuses: REFUSALS.placeBid,
    }),
    signedInToBid,
    bidLimit,
    verifiedOnly,
    withIdempotencyKey,
    jsonBody,
    validate("json", placeBidInput),
    async (c) => {
      const { productId, confirmed, ...offer } = c.req.valid("json");
      const placed = await roomOf(c, productId).placeBid({
        actor: bidderOf(callerOf(c), c.get("settings"), c.get("now")),
        ...bidOriginOf(c, callerOf(c)),
        ...toMinorOffer(offer),
        confirmed,
        workerReceivedAt: c.get("now"),
        key: c.get("idempotencyKey"),
      });
      if (!placed.ok) return failWith(c, placed.failure);
      return c.json({ success: true, message: "Bid Placed", ...placed.value }, 201);
    },
  )
  .on(
    ["PUT", "PATCH"],
    "/editBid/:id",
    describeRoute({
      tag: "Bids",
      summary: "Raise your bid",
      description:
        "Takes the same amounts as a new bid. On your leading bid, `maxBid` alone changes the maximum, and can lower " +
        "it unless a reserve is still hidden. If you retry with the same `Idempotency-Key` within 24 hours, you get " +
        "the first response.",
      response: editBidResponse,
      refuses: REFUSALS.editBid,
    }),
    signedInToBid,
    bidLimit,
    verifiedOnly,
    validate("param", idParam),
    withIdempotencyKey,
    jsonBody,
    validate("json", editBidInput),
    async (c) => {
      const { id: editedId } = c.req.valid("param");
      const room = roomOfBid(c, editedId);
      if (!room) return fail(c, "bid_not_found");
      const edited = await room.editBid({
        actor: bidderOf(callerOf(c), c.get("settings"), c.get("now")),
        ...bidOriginOf(c, callerOf(c)),
        bidId: editedId,
        ...toMinorOffer(c.req.valid("json")),
        confirmed: c.req.valid("json").confirmed,
        workerReceivedAt: c.get("now"),
        key: c.get("idempotencyKey"),
      });
      if (!edited.ok) return failWith(c, edited.failure);
      return c.json({ success: true, message: "Bid Updated Successfully", ...edited.value });
    },
  )
  .delete(
    "/deleteBid/:id",
    describeRoute({
      tag: "Bids",
      summary: "Withdraw or undo your bid",
      description:
        "You must have placed the bid within the last hour, unless more than 12 hours are left. With " +
        "`reason=mistake`, it must instead lead and be at most 60 seconds old. If you retry with the same " +
        "`Idempotency-Key` within 24 hours, you get the first response.",
      response: deleteBidResponse,
      refuses: REFUSALS.withdrawBid,
    }),
    signedInToBid,
    bidLimit,
    validate("param", idParam),
    validate("query", deleteBidQuery),
    withIdempotencyKey,
    async (c) => {
      const { id: withdrawnId } = c.req.valid("param");
      const { reason } = c.req.valid("query");
      const room = roomOfBid(c, withdrawnId);
      if (!room) return fail(c, "bid_not_found");
      const withdrawn = await room.withdrawBid({
        actor: bidderOf(callerOf(c), c.get("settings"), c.get("now")),
        bidId: withdrawnId,
        ...(reason && { reason }),
        key: c.get("idempotencyKey"),
      });
      if (!withdrawn.ok) return failWith(c, withdrawn.failure);
      const message = reason ? "Bid Undone" : "Bid Deleted Successfully";
      return c.json({ success: true, message, ...withdrawn.value });
    },
  )
  .post(
    "/requestRelease/:id",
    describeRoute({
      tag: "Bids",
      summary: "Ask the seller to release your bid",
      description:
        "For a bid you can't withdraw yourself. Everyone can see the request. The seller may release the bid.",
      response: doneResponse,
      refuses: REFUSALS.requestRelease,
    }),
    signedInToBid,
    bidLimit,
    validate("param", idParam),
    withIdempotencyKey,
    async (c) => {
      const { id: requestedBidId } = c.req.valid("param");
      const room = roomOfBid(c, requestedBidId);
      if (!room) return fail(c, "bid_not_found");
      const requested = await room.requestRelease({
        actor: bidderOf(callerOf(c), c.get("settings"), c.get("now")),
        bidId: requestedBidId,
        key: c.get("idempotencyKey"),
      });
      if (!requested.ok) return failWith(c, requested.failure);
      return c.json({ success: true, message: "Request Sent" });
    },
  )
  .post(
    "/releaseBid/:id",
    describeRoute({
      tag: "Bids",
      summary: "Release a bid on your auction",
      description:
        "The bidder must have requested the release. We recalculate the price and the leader from the other bids.",
      response: standingResponse,
      refuses: [
        "auction_not_found",
        "auction_ended",
        "auction_voided",
        "bid_not_found",
        "not_your_auction",
        "listing_hidden",
        "release_not_requested",
        "withdrawal_too_late",
        "key_reused",
      ],
    }),
    signedIn,
    validate("param", idParam),
    withIdempotencyKey,
    async (c) => {
      const { id: releasedId } = c.req.valid("param");
      const room = roomOfBid(c, releasedId);
      if (!room) return fail(c, "bid_not_found");
      const released = await room.releaseBid({
        actor: actorOf(callerOf(c)),
        bidId: releasedId,
        key: c.get("idempotencyKey"),
      });
      if (!released.ok) return failWith(c, released.failure);
      invalidateLists();
      return c.json({ success: true, message: "Bid Released", ...released.value });
    },
  );

export const ownMaximum = new Hono<HttpEnv>().get(
  "/:id/maximum",
  describeRoute({
    tag: "Bids",
    summary: "Get the maximum of your leading bid",
    description:
      "`maximum` is null unless you lead with an automatic bid. No one else can see it until `isPublic` is true.",
    response: ownMaximumResponse,
    refuses: ["auction_not_found"],
  }),
  signedIn,
  validate("param", idParam),
  async (c) => {
    const found = await roomOf(c, c.req.valid("param").id).maximumOf(requesterOf(callerOf(c)));
    if (!found.ok) return failWith(c, found.failure);
    return c.json({ success: true, message: "Maximum Fetched", ...found.value });
  },
);
