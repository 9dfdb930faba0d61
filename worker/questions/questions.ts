/**
 * Asking, answering and deleting a question. D1 has everything needed to decide. An item's end and its seller's blocks
 * reach it within seconds, and questions don't affect bids.
 */
import { isBlocked } from "../blocks/queries/blocks.ts";
import { describeRefusal } from "../contract/describe-refusal.ts";
import type { Question } from "../contract/question.ts";
import type { Database } from "../db/database.ts";
import { deriveId, newId } from "../platform/ids.ts";
import { type AnswerTo, refusal, type Refused } from "../rpc/room-rpc.ts";
import {
  MAX_QUESTIONS,
  refuseAnswering,
  refuseAsking,
  refuseDeleting,
  type AskedQuestion,
} from "../rules/questions.ts";
import type { Refusal } from "../rules/refusal.ts";
import {
  countQuestionsBy,
  deleteUnansweredQuestion,
  findItem,
  findQuestion,
  findVisibleQuestion,
  type StoredQuestion,
  insertAnswer,
  insertQuestion,
  type QuestionReader,
} from "./queries/questions.ts";

type SignedInReader = NonNullable<QuestionReader>;

/** No refusal of a question has an amount. */
const NO_CURRENCY = "";

type QuestionInput = {
  readonly caller: SignedInReader;
  readonly auctionId: string;
  readonly text: string;
  /** A retry under the same key gets the first question. */
  readonly key?: string | undefined;
};

/** `now` is epoch ms. `not_signed_in`: the account has just been deleted or suspended. */
export async function askQuestion(
  db: Database,
  { caller, auctionId, text, key }: QuestionInput,
  now: number,
): Promise<AnswerTo<"askQuestion", Question>> {
  const id = key === undefined ? newId() : deriveId(caller.personId, "question", key);
  const existing = key === undefined ? null : await findQuestion(db, id);
  if (existing) return resolveRetry(db, existing, { caller, auctionId, text });
  const item = await findItem(db, auctionId);
  const asker = {
    id: caller.personId,
    isBlocked: item !== null && (await isBlocked(db, item.sellerId, caller.personId)),
    questionCount: await countQuestionsBy(db, auctionId, caller.personId),
  };
  const askRefusal = refuseAsking(item, asker, now);
  if (askRefusal) return toRefused(askRefusal);
  switch (await insertQuestion(db, { id, auctionId, askerId: caller.personId, text, askedAt: now })) {
    case "added":
      return findVisibleOrRefuse(db, id, caller, "auction_not_found");
    case "exists": {
      const first = await findQuestion(db, id);
      return first ? resolveRetry(db, first, { caller, auctionId, text }) : refusal("auction_not_found");
    }
    case "full":
      return toRefused({ code: "too_many_questions", maximum: MAX_QUESTIONS });
    case "gone":
      return refusal("not_signed_in");
  }
}

/** The first question under a key, if the same question is sent again. */
async function resolveRetry(db: Database, { row }: StoredQuestion, { caller, auctionId, text }: QuestionInput) {
  if (row.auctionId !== auctionId || row.text !== text) return refusal("key_reused");
  return findVisibleOrRefuse(db, row.id, caller, "auction_not_found");
}

type AnswerInput = { readonly caller: SignedInReader; readonly questionId: string; readonly text: string };

/** The same answer again changes nothing. `now` is epoch ms. */
export async function answerQuestion(
  db: Database,
  { caller, questionId, text }: AnswerInput,
  now: number,
): Promise<AnswerTo<"answerQuestion", Question>> {
  const found = await findQuestion(db, questionId);
  if (!found) return refusal("question_not_found");
  const { row, item } = found;
  const isRetry = row.answer === text && row.answerHiddenReason === null && caller.personId === item.sellerId;
  const answerRefusal = refuseAnswering(
    item,
    { ...toAskedQuestion(found), isAnswered: row.answer !== null && !isRetry },
    caller.personId,
  );
  if (answerRefusal) return toRefused(answerRefusal);
  const isAdded = isRetry || (await insertAnswer(db, { id: questionId, sellerId: caller.personId, answer: text }, now));
  if (isAdded) return findVisibleOrRefuse(db, questionId, caller, "question_not_found");
  // Another call was first, or the question is gone.
  const later = await findQuestion(db, questionId);
  if (!later) return refusal("question_not_found");
  const laterRefusal = refuseAnswering(later.item, toAskedQuestion(later), caller.personId);
  return laterRefusal ? toRefused(laterRefusal) : refusal("not_signed_in");
}

export async function deleteQuestion(
  db: Database,
  caller: SignedInReader,
  questionId: string,
): Promise<AnswerTo<"deleteQuestion", null>> {
  const found = await findQuestion(db, questionId);
  if (!found) return refusal("question_not_found");
  const deleteRefusal = refuseDeleting(toAskedQuestion(found), caller.personId);
  if (deleteRefusal) return toRefused(deleteRefusal);
  if (await deleteUnansweredQuestion(db, questionId)) return { ok: true, value: null };
  const later = await findQuestion(db, questionId);
  const laterRefusal = later && refuseDeleting(toAskedQuestion(later), caller.personId);
  return laterRefusal ? toRefused(laterRefusal) : refusal("question_not_found");
}

function toAskedQuestion({ row }: StoredQuestion): AskedQuestion {
  return { askerId: row.askerId, isAnswered: row.answer !== null, isHidden: row.hiddenReason !== null };
}

async function findVisibleOrRefuse<Code extends "auction_not_found" | "question_not_found">(
  db: Database,
  id: string,
  reader: SignedInReader,
  missing: Code,
) {
  const question = await findVisibleQuestion(db, id, reader);
  return question ? ({ ok: true, value: question } as const) : refusal(missing);
}

function toRefused<RuleRefusal extends Refusal>(ruleRefusal: RuleRefusal): Refused<RuleRefusal["code"]> {
  return { ok: false, failure: { ...describeRefusal(ruleRefusal, NO_CURRENCY), code: ruleRefusal.code } };
}
