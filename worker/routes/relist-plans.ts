/** Plans to relist a person's own auction automatically. `worker/listings/relist-due.ts` does the relisting. */
import { Hono } from "hono";

import { idParam } from "../contract/fields.ts";
import { relistPlanResponse, relistPlanInput } from "../contract/relist-plan.ts";
import { jsonBody } from "../http/body.ts";
import type { HttpEnv } from "../http/context.ts";
import { describeRoute } from "../http/describe-route.ts";
import { fail, failField } from "../http/failure.ts";
import { callerOf } from "../http/find-session.ts";
import { signedIn } from "../http/session.ts";
import { validate } from "../http/validation.ts";
import { changePlan, findPlan } from "../listings/queries/relist-plans.ts";

export const relistPlans = new Hono<HttpEnv>()
  .get(
    "/:id/relist-plan",
    describeRoute({
      tag: "Auctions",
      summary: "Get your auction's relisting plan",
      description:
        "`times` is how many more times we relist it if it expires. `most` is the highest number you can set now.",
      response: relistPlanResponse,
      refuses: ["auction_not_found", "not_your_auction"],
    }),
    signedIn,
    validate("param", idParam),
    async (c) => {
      const { db, now } = c.var;
      const found = await findPlan(db, c.req.valid("param").id, now);
      if (!found) return fail(c, "auction_not_found");
      if (found.sellerId !== callerOf(c).user.id) return fail(c, "not_your_auction");
      const { times, most } = found;
      return c.json({ success: true, message: "Plan Fetched", plan: { times, most } });
    },
  )
  .put(
    "/:id/relist-plan",
    describeRoute({
      tag: "Auctions",
      summary: "Set your auction's relisting plan",
      description:
        "Sets how many times we relist the auction. You can change this even after someone has bid. After the auction ends, you can only set it to 0, which stops relisting.",
      response: relistPlanResponse,
      refuses: ["auction_not_found", "not_your_auction", "already_relisted"],
    }),
    signedIn,
    validate("param", idParam),
    jsonBody,
    validate("json", relistPlanInput),
    async (c) => {
      const { db, now } = c.var;
      const { id: auctionId } = c.req.valid("param");
      const { times } = c.req.valid("json");
      const found = await findPlan(db, auctionId, now);
      if (!found) return fail(c, "auction_not_found");
      if (found.sellerId !== callerOf(c).user.id) return fail(c, "not_your_auction");
      if (found.isRelisted) return fail(c, "already_relisted");
      if (!(await changePlan(db, auctionId, times, now))) {
        return failField(c, "times", `The most you can choose is ${found.most}`);
      }
      return c.json({ success: true, message: "Plan Changed", plan: { times, most: found.most } });
    },
  );
