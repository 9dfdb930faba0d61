/**
 * Item questions in D1. Limits that two concurrent calls could break, such as the number of a person's questions,
 * are checked again in the statement that writes.
 */
import { and, desc, eq, isNull, or, sql } from "drizzle-orm";
import type * as z from "zod";

import type { Question, questionsQuery } from "../../contract/question.ts";
import type { Database } from "../../db/database.ts";
import { NEWEST_POSITION, pageOf } from "../../db/list-page.ts";
import { type AuctionRow, auctions, type QuestionRow, questions, reports, users } from "../../db/schema.ts";
import { PUBLIC_PERSON_COLUMNS, toIso, toPerson } from "../../listings/queries/listings.ts";
import { type QuestionItem, MAX_QUESTIONS } from "../../rules/questions.ts";

/** The reader. A hidden question is shown to its asker, a hidden answer to the seller, and both to admins. */
export type QuestionReader = { readonly personId: string; readonly moderates: boolean } | null;

const ITEM_COLUMNS = { sellerId: auctions.sellerId, phase: auctions.phase, endsAt: auctions.endsAt };
type ItemRow = Pick<AuctionRow, keyof typeof ITEM_COLUMNS>;

const STATES = {
  open: "open",
  closed: "closed",
  voided: "voided",
  hidden: "hidden",
  cancelled: "gone",
  removed: "gone",
} as const satisfies { readonly [Phase in AuctionRow["phase"]]: QuestionItem["state"] };

function toItem({ sellerId, phase, endsAt }: ItemRow): QuestionItem {
  return { sellerId, state: STATES[phase], endsAt };
}

/** Null if D1 has no such auction. */
export async function findItem(db: Database, auctionId: string): Promise<QuestionItem | null> {
  const row = await db.select(ITEM_COLUMNS).from(auctions).where(eq(auctions.id, auctionId)).get();
  return row ? toItem(row) : null;
}

/** How many questions this person has about an item, hidden ones too. */
export async function countQuestionsBy(db: Database, auctionId: string, askerId: string): Promise<number> {
  const own = and(eq(questions.askerId, askerId), eq(questions.auctionId, auctionId));
  return db.$count(questions, own);
}

export type StoredQuestion = { readonly row: QuestionRow; readonly item: QuestionItem };

export async function findQuestion(db: Database, id: string): Promise<StoredQuestion | null> {
  const row = await db
    .select({ question: questions, item: ITEM_COLUMNS })
    .from(questions)
    .innerJoin(auctions, eq(auctions.id, questions.auctionId))
    .where(eq(questions.id, id))
    .get();
  return row ? { row: row.question, item: toItem(row.item) } : null;
}

/** The question as its reader sees it. Null when it's gone, or hidden from them. */
export async function findVisibleQuestion(db: Database, id: string, reader: QuestionReader): Promise<Question | null> {
  const row = await selectQuestions(db)
    .where(and(eq(questions.id, id), isVisibleTo(reader)))
    .get();
  return row ? toQuestion(row, reader) : null;
}

/** One page of an item's questions, newest first. */
export async function listQuestions(
  db: Database,
  { auctionId, cursor: after = NEWEST_POSITION, limit }: z.output<typeof questionsQuery> & { auctionId: string },
  reader: QuestionReader,
): Promise<{ questions: Question[]; nextCursor: string | null }> {
  const isAfter = sql`(${questions.askedAt}, ${questions.id}) < (${after.at}, ${after.id})`;
  const rows = await selectQuestions(db)
    .where(and(eq(questions.auctionId, auctionId), isAfter, isVisibleTo(reader)))
    .orderBy(desc(questions.askedAt), desc(questions.id))
    .limit(limit + 1);
  const { page, nextCursor } = pageOf(rows, limit, ({ question: { askedAt, id } }) => ({ at: askedAt, id }));
  return {
    questions: page.map((row) => toQuestion(row, reader)),
    nextCursor,
  };
}

function selectQuestions(db: Database) {
  return db
    .select({
      question: questions,
      sellerId: auctions.sellerId,
      asker: PUBLIC_PERSON_COLUMNS,
      isAnonymous: users.anonymous,
    })
    .from(questions)
    .innerJoin(auctions, eq(auctions.id, questions.auctionId))
    .leftJoin(users, eq(users.id, questions.askerId));
}

