/** The public part of a second chance: that the winner didn't pay, and the offered price. */
import { Hono } from "hono";

import { secondChanceResponse } from "../contract/deal.ts";
import { idParam } from "../contract/fields.ts";
import { findSecondChance } from "../deals/second-chances.ts";
import type { HttpEnv } from "../http/context.ts";
import { describeRoute } from "../http/describe-route.ts";
import { fail } from "../http/failure.ts";
import { validate } from "../http/validation.ts";

export const secondChances = new Hono<HttpEnv>().get(
  "/:id/second-chance",
  describeRoute({
    tag: "Auctions",
    summary: "Get an auction's second chance",
    description:
      "`secondChance` is null unless the winner didn't pay and the seller has offered the item to the next bidder.",
    access: "anyone",
    response: secondChanceResponse,
    refuses: ["auction_not_found"],
  }),
  validate("param", idParam),
  async (c) => {
    const secondChance = await findSecondChance(c.var.db, c.req.valid("param").id, c.var.now);
    if (secondChance === undefined) return fail(c, "auction_not_found");
    return c.json({ success: true, message: "Second Chance Fetched", secondChance });
  },
);
