/** Questions about an item and the seller's answers, as everyone reads them below the description. */
import * as z from "zod";

import { person } from "./catalogue.ts";
import { responseSchema, pageSize, text } from "./fields.ts";
import { MAX_QUESTION_LENGTH } from "./lengths.ts";
import { listCursor } from "./list-cursor.ts";
import { reportSchema } from "./report.ts";
import { cleanLines } from "./text/clean-text.ts";

export const askInput = z.object({ text: text(MAX_QUESTION_LENGTH, "Write your question", cleanLines) });
export const answerInput = z.object({ text: text(MAX_QUESTION_LENGTH, "Write your answer", cleanLines) });

const QUESTIONS_PER_PAGE = 20;
export const questionsQuery = z.object({ cursor: listCursor, limit: pageSize(QUESTIONS_PER_PAGE) });

export const QUESTION_REPORT_REASONS = [
  { value: "offensive", label: "It's offensive" },
  { value: "contact", label: "It shares contact details or asks to deal elsewhere" },
  { value: "misleading", label: "It's misleading" },
  { value: "other", label: "Something else" },
] as const;
export const reportQuestionInput = reportSchema(QUESTION_REPORT_REASONS);
export const questionReportReason = reportQuestionInput.shape.reason;

/** Why admins have hidden a question or an answer, for its writer and for admins. */
const hidden = z.object({ reason: z.string() });

export const question = z
  .object({
    _id: z.string(),
    text: z.string(),
    askedAt: z.string(),
    /** Null for an anonymous bidder, and once the account is deleted. */
    asker: z.nullable(person),
    /** Whether the reader has asked it. */
    isOwn: z.boolean(),
    hidden: hidden.exactOptional(),
    /** Null if there is none, and while it is hidden from all but its seller and admins. */
    answer: z.nullable(z.object({ text: z.string(), answeredAt: z.string(), hidden: hidden.exactOptional() })),
  })
  .meta({ ref: "Question" });
export type Question = z.infer<typeof question>;

export const questionResponse = responseSchema({ question });
/** The newest first. */
export const questionsResponse = responseSchema({ questions: z.array(question), nextCursor: z.nullable(z.string()) });

/** A question as admins see it, with names and hidden text. */
export const moderatedQuestion = z
  .object({
    _id: z.string(),
    auction: z.object({ _id: z.string(), title: z.string() }),
    text: z.string(),
    asker: person,
    hidden: z.nullable(hidden),
    answer: z.nullable(z.object({ text: z.string(), hidden: z.nullable(hidden) })),
  })
  .meta({ ref: "ModeratedQuestion" });
export type ModeratedQuestion = z.infer<typeof moderatedQuestion>;

/** All open reports about one question and its answer. */
export const reportedQuestion = z
  .object({
    question: moderatedQuestion,
    reports: z.array(z.object({ reason: questionReportReason, text: z.string(), by: person, at: z.string() })),
  })
  .meta({ ref: "ReportedQuestion" });
export type ReportedQuestion = z.infer<typeof reportedQuestion>;