function isVisibleTo(reader: QuestionReader) {
  if (reader?.moderates) return undefined;
  const isPublic = isNull(questions.hiddenReason);
  return reader ? or(isPublic, eq(questions.askerId, reader.personId)) : isPublic;
}

type QuestionWithAsker = Awaited<ReturnType<typeof selectQuestions>>[number];

function toQuestion({ question, sellerId, asker, isAnonymous }: QuestionWithAsker, reader: QuestionReader): Question {
  const { id, text, askerId, askedAt, hiddenReason } = question;
  return {
    _id: id,
    text,
    askedAt: toIso(askedAt),
    // Everyone can see an anonymous bidder's bids, and naming the asker would reveal whose they are. A deleted person
    // (null) may have been anonymous, too.
    asker: isAnonymous === false ? toPerson(askerId, asker) : null,
    isOwn: reader?.personId === askerId,
    ...(hiddenReason === null ? {} : { hidden: { reason: hiddenReason } }),
    answer: answerIn(question, reader?.moderates === true || reader?.personId === sellerId),
  };
}

function answerIn({ answer, answeredAt, answerHiddenReason }: QuestionRow, seesHidden: boolean): Question["answer"] {
  if (answer === null || answeredAt === null) return null;
  if (answerHiddenReason === null) return { text: answer, answeredAt: toIso(answeredAt) };
  return seesHidden ? { text: answer, answeredAt: toIso(answeredAt), hidden: { reason: answerHiddenReason } } : null;
}

type NewQuestion = Pick<QuestionRow, "id" | "auctionId" | "askerId" | "text" | "askedAt">;

/**
 * `exists`: there's one with this ID. `gone`: the account is deleted or suspended, but one of its tokens is still
 * fresh. `full`: this person has reached the limit for this item.
 */
export async function insertQuestion(
  db: Database,
  { id, auctionId, askerId, text, askedAt }: NewQuestion,
): Promise<"added" | "exists" | "gone" | "full"> {
  const [exists, ownCount, hasAccount] = [
    sql`EXISTS (SELECT 1 FROM questions WHERE id = ${id})`,
    sql`(SELECT count(*) FROM questions WHERE asker_id = ${askerId} AND auction_id = ${auctionId})`,
    sql`EXISTS (SELECT 1 FROM users WHERE id = ${askerId} AND suspended_at IS NULL)`,
  ];
  const { meta } = await db.run(sql`INSERT INTO questions (id, auction_id, asker_id, text, asked_at, notice_due_at)
    SELECT ${id}, ${auctionId}, ${askerId}, ${text}, ${askedAt}, ${askedAt}
    WHERE NOT ${exists} AND ${ownCount} < ${MAX_QUESTIONS} AND ${hasAccount}`);
  if (meta.changes > 0) return "added";
  const refusal = await db.get<{ there: number; account: number }>(
    sql`SELECT ${exists} AS there, ${hasAccount} AS account`,
  );
  return refusal.there === 1 ? "exists" : refusal.account === 0 ? "gone" : "full";
}

/**
 * False if the question has an answer, is hidden or gone, or the seller's account is deleted or suspended. `now` is
 * epoch ms.
 */
export async function insertAnswer(
  db: Database,
  { id, sellerId, answer }: { id: string; sellerId: string; answer: string },
  now: number,
): Promise<boolean> {
  const hasActiveAccount = sql`EXISTS (SELECT 1 FROM users WHERE users.id = ${sellerId} AND suspended_at IS NULL)`;
  const answered = await db
    .update(questions)
    .set({ answer, answeredAt: now, noticeDueAt: now })
    .where(and(eq(questions.id, id), isNull(questions.answer), isNull(questions.hiddenReason), hasActiveAccount))
    .returning({ id: questions.id });
  return answered.length > 0;
}

/** Deletes a question and the reports about it. False if it has an answer, is hidden or is gone. */
export async function deleteUnansweredQuestion(db: Database, id: string): Promise<boolean> {
  const canDelete = and(eq(questions.id, id), isNull(questions.answer), isNull(questions.hiddenReason));
  const [deleted] = await db.batch([
    db.delete(questions).where(canDelete).returning({ id: questions.id }),
    db
      .delete(reports)
      .where(
        and(
          eq(reports.kind, "question"),
          eq(reports.subjectId, id),
          sql`NOT EXISTS (SELECT 1 FROM questions WHERE questions.id = ${reports.subjectId})`,
        ),
      ),
  ]);
  return deleted.length > 0;
}
