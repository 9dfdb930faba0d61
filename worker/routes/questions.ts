/** Questions about an item, in public: reading, asking, answering, deleting and reporting them. */
import { Hono } from "hono";

import { requesterOf } from "../accounts/actor.ts";
import { doneResponse, idParam } from "../contract/fields.ts";
import {
  answerInput,
  askInput,
  questionResponse,
  questionsResponse,
  questionsQuery,
  reportQuestionInput,
} from "../contract/question.ts";
import { REFUSALS } from "../contract/refusals.ts";
import { jsonBody } from "../http/body.ts";
import type { HttpContext, HttpEnv } from "../http/context.ts";
import { describeRoute } from "../http/describe-route.ts";
import { fail, failWith } from "../http/failure.ts";
import { callerOf, findCaller } from "../http/find-session.ts";
import { withIdempotencyKey } from "../http/idempotency-key.ts";
import { logError } from "../http/log.ts";
import { signedInWithLimit } from "../http/person-limits.ts";
import { signedIn } from "../http/session.ts";
import { validate } from "../http/validation.ts";
import { verifiedOnly } from "../http/verified-email.ts";
import { addReport } from "../moderation/queries/reports.ts";
import { notifyAboutQuestion } from "../questions/notify.ts";
import { findItem, findVisibleQuestion, listQuestions } from "../questions/queries/questions.ts";
import { answerQuestion, askQuestion, deleteQuestion } from "../questions/questions.ts";
import { showsQuestions } from "../rules/questions.ts";

const REPORTED_BEFORE_MESSAGE = "You've already reported this question";

export const itemQuestions = new Hono<HttpEnv>()
  .get(
    "/:id/questions",
    describeRoute({
      tag: "Auctions",
      summary: "List an item's questions and answers, newest first",
      description: "Works after the auction ends, too. Only the person who asked and admins can see a hidden question.",
      access: "anyone",
      setsCookie: true,
      response: questionsResponse,
      refuses: ["auction_not_found"],
    }),
    validate("param", idParam),
    validate("query", questionsQuery),
    async (c) => {
      const { db } = c.var;
      const { id: auctionId } = c.req.valid("param");
      const item = await findItem(db, auctionId);
      const caller = await findCaller(c);
      const reader = caller && requesterOf(caller);
      const seesHidden = item?.state === "hidden" && (reader?.moderates === true || reader?.personId === item.sellerId);
      if (!item || !(showsQuestions(item) || seesHidden)) return fail(c, "auction_not_found");
      const page = await listQuestions(db, { auctionId, ...c.req.valid("query") }, reader);
      return c.json({ success: true, message: "Questions Fetched", ...page });
    },
  )
  .post(
    "/:id/questions",
    describeRoute({
      tag: "Auctions",
      summary: "Ask the seller a question in public",
      description: "You can ask until the auction ends, up to five questions about each item. Everyone can read them.",
      status: 201,
      response: questionResponse,
      refuses: REFUSALS.askQuestion,
    }),
    signedInWithLimit("questions"),
    verifiedOnly,
    validate("param", idParam),
    withIdempotencyKey,
    jsonBody,
    validate("json", askInput),
    async (c) => {
      const { db, idempotencyKey, now } = c.var;
      const { id: auctionId } = c.req.valid("param");
      const input = {
        caller: requesterOf(callerOf(c)),
        auctionId,
        text: c.req.valid("json").text,
        key: idempotencyKey,
      };
      const asked = await askQuestion(db, input, now);
      if (!asked.ok) return failWith(c, asked.failure);
      c.executionCtx.waitUntil(notifyPeople(c, asked.value._id));
      return c.json({ success: true, message: "Question Asked", question: asked.value }, 201);
    },
  );

export const questions = new Hono<HttpEnv>()
  .post(
    "/:id/answer",
    describeRoute({
      tag: "Auctions",
      summary: "Answer a question about your item",
      description:
        "You can answer once, before or after the end. Everyone can read the answer. Sending the same answer again " +
        "has no effect.",
      status: 201,
      response: questionResponse,
      refuses: REFUSALS.answerQuestion,
    }),
    signedInWithLimit("answers"),
    validate("param", idParam),
    jsonBody,
    validate("json", answerInput),
    async (c) => {
      const { db, now } = c.var;
      const { id: questionId } = c.req.valid("param");
      const input = { caller: requesterOf(callerOf(c)), questionId, text: c.req.valid("json").text };
      const answered = await answerQuestion(db, input, now);
      if (!answered.ok) return failWith(c, answered.failure);
      c.executionCtx.waitUntil(notifyPeople(c, questionId));
      return c.json({ success: true, message: "Question Answered", question: answered.value }, 201);
    },
  )
  .delete(
    "/:id",
    describeRoute({
      tag: "Auctions",
      summary: "Delete your question",
      description: "You can delete it until the seller answers it.",
      response: doneResponse,
      refuses: REFUSALS.deleteQuestion,
    }),
    signedIn,
    validate("param", idParam),
    async (c) => {
      const deleted = await deleteQuestion(c.get("db"), requesterOf(callerOf(c)), c.req.valid("param").id);
      if (!deleted.ok) return failWith(c, deleted.failure);
      return c.json({ success: true, message: "Question Deleted" });
    },
  )
  .post(
    "/:id/report",
    describeRoute({
      tag: "Auctions",
      summary: "Report a question or its answer",
      description: "Each person can report a question once.",
      status: 201,
      response: doneResponse,
      refuses: ["question_not_found", "already_reported"],
    }),
    signedInWithLimit("reports"),
    validate("param", idParam),
    jsonBody,
    validate("json", reportQuestionInput),
    async (c) => {
      const { db, now: createdAt } = c.var;
      const { id: questionId } = c.req.valid("param");
      const reporterId = callerOf(c).user.id;
      const question = await findVisibleQuestion(db, questionId, { personId: reporterId, moderates: false });
      if (!question || question.hidden) return fail(c, "question_not_found");
      const report = { ...c.req.valid("json"), reporterId, createdAt };
      const added = await addReport(db, { kind: "question", subjectId: questionId, ...report });
      if (!added) return fail(c, "already_reported", { message: REPORTED_BEFORE_MESSAGE });
      return c.json({ success: true, message: "Question Reported" }, 201);
    },
  );

/** Runs after the response. We log what fails, and the sweep retries it. */
async function notifyPeople(c: HttpContext, questionId: string): Promise<void> {
  try {
    await notifyAboutQuestion({ db: c.get("db"), inboxes: c.env.INBOX }, questionId);
  } catch (error) {
    logError(c, error instanceof Error ? error : new Error("unknown"));
  }
}
