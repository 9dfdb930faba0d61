/** The public ratings of a seller, and reports about them. Rating is one of a deal's calls (`deals.ts`). */
import { Hono } from "hono";

import { findSeller } from "../catalogue/sellers.ts";
import { doneResponse, idParam } from "../contract/fields.ts";
import { ratingsResponse, ratingsQuery, reportRatingInput } from "../contract/rating.ts";
import { jsonBody } from "../http/body.ts";
import type { HttpEnv } from "../http/context.ts";
import { describeRoute } from "../http/describe-route.ts";
import { fail } from "../http/failure.ts";
import { callerOf } from "../http/find-session.ts";
import { signedInWithLimit } from "../http/person-limits.ts";
import { validate } from "../http/validation.ts";
import { addReport } from "../moderation/queries/reports.ts";
import { canReadRating, listRatings } from "../ratings/rating-responses.ts";

const REPORTED_BEFORE_MESSAGE = "You've already reported this rating";

export const sellerRatings = new Hono<HttpEnv>().get(
  "/:id/ratings",
  describeRoute({
    tag: "People",
    summary: "List the ratings of a seller's sales, newest first",
    description: "Includes their number and average. A rating is shown when both sides have rated, or after 60 days.",
    access: "anyone",
    response: ratingsResponse,
    refuses: ["not_found"],
  }),
  validate("param", idParam),
  validate("query", ratingsQuery),
  async (c) => {
    const { db, now } = c.var;
    const { id: sellerId } = c.req.valid("param");
    const seller = await findSeller(db, sellerId, now);
    if (!seller) return fail(c, "not_found", { message: "This seller doesn't exist" });
    const page = await listRatings(db, { sellerId, ...c.req.valid("query") }, now);
    return c.json({ success: true, message: "Ratings Fetched", rated: seller.rated, ...page });
  },
);

export const ratings = new Hono<HttpEnv>().post(
  "/:id/report",
  describeRoute({
    tag: "Deals",
    summary: "Report a rating or its reply",
    description: "Each person can report a rating once.",
    status: 201,
    response: doneResponse,
    refuses: ["rating_not_found", "already_reported"],
  }),
  signedInWithLimit("reports"),
  validate("param", idParam),
  jsonBody,
  validate("json", reportRatingInput),
  async (c) => {
    const { db, now } = c.var;
    const { id: ratingId } = c.req.valid("param");
    const reporterId = callerOf(c).user.id;
    if (!(await canReadRating(db, ratingId, reporterId, now))) return fail(c, "rating_not_found");
    const report = { ...c.req.valid("json"), reporterId, createdAt: now };
    const added = await addReport(db, { kind: "rating", subjectId: ratingId, ...report });
    if (!added) return fail(c, "already_reported", { message: REPORTED_BEFORE_MESSAGE });
    return c.json({ success: true, message: "Rating Reported" }, 201);
  },
);
