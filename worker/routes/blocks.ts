/**
 * A seller's block list. The seller's inbox stores the list in D1, so that new auctions start with it. The inbox also
 * updates the rooms of running auctions, the first few hundred of them before the response.
 */
import { Hono } from "hono";

import { listBlockedPeople } from "../blocks/queries/blocks.ts";
import { blockInput, blocksResponse, MAX_BLOCKED_PEOPLE } from "../contract/blocks.ts";
import { doneResponse, idParam } from "../contract/fields.ts";
import { jsonBody } from "../http/body.ts";
import type { HttpEnv } from "../http/context.ts";
import { describeRoute } from "../http/describe-route.ts";
import { fail, failWith } from "../http/failure.ts";
import { callerOf } from "../http/find-session.ts";
import { logEvent } from "../http/log.ts";
import { signedIn } from "../http/session.ts";
import { validate } from "../http/validation.ts";
import { inboxOf, roomOf } from "../object-clients/objects.ts";

const FULL_MESSAGE = `You have blocked ${MAX_BLOCKED_PEOPLE.toLocaleString("en")} people. Unblock someone first.`;
const DELETED_MESSAGE = "This person has deleted their account, so they can't bid anymore";

export const blocks = new Hono<HttpEnv>()
  .get(
    "/",
    describeRoute({
      tag: "People",
      summary: "List the people you have blocked",
      description: "Most recently blocked first. You can block up to 1,000 people.",
      response: blocksResponse,
    }),
    signedIn,
    async (c) => {
      const blocked = await listBlockedPeople(c.get("db"), callerOf(c).user.id);
      return c.json({ success: true, message: "Blocked People Fetched", blocked });
    },
  )
  .post(
    "/",
    describeRoute({
      tag: "People",
      summary: "Block a bidder from your auctions",
      description: "Applies to all your auctions, now and later. The bidder's bids in live auctions no longer count.",
      response: doneResponse,
      refuses: ["auction_not_found", "not_your_auction", "bidder_unknown", "block_list_full"],
    }),
    signedIn,
    jsonBody,
    validate("json", blockInput),
    async (c) => {
      const { auctionId, bidderId } = c.req.valid("json");
      const sellerId = callerOf(c).user.id;
      const found = await roomOf(c, auctionId).bidderAccount(sellerId, bidderId);
      if (!found.ok) return failWith(c, found.failure);
      const { personId } = found.value;
      const added = await inboxOf(c, sellerId).addBlock(sellerId, personId);
      if (added === "full") return fail(c, "block_list_full", { message: FULL_MESSAGE });
      if (added === "deleted") return fail(c, "bidder_unknown", { message: DELETED_MESSAGE });
      logEvent(c, "bidder_blocked");
      return c.json({ success: true, message: "Bidder Blocked" });
    },
  )
  .delete(
    "/:id",
    describeRoute({
      tag: "People",
      summary: "Unblock someone",
      description:
        "Takes the person's ID. They can bid on all your auctions again, but their voided bids stay void. Also " +
        "succeeds if they weren't blocked.",
      response: doneResponse,
    }),
    signedIn,
    validate("param", idParam),
    async (c) => {
      const { id: personId } = c.req.valid("param");
      const sellerId = callerOf(c).user.id;
      await inboxOf(c, sellerId).removeBlock(sellerId, personId);
      return c.json({ success: true, message: "Bidder Unblocked" });
    },
  );
