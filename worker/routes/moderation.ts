/**
 * Moderation by admins: listings and bids here, people in `people-moderation.ts`, categories in
 * `category-moderation.ts`, people's text in `text-moderation.ts`, and deals in `deal-moderation.ts`. Everyone else
 * gets 404. Every action has a reason, and its row in the list of admin actions is written before its effect or
 * together with it. After an outage there may be an admin action without its effect, but never an effect without its
 * action.
 */
import { Hono } from "hono";

import { invalidateLists } from "../catalogue/list-cache.ts";
import { auctionIdOfBid } from "../contract/bid.ts";
import { moderationResponse, signalsResponse } from "../contract/moderation.ts";
import type { HttpContext, HttpEnv } from "../http/context.ts";
import { describeRoute } from "../http/describe-route.ts";
import { fail, failWith } from "../http/failure.ts";
import { logEvent } from "../http/log.ts";
import { adminsOnly } from "../http/session.ts";
import { syncImageVisibility } from "../images/hidden-images.ts";
import {
  describeAdminAction,
  adminActionBy,
  adminActionGuards,
  sensitiveActionGuards,
  describeSensitiveAction,
} from "../moderation/admin-actions.ts";
import { addAdminAction } from "../moderation/queries/admin-actions.ts";
import { dismissReports, findPhase, listModeration } from "../moderation/queries/moderation.ts";
import { closeReports } from "../moderation/queries/reports.ts";
import { listShillSignals } from "../moderation/queries/shill-signals.ts";
import { roomOf } from "../object-clients/objects.ts";

export const moderation = new Hono<HttpEnv>()
  .get(
    "/",
    describeRoute({
      tag: "Moderation",
      summary: "List open reports and everything hidden or suspended",
      description:
        "Returns up to 200 open reports of each kind, oldest first, and up to 100 entries in each other list. For " +
        "everyone but admins, all calls under `/moderation` return `not_found`.",
      response: moderationResponse,
      refuses: ["not_found"],
    }),
    adminsOnly,
    async (c) => {
      const all = await listModeration(c.get("db"));
      return c.json({ success: true, message: "Moderation Fetched", ...all });
    },
  )
  .get(
    "/signals",
    describeRoute({
      tag: "Moderation",
      summary: "List signs of shill bidding",
      description: "Signs from the last 90 days, for admins to review. We never refuse a bid because of them.",
      response: signalsResponse,
      refuses: ["not_found"],
    }),
    adminsOnly,
    async (c) => {
      const signals = await listShillSignals(c.get("db"), c.get("now"));
      return c.json({ success: true, message: "Signals Fetched", signals });
    },
  )
  .post(
    "/listings/:id/hide",
    describeAdminAction(
      "Hide a listing from the public",
      "No one can bid while it's hidden, but it still ends at its time. Its seller sees it, with your reason. Closes " +
        "its open reports.",
      ["auction_not_found"],
    ),
    ...adminActionGuards,
    async (c) => {
      const { reason } = c.req.valid("json");
      return setHidden(c, c.req.valid("param").id, reason, true);
    },
  )
  .post(
    "/listings/:id/show",
    describeAdminAction("Show a hidden listing again", "If it ended while hidden, we announce the result now.", [
      "auction_not_found",
    ]),
    ...adminActionGuards,
    async (c) => {
      const { reason } = c.req.valid("json");
      return setHidden(c, c.req.valid("param").id, reason, false);
    },
  )
  .post(
    "/listings/:id/dismiss",
    describeAdminAction(
      "Close a listing's open reports",
      "The listing stays as it is. People who reported it can't report it again.",
      ["auction_not_found"],
    ),
    ...adminActionGuards,
    async (c) => {
      const { db } = c.var;
      const { id: auctionId } = c.req.valid("param");
      if ((await findPhase(db, auctionId)) === null) return fail(c, "auction_not_found");
      await dismissReports(db, adminActionBy(c, "dismiss", auctionId, c.req.valid("json").reason));
      return c.json({ success: true, message: "Reports Closed" });
    },
  )
  .post(
    "/listings/:id/void",
    describeSensitiveAction(
      "Void an auction for good",
      "No bid counts and no one wins, even if it has ended. Everyone can see your reason.",
      ["auction_not_found"],
    ),
    ...sensitiveActionGuards("void"),
    async (c) => {
      const { db, now } = c.var;
      const { reason } = c.req.valid("json");
      const { id: auctionId } = c.req.valid("param");
      if ((await findPhase(db, auctionId)) === null) return fail(c, "auction_not_found");
      await addAdminAction(db, adminActionBy(c, "void", auctionId, reason));
      const result = await roomOf(c, auctionId).voidAuction(reason);
      if (!result.ok) return failWith(c, result.failure);
      invalidateLists();
      await closeReports(db, "listing", auctionId, now);
      return c.json({ success: true, message: "Auction Voided" });
    },
  )
  .post(
    "/bids/:id/void",
    describeSensitiveAction(
      "Void a bid in a live auction",
      "We recalculate the price and the leader from the other bids. Only the bidder and admins see your reason.",
      ["bid_not_found", "auction_not_found", "auction_ended", "auction_voided"],
    ),
    ...sensitiveActionGuards("voidBid"),
    async (c) => {
      const { db } = c.var;
      const { reason } = c.req.valid("json");
      const { id: bidId } = c.req.valid("param");
      const auctionId = auctionIdOfBid(bidId);
      if (auctionId === null || (await findPhase(db, auctionId)) === null) return fail(c, "bid_not_found");
      await addAdminAction(db, adminActionBy(c, "voidBid", auctionId, reason));
      const voided = await roomOf(c, auctionId).voidBid(bidId, reason);
      if (!voided.ok) return failWith(c, voided.failure);
      invalidateLists();
      logEvent(c, "bid_voided", { auction: auctionId });
      return c.json({ success: true, message: "Bid Voided" });
    },
  );

/**
 * Hides or shows a listing and its images. Hiding also closes its open reports. Rows in D1 may lag behind, so the room
 * decides whether anything changes.
 */
async function setHidden(c: HttpContext, auctionId: string, reason: string, hidden: boolean) {
  const { db, now } = c.var;
  if ((await findPhase(db, auctionId)) === null) return fail(c, "auction_not_found");
  await addAdminAction(db, adminActionBy(c, hidden ? "hide" : "show", auctionId, reason));
  const result = await roomOf(c, auctionId).setHidden(hidden ? reason : null);
  if (!result.ok) return failWith(c, result.failure);
  invalidateLists();
  await syncImageVisibility(c.env, auctionId);
  if (hidden) await closeReports(db, "listing", auctionId, now);
  return c.json({ success: true, message: hidden ? "Listing Hidden" : "Listing Shown" });
}
