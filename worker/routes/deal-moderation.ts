/**
 * Deals for admins: lists by state and age, one deal with what its two sides wrote, admins' own notes about it, and the
 * end of a dispute.
 */
import { Hono } from "hono";

import { invalidateLists } from "../catalogue/list-cache.ts";
import { adminDealsResponse, adminDealsQuery, closeDealInput, readDealResponse } from "../contract/deal-moderation.ts";
import { doneResponse, idParam } from "../contract/fields.ts";
import { DELETED_NAME } from "../contract/people.ts";
import { closeDealForSide, listDealsForAdmins } from "../deals/admin-deals.ts";
import { eventsAt, toDealDetails } from "../deals/deal-responses.ts";
import { type DealPerson, findDeal } from "../deals/deal-rows.ts";
import { toPublicDealEvent } from "../deals/events.ts";
import { dealPorts, followUpDeal } from "../deals/follow-ups.ts";
import type { HttpEnv } from "../http/context.ts";
import { describeRoute } from "../http/describe-route.ts";
import { failBusy, fail } from "../http/failure.ts";
import { adminsOnly } from "../http/session.ts";
import { validate } from "../http/validation.ts";
import {
  requireReauthentication,
  adminActionBy,
  adminActionGuards,
  targetGuards,
  describeSensitiveAction,
} from "../moderation/admin-actions.ts";
import { addAdminActionOnce, listAdminActions } from "../moderation/queries/admin-actions.ts";

/** The most admin notes that a response about one deal contains, newest first. No one reads more. */
const MAX_NOTES = 100;

export const dealModeration = new Hono<HttpEnv>()
  .get(
    "/",
    describeRoute({
      tag: "Moderation",
      summary: "List deals by state, longest unchanged first",
      description: "Lists disputed deals by default. Leaves out addresses, notes and email addresses.",
      response: adminDealsResponse,
      refuses: ["not_found"],
    }),
    adminsOnly,
    validate("query", adminDealsQuery),
    async (c) => {
      const page = await listDealsForAdmins(c.var.db, c.req.valid("query"), c.var.now);
      return c.json({ success: true, message: "Deals Fetched", ...page });
    },
  )
  .post(
    "/:id/read",
    describeRoute({
      tag: "Moderation",
      summary: "Read a deal and what both sides wrote",
      description: "Notes and the delivery address are private, so the reason is recorded for all admins to see.",
      response: readDealResponse,
      refuses: ["not_found", "deal_not_found"],
    }),
    ...adminActionGuards,
    async (c) => {
      const { db, now } = c.var;
      const { id: dealId } = c.req.valid("param");
      const found = await findDeal(db, dealId);
      if (!found) return fail(c, "deal_not_found");
      const { row } = found;
      await addAdminActionOnce(db, adminActionBy(c, "readDeal", dealId, c.req.valid("json").reason));
      const { actions } = await listAdminActions(db, { action: "noteDeal", target: dealId, limit: MAX_NOTES });
      const events = eventsAt(found, now).map((event) => ({
        ...toPublicDealEvent(event),
        note: event.note,
        hiddenReason: event.hiddenReason,
      }));
      return c.json({
        success: true,
        message: "Deal Fetched",
        deal: readDealResponse.shape.deal.parse({ ...toDealDetails(found, "seller", null, now), events }),
        buyer: toPublicPerson(row.buyerId, found.buyer),
        seller: toPublicPerson(row.sellerId, found.seller),
        notes: actions,
      });
    },
  )
  .post(
    "/:id/note",
    describeRoute({
      tag: "Moderation",
      summary: "Add a note about a deal for other admins",
      description: "`reason` is the note. Neither side ever sees it. Sending the same note again has no effect.",
      response: doneResponse,
      refuses: ["not_found", "deal_not_found"],
    }),
    ...adminActionGuards,
    async (c) => {
      const { db } = c.var;
      const { id: dealId } = c.req.valid("param");
      if (!(await findDeal(db, dealId))) return fail(c, "deal_not_found");
      await addAdminActionOnce(db, adminActionBy(c, "noteDeal", dealId, c.req.valid("json").reason));
      return c.json({ success: true, message: "Note Added" });
    },
  )
  .post(
    "/:id/close",
    describeSensitiveAction(
      "Close a deal in favor of one side",
      "Works until the deal has ended, disputed or not, and notifies both sides. The seller can then list the item " +
        "again.",
      ["deal_not_found", "step_not_possible"],
    ),
    ...targetGuards(idParam, closeDealInput),
    requireReauthentication("closeDeal"),
    async (c) => {
      const { db, settings } = c.var;
      const { id: dealId } = c.req.valid("param");
      const { favor, reason } = c.req.valid("json");
      const closing = adminActionBy(c, "closeDeal", dealId, reason);
      const closed = await closeDealForSide(db, closing, favor === "buyer" ? "forBuyer" : "forSeller", settings);
      if (!closed) return fail(c, "deal_not_found");
      if (!closed.ok) {
        const { refusal } = closed;
        if (!refusal) return failBusy(c);
        if (refusal.code !== "step_not_possible") return fail(c, "deal_not_found");
        return fail(c, refusal.code, { details: { state: refusal.state } });
      }
      invalidateLists();
      await followUpDeal(dealPorts(c.env, db), dealId, settings.unpaidLimit, closed.events);
      return c.json({ success: true, message: "Deal Closed" });
    },
  );

function toPublicPerson(id: string, person: DealPerson | null) {
  const { firstName, lastName } = person ?? DELETED_NAME;
  return { _id: id, firstName, lastName, image: null };
}
