/** Admin actions on questions about items: hiding and showing a question or its answer, and closing reports about them. */
import { Hono } from "hono";

import type { HttpContext, HttpEnv } from "../http/context.ts";
import { fail } from "../http/failure.ts";
import { adminAction, adminActionBy, onTarget } from "../moderation/admin-actions.ts";
import { changeQuestion, isQuestion, type QuestionAction } from "../moderation/queries/questions.ts";

const refuses = ["question_not_found"] as const;

export const questionModeration = new Hono<HttpEnv>()
  .post(
    "/:id/hideQuestion",
    adminAction("Hide a question and its answer from everyone but its writer and admins", refuses),
    ...onTarget,
    async (c) => moderateQuestion(c, "hideQuestion", c.req.valid("param").id, c.req.valid("json").reason),
  )
  .post("/:id/showQuestion", adminAction("Show a hidden question again", refuses), ...onTarget, async (c) =>
    moderateQuestion(c, "showQuestion", c.req.valid("param").id, c.req.valid("json").reason),
  )
  .post(
    "/:id/hideAnswer",
    adminAction("Hide an answer from everyone but its seller and admins", refuses),
    ...onTarget,
    async (c) => moderateQuestion(c, "hideAnswer", c.req.valid("param").id, c.req.valid("json").reason),
  )
  .post("/:id/showAnswer", adminAction("Show a hidden answer again", refuses), ...onTarget, async (c) =>
    moderateQuestion(c, "showAnswer", c.req.valid("param").id, c.req.valid("json").reason),
  )
  .post("/:id/dismissQuestion", adminAction("Close a question's open reports", refuses), ...onTarget, async (c) =>
    moderateQuestion(c, "dismissQuestion", c.req.valid("param").id, c.req.valid("json").reason),
  );

const DONE = {
  hideQuestion: "Question Hidden",
  showQuestion: "Question Shown",
  hideAnswer: "Answer Hidden",
  showAnswer: "Answer Shown",
  dismissQuestion: "Reports Closed",
} as const satisfies { readonly [Name in QuestionAction]: string };

async function moderateQuestion(c: HttpContext, name: QuestionAction, id: string, reason: string) {
  const { db } = c.var;
  if (!(await isQuestion(db, id))) return fail(c, "question_not_found");
  await changeQuestion(db, adminActionBy(c, name, id, reason));
  return c.json({ success: true, message: DONE[name] });
}
