/**
 * D1's reports about questions, one for each person and question, and the questions and answers that admins have
 * hidden.
 */
import { desc, eq, sql } from "drizzle-orm";

import { type ModeratedQuestion, questionReportReason, type ReportedQuestion } from "../../contract/question.ts";
import { type Database, isAmong } from "../../db/database.ts";
import { auctions, type QuestionRow, questions, users } from "../../db/schema.ts";
import { PUBLIC_PERSON, toPerson } from "../../listings/queries/listings.ts";
import { addAdminAction, type NewAdminAction } from "./admin-actions.ts";
import { closeReports, listOpenReports } from "./reports.ts";

/** Hidden questions in one answer, newest first. */
const MAX_HIDDEN = 100;

export async function isQuestion(db: Database, id: string): Promise<boolean> {
  return (await db.select({ id: questions.id }).from(questions).where(eq(questions.id, id)).get()) !== undefined;
}

/** The change that an admin action makes to a question. Hiding also closes its open reports. */
const CHANGES = {
  hideQuestion: (reason) => ({ hiddenReason: reason }),
  showQuestion: () => ({ hiddenReason: null }),
  hideAnswer: (reason) => ({ answerHiddenReason: reason }),
  showAnswer: () => ({ answerHiddenReason: null }),
} as const satisfies { readonly [Action in NewAdminAction["action"]]?: (reason: string) => Partial<QuestionRow> };

export type QuestionAction = keyof typeof CHANGES | "dismissQuestion";

/** Records the action, changes the question, and closes its reports, together. */
export async function changeQuestion(
  db: Database,
  action: NewAdminAction & { readonly action: QuestionAction },
): Promise<void> {
  const { targetId, reason, at } = action;
  const close = closeReports(db, "question", targetId, at);
  if (action.action === "dismissQuestion") {
    await db.batch([addAdminAction(db, action), close]);
    return;
  }
  const change = db.update(questions).set(CHANGES[action.action](reason)).where(eq(questions.id, targetId));
  const closes = action.action === "hideQuestion" || action.action === "hideAnswer";
  await db.batch(closes ? [addAdminAction(db, action), change, close] : [addAdminAction(db, action), change]);
}

/** Open reports by question, oldest first. */
export async function listReportedQuestions(db: Database): Promise<ReportedQuestion[]> {
  const open = await listOpenReports(db, "question", questionReportReason);
  const found = await selectModerated(db).where(isAmong(questions.id, Array.from(open.keys())));
  const reported = new Map(found.map((row) => [row.question.id, toModerated(row)]));
  return Array.from(open, ([id, reports]) => {
    const question = reported.get(id);
    return question ? [{ question, reports }] : [];
  }).flat();
}

/** Questions that are hidden, or whose answers are. */
export async function listHiddenQuestions(db: Database): Promise<ModeratedQuestion[]> {
  const rows = await selectModerated(db)
    .where(sql`coalesce(hidden_reason, answer_hidden_reason) IS NOT NULL`)
    .orderBy(desc(questions.askedAt))
    .limit(MAX_HIDDEN);
  return rows.map(toModerated);
}

function selectModerated(db: Database) {
  return db
    .select({ question: questions, title: auctions.title, asker: PUBLIC_PERSON })
    .from(questions)
    .innerJoin(auctions, eq(auctions.id, questions.auctionId))
    .leftJoin(users, eq(users.id, questions.askerId))
    .$dynamic();
}
type ModeratedQuestionRow = Awaited<ReturnType<typeof selectModerated>>[number];

function toModerated({ question, title, asker }: ModeratedQuestionRow): ModeratedQuestion {
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

function hiddenIn(reason: string | null) {
  return reason === null ? null : { reason };
}
