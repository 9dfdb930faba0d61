/** The questions that people have reported, and the questions and answers that admins have hidden. */
import { desc, eq, sql } from "drizzle-orm";

import { type ModeratedQuestion, questionReportReason, type ReportedQuestion } from "../../contract/question.ts";
import { type Database, isAmong } from "../../db/database.ts";
import { auctions, questions, users } from "../../db/schema.ts";
import { PUBLIC_PERSON_COLUMNS, toPerson } from "../../listings/queries/listings.ts";
import { hiddenIn } from "./hidden-texts.ts";
import { listOpenReports } from "./reports.ts";

/** Hidden questions in one response, newest first. */
const MAX_HIDDEN_QUESTIONS = 100;

/** Open reports by question, oldest first. */
export async function listReportedQuestions(db: Database): Promise<ReportedQuestion[]> {
  const openReports = await listOpenReports(db, "question", questionReportReason);
  const found = await selectModeratedQuestions(db).where(isAmong(questions.id, Array.from(openReports.keys())));
  const reported = new Map(found.map((row) => [row.question.id, toModeratedQuestion(row)]));
  return Array.from(openReports, ([id, reports]) => {
    const question = reported.get(id);
    return question ? [{ question, reports }] : [];
  }).flat();
}

/** Questions that are hidden, or whose answers are. */
export async function listHiddenQuestions(db: Database): Promise<ModeratedQuestion[]> {
  const rows = await selectModeratedQuestions(db)
    .where(sql`coalesce(hidden_reason, answer_hidden_reason) IS NOT NULL`)
    .orderBy(desc(questions.askedAt))
    .limit(MAX_HIDDEN_QUESTIONS);
  return rows.map(toModeratedQuestion);
}

function selectModeratedQuestions(db: Database) {
  return db
    .select({ question: questions, title: auctions.title, asker: PUBLIC_PERSON_COLUMNS })
    .from(questions)
    .innerJoin(auctions, eq(auctions.id, questions.auctionId))
    .leftJoin(users, eq(users.id, questions.askerId))
    .$dynamic();
}
type ModeratedQuestionRow = Awaited<ReturnType<typeof selectModeratedQuestions>>[number];

function toModeratedQuestion({ question, title, asker }: ModeratedQuestionRow): ModeratedQuestion {
  const { id, auctionId, text, askerId, answer, hiddenReason, answerHiddenReason } = question;
  return {
    _id: id,
    auction: { _id: auctionId, title },
    text,
    asker: toPerson(askerId, asker),
    hidden: hiddenIn(hiddenReason),
    answer: answer === null ? null : { text: answer, hidden: hiddenIn(answerHiddenReason) },
  };
}
