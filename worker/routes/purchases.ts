/** Buying an item at its Buy It Now price. The room processes a purchase in the same queue as bids. */
import { Hono } from "hono";

import { bidderOf } from "../accounts/actor.ts";
import { invalidateLists } from "../catalogue/list-cache.ts";
import { buyNowInput, placeBidResponse } from "../contract/bid.ts";
import { idParam } from "../contract/fields.ts";
import { REFUSALS } from "../contract/refusals.ts";
import { jsonBody } from "../http/body.ts";
import type { HttpEnv } from "../http/context.ts";
import { describeRoute } from "../http/describe-route.ts";
import { failWith } from "../http/failure.ts";
import { callerOf } from "../http/find-session.ts";
import { withIdempotencyKey } from "../http/idempotency-key.ts";
import { bidLimit, purchaseLimit } from "../http/person-limits.ts";
import { signedInToBid } from "../http/session.ts";
import { validate } from "../http/validation.ts";
import { verifiedOnly } from "../http/verified-email.ts";
import { isWinner } from "../listings/queries/auctions.ts";
import { bidOriginOf } from "../object-clients/bid-origin.ts";
import { roomOf } from "../object-clients/objects.ts";
import { toMinorOrThrow } from "../rules/money.ts";

export const purchases = new Hono<HttpEnv>().post(
  "/:id/buy",
  describeRoute({
    tag: "Bids",
    summary: "Buy at the Buy Now price, ending the auction",
    description:
      "Possible until someone bids or, with a reserve, until a bid meets it. You can buy three items an hour and ten " +
      "a day. If you retry with the same `Idempotency-Key` within 24 hours, you get the first response.",
    status: 201,
    response: placeBidResponse,
    refuses: REFUSALS.buyNow,
  }),
  signedInToBid,
  bidLimit,
  verifiedOnly,
  validate("param", idParam),
  withIdempotencyKey,
  jsonBody,
  validate("json", buyNowInput),
  purchaseLimit((c) => isWinner(c.get("db"), c.req.param("id") ?? "", callerOf(c).user.id)),
  async (c) => {
    const bought = await roomOf(c, c.req.valid("param").id).buyNow({
      actor: bidderOf(callerOf(c), c.get("settings"), c.get("now")),
      ...bidOriginOf(c, callerOf(c)),
      priceMinor: toMinorOrThrow(c.req.valid("json").price),
      workerReceivedAt: c.get("now"),
      key: c.get("idempotencyKey"),
    });
    if (!bought.ok) return failWith(c, bought.failure);
    invalidateLists();
    return c.json({ success: true, message: "Bought", ...bought.value }, 201);
  },
);
