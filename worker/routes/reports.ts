/** Reporting a listing to the admins. */
import { Hono } from "hono";

import { doneResponse, idParam } from "../contract/fields.ts";
import { reportInput } from "../contract/moderation.ts";
import { jsonBody } from "../http/body.ts";
import type { HttpEnv } from "../http/context.ts";
import { describeRoute } from "../http/describe-route.ts";
import { fail } from "../http/failure.ts";
import { callerOf } from "../http/find-session.ts";
import { signedInWithLimit } from "../http/person-limits.ts";
import { validate } from "../http/validation.ts";
import { isListed } from "../listings/queries/auctions.ts";
import { addReport } from "../moderation/queries/reports.ts";

export const reports = new Hono<HttpEnv>().post(
  "/:id/report",
  describeRoute({
    tag: "Auctions",
    summary: "Report a listing",
    description: "Each person can report a listing once.",
    status: 201,
    response: doneResponse,
    refuses: ["auction_not_found", "already_reported"],
  }),
  signedInWithLimit("reports"),
  validate("param", idParam),
  jsonBody,
  validate("json", reportInput),
  async (c) => {
    const { db, now: createdAt } = c.var;
    const { id: auctionId } = c.req.valid("param");
    if (!(await isListed(db, auctionId))) return fail(c, "auction_not_found");
    const report = { ...c.req.valid("json"), reporterId: callerOf(c).user.id, createdAt };
    if (!(await addReport(db, { kind: "listing", subjectId: auctionId, ...report })))
      return fail(c, "already_reported");
    return c.json({ success: true, message: "Listing Reported" }, 201);
  },
);
