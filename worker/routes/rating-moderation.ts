/** Admin actions on ratings: hiding and showing a rating or the reply to it, and closing reports about them. */
import { Hono } from "hono";

import { invalidateLists } from "../catalogue/list-cache.ts";
import type { HttpContext, HttpEnv } from "../http/context.ts";
import { fail } from "../http/failure.ts";
import { adminAction, adminActionBy, onTarget } from "../moderation/admin-actions.ts";
import { changeRating, isRating, type RatingAction } from "../moderation/queries/ratings.ts";

const refuses = ["rating_not_found"] as const;

export const ratingModeration = new Hono<HttpEnv>()
  .post(
    "/:id/hideRating",
    adminAction("Hide a rating and its reply from everyone but its writer and admins", refuses),
    ...onTarget,
    async (c) => moderateRating(c, "hideRating", c.req.valid("param").id, c.req.valid("json").reason),
  )
  .post("/:id/showRating", adminAction("Show a hidden rating again", refuses), ...onTarget, async (c) =>
    moderateRating(c, "showRating", c.req.valid("param").id, c.req.valid("json").reason),
  )
  .post(
    "/:id/hideReply",
    adminAction("Hide a reply to a rating from everyone but its writer and admins", refuses),
    ...onTarget,
    async (c) => moderateRating(c, "hideReply", c.req.valid("param").id, c.req.valid("json").reason),
  )
  .post("/:id/showReply", adminAction("Show a hidden reply again", refuses), ...onTarget, async (c) =>
    moderateRating(c, "showReply", c.req.valid("param").id, c.req.valid("json").reason),
  )
  .post("/:id/dismissRating", adminAction("Close a rating's open reports", refuses), ...onTarget, async (c) =>
    moderateRating(c, "dismissRating", c.req.valid("param").id, c.req.valid("json").reason),
  );

const DONE = {
  hideRating: "Rating Hidden",
  showRating: "Rating Shown",
  hideReply: "Reply Hidden",
  showReply: "Reply Shown",
  dismissRating: "Reports Closed",
} as const satisfies { readonly [Name in RatingAction]: string };

async function moderateRating(c: HttpContext, name: RatingAction, id: string, reason: string) {
  const { db } = c.var;
  if (!(await isRating(db, id))) return fail(c, "rating_not_found");
  await changeRating(db, adminActionBy(c, name, id, reason));
  invalidateLists();
  return c.json({ success: true, message: DONE[name] });
}
