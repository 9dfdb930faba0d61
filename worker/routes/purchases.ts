/** Buying an auction at its buy now price. The room decides, in the same queue as bids: either comes first. */
import { Hono } from "hono";
import * as z from "zod";

import { signedBy } from "../accounts/actor.ts";
import { isWinner } from "../catalogue/auctions.ts";
import { buyNowInput, placeBidAnswer } from "../contract/bid.ts";
import { id } from "../contract/fields.ts";
import { bidOriginOf } from "../http/bid-origin.ts";
import { jsonBody } from "../http/body.ts";
import type { HttpEnv } from "../http/context.ts";
import { described } from "../http/described.ts";
import { refused } from "../http/failure.ts";
import { keyed } from "../http/idempotency-key.ts";
import { bidLimit, purchaseLimit } from "../http/limits.ts";
import { outdateLists } from "../http/list-cache.ts";
import { roomOf } from "../http/objects.ts";
import { callerOf, recentlySignedIn } from "../http/session.ts";
import { valid } from "../http/validation.ts";
import { minorOf } from "../rules/money.ts";

export const purchases = new Hono<HttpEnv>().post(
  "/:id/buy",
  described({
    tag: "Bids",
    summary: "Buy an auction at its buy now price, which ends it",
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
      "bidder_blocked",
      "buy_now_gone",
      "buy_now_changed",
      "new_member_amount",
      "new_member_auctions",
      "key_reused",
    ],
  }),
  recentlySignedIn,
  bidLimit,
  valid("param", z.object({ id })),
  keyed,
  jsonBody,
  valid("json", buyNowInput),
  purchaseLimit((c) => isWinner(c.get("catalogue"), c.req.param("id") ?? "", callerOf(c).user.id)),
  async (c) => {
    const bought = await roomOf(c, c.req.valid("param").id).buyNow({
      ...signedBy(callerOf(c), c.get("settings"), c.get("now")),
      ...bidOriginOf(c, callerOf(c)),
      priceMinor: minorOf(c.req.valid("json").price),
      receivedAt: c.get("now"),
      key: c.get("key"),
    });
    if (!bought.ok) return refused(c, bought.failure);
    outdateLists(Date.now());
    return c.json({ success: true, message: "Bought", ...bought.value }, 201);
  },
);
