/**
 * Moderation by admins; everyone else gets 404. Every act has a reason, and its row in the journal of acts is written
 * before or together with its effect. After an outage there may be an act without its effect, never an effect without
 * its act.
 */
import { Hono } from "hono";
import * as z from "zod";

import {
  addAct,
  dismissReports,
  findPhase,
  findAccountStatus,
  listModeration,
  type NewAct,
  restore,
  suspend,
} from "../catalogue/moderation.ts";
import { closeReports } from "../catalogue/reports.ts";
import { listShillSignals } from "../catalogue/shill.ts";
import { moderates } from "../contract/account.ts";
import { doneAnswer, id } from "../contract/fields.ts";
import { actInput, type ActName, moderationAnswer, signalsAnswer } from "../contract/moderation.ts";
import { jsonBody } from "../http/body.ts";
import type { HttpContext, HttpEnv } from "../http/context.ts";
import { described, type Described } from "../http/described.ts";
import { fail, refused } from "../http/failure.ts";
import { outdateLists } from "../http/list-cache.ts";
import { logEvent } from "../http/log.ts";
import { inboxOf, roomOf } from "../http/objects.ts";
import { adminsOnly, callerOf } from "../http/session.ts";
import { endSessions } from "../http/sign-in.ts";
import { valid } from "../http/validation.ts";

const target = z.object({ id });

function act(summary: string, refuses: Described["refuses"] = []) {
  return described({
    tag: "Moderation",
    summary,
    by: "person",
    does: "writes",
    takes: "json",
    answer: doneAnswer,
    refuses: ["not_found", ...refuses],
  });
}

export const moderation = new Hono<HttpEnv>()
  .get(
    "/",
    described({
      tag: "Moderation",
      summary: "Open reports, hidden listings, suspended people, and the latest acts",
      by: "person",
      does: "reads",
      answer: moderationAnswer,
      refuses: ["not_found"],
    }),
    adminsOnly,
    async (c) => {
      const all = await listModeration(c.get("catalogue"));
      return c.json({ success: true, message: "Moderation Fetched", ...all });
    },
  )
  .get(
    "/signals",
    described({
      tag: "Moderation",
      summary: "Signs of shill bidding in the last 90 days",
      description: "For review by admins: nothing is refused because of a signal",
      by: "person",
      does: "reads",
      answer: signalsAnswer,
      refuses: ["not_found"],
    }),
    adminsOnly,
    async (c) => {
      const signals = await listShillSignals(c.get("catalogue"), c.get("now"));
      return c.json({ success: true, message: "Signals Fetched", signals });
    },
  )
  .post(
    "/listings/:id/hide",
    act("Hide a listing from everyone but its seller and admins", ["auction_not_found"]),
    adminsOnly,
    valid("param", target),
    jsonBody,
    valid("json", actInput),
    async (c) => {
      const { reason } = c.req.valid("json");
      return setHidden(c, c.req.valid("param").id, reason, true);
    },
  )
  .post(
    "/listings/:id/show",
    act("Show a hidden listing again", ["auction_not_found"]),
    adminsOnly,
    valid("param", target),
    jsonBody,
    valid("json", actInput),
    async (c) => {
      const { reason } = c.req.valid("json");
      return setHidden(c, c.req.valid("param").id, reason, false);
    },
  )
  .post(
    "/listings/:id/dismiss",
    act("Close the open reports about a listing, which stays as it is", ["auction_not_found"]),
    adminsOnly,
    valid("param", target),
    jsonBody,
    valid("json", actInput),
    async (c) => {
      const { catalogue } = c.var;
      const { id: auctionId } = c.req.valid("param");
      if ((await findPhase(catalogue, auctionId)) === null) return fail(c, "auction_not_found");
      await dismissReports(catalogue, actBy(c, "dismiss", auctionId, c.req.valid("json").reason));
      return c.json({ success: true, message: "Reports Closed" });
    },
  )
  .post(
    "/people/:id/suspend",
    act("Suspend a person: they cannot log in and all their sessions end; standing bids are kept", ["forbidden"]),
    adminsOnly,
    valid("param", target),
    jsonBody,
    valid("json", actInput),
    async (c) => {
      const { catalogue } = c.var;
      const { id: personId } = c.req.valid("param");
      const account = await findAccountStatus(catalogue, personId);
      if (!account) return fail(c, "not_found", { message: UNKNOWN_PERSON });
      if (moderates(account)) return fail(c, "forbidden", { message: CANNOT_SUSPEND_ADMIN });
      const suspension = actBy(c, "suspend", personId, c.req.valid("json").reason);
      await suspend(catalogue, suspension);
      await endSessions(c, personId);
      await inboxOf(c, personId).noteAct(suspension);
      logEvent(c, "person_suspended", { person: personId });
      return c.json({ success: true, message: "Person Suspended" });
    },
  )
  .post(
    "/people/:id/restore",
    act("Let a suspended person log in again"),
    adminsOnly,
    valid("param", target),
    jsonBody,
    valid("json", actInput),
    async (c) => {
      const { catalogue } = c.var;
      const { id: personId } = c.req.valid("param");
      if (!(await findAccountStatus(catalogue, personId))) return fail(c, "not_found", { message: UNKNOWN_PERSON });
      const restored = actBy(c, "restore", personId, c.req.valid("json").reason);
      await restore(catalogue, restored);
      await inboxOf(c, personId).noteAct(restored);
      return c.json({ success: true, message: "Person Restored" });
    },
  );

const UNKNOWN_PERSON = "This person does not exist";
const CANNOT_SUSPEND_ADMIN = "An admin cannot be suspended. Remove the admin role first";

function actBy(c: HttpContext, name: ActName, targetId: string, reason: string): NewAct {
  return { act: name, actorId: callerOf(c).user.id, targetId, reason, at: c.get("now") };
}

/**
 * Hides or shows a listing. Hiding also closes its open reports. Rows in the catalogue may lag behind, so the room
 * decides whether anything changes.
 */
async function setHidden(c: HttpContext, auctionId: string, reason: string, hidden: boolean) {
  const { catalogue, now } = c.var;
  if ((await findPhase(catalogue, auctionId)) === null) return fail(c, "auction_not_found");
  await addAct(catalogue, actBy(c, hidden ? "hide" : "show", auctionId, reason));
  const done = await roomOf(c, auctionId).setHidden(hidden ? reason : null);
  if (!done.ok) return refused(c, done.failure);
  outdateLists(Date.now());
  if (hidden) await closeReports(catalogue, auctionId, now);
  return c.json({ success: true, message: hidden ? "Listing Hidden" : "Listing Shown" });
}
