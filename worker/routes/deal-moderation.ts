/** Admins and deals: by state and age, one of them with what its two sides wrote, and the end of a dispute. */
import { Hono } from "hono";

import { outdateLists } from "../catalogue/list-cache.ts";
import { adminDealsAnswer, adminDealsQuery, closeDealInput, readDealAnswer } from "../contract/deal-moderation.ts";
import { DELETED_NAME } from "../contract/people.ts";
import { closeDealFor, listDealsForAdmins } from "../deals/admin-deals.ts";
import { type DealPerson, findDeal } from "../deals/deal-rows.ts";
import { dealPorts, settleDeal } from "../deals/follow-ups.ts";
import { toDeal } from "../deals/shown-deals.ts";
import { jsonBody } from "../http/body.ts";
import type { HttpEnv } from "../http/context.ts";
import { described } from "../http/described.ts";
import { busy, fail } from "../http/failure.ts";
import { adminsOnly } from "../http/session.ts";
import { valid } from "../http/validation.ts";
import { actionProven, adminActionBy, onTarget, provenAction, target } from "../moderation/admin-actions.ts";
import { addAdminAction } from "../moderation/queries/admin-actions.ts";

const FOREIGN_CURSOR = "This cursor belongs to another list";

export const dealModeration = new Hono<HttpEnv>()
  .get(
    "/",
    described({
      tag: "Moderation",
      summary: "List deals by state, longest unchanged first",
      description: "By default those with a dispute. Without addresses, notes and email addresses.",
      answer: adminDealsAnswer,
      refuses: ["not_found"],
    }),
    adminsOnly,
    valid("query", adminDealsQuery),
    async (c) => {
      const page = await listDealsForAdmins(c.var.db, c.req.valid("query"), c.var.now);
      const fields = { cursor: [FOREIGN_CURSOR] };
      if (!page) return fail(c, "invalid_input", { message: FOREIGN_CURSOR, fields });
      return c.json({ success: true, message: "Deals Fetched", ...page });
    },
  )
  .post(
    "/:id/read",
    described({
      tag: "Moderation",
      summary: "Read a deal with what its sides wrote",
      description: "Notes and the delivery address are private, so the reason is recorded for all admins to see.",
      answer: readDealAnswer,
      refuses: ["not_found", "deal_not_found"],
    }),
    ...onTarget,
    async (c) => {
      const { db, now } = c.var;
      const found = await findDeal(db, c.req.valid("param").id);
      if (!found) return fail(c, "deal_not_found");
      const { row } = found;
      await addAdminAction(db, adminActionBy(c, "readDeal", row.auctionId, c.req.valid("json").reason));
      return c.json({
        success: true,
        message: "Deal Fetched",
        deal: readDealAnswer.shape.deal.parse(toDeal(found, "seller", null, now)),
        buyer: shownPerson(row.buyerId, found.buyer),
        seller: shownPerson(row.sellerId, found.seller),
      });
    },
  )
  .post(
    "/:id/close",
    provenAction("Close a deal in favor of one side", ["deal_not_found", "step_not_possible"]),
    adminsOnly,
    valid("param", target),
    jsonBody,
    valid("json", closeDealInput),
    actionProven("closeDeal"),
    async (c) => {
      const { db, settings, now } = c.var;
      const { id: dealId } = c.req.valid("param");
      const { favor, reason } = c.req.valid("json");
      const closed = await closeDealFor(db, dealId, favor === "buyer" ? "forBuyer" : "forSeller", settings, now);
      if (!closed) return fail(c, "deal_not_found");
      if (!closed.ok) {
        const { refusal } = closed;
        if (!refusal) return busy(c);
        if (refusal.code !== "step_not_possible") return fail(c, "deal_not_found");
        return fail(c, refusal.code, { details: { state: refusal.state } });
      }
      const { row } = closed.found;
      await addAdminAction(db, adminActionBy(c, "closeDeal", row.auctionId, reason));
      outdateLists();
      await settleDeal(dealPorts(c.env, db), dealId, settings.unpaidLimit, closed.events);
      return c.json({ success: true, message: "Deal Closed" });
    },
  );

function shownPerson(id: string, person: DealPerson | null) {
  const { firstName, lastName } = person ?? DELETED_NAME;
  return { _id: id, firstName, lastName, image: null };
}
