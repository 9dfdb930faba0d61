/**
 * Questions about an item: who can ask, answer or delete one, and until when. Takes the item, the question and the
 * person. Each function returns the refusal, or null. No one can change a question or an answer, because others have
 * read them. Pure: the caller passes the time and the signed-in person.
 */
import type { Refusal } from "./refusal.ts";

/** How many questions one person can ask about one item. That's enough for anything a description left out. */
export const MAX_QUESTIONS = 5;

/** `hidden`: by an admin. `gone`: deleted by the seller. `endsAt` is epoch ms. */
export type QuestionItem = {
  readonly sellerId: string;
  readonly state: "open" | "closed" | "voided" | "hidden" | "gone";
  readonly endsAt: number;
};

/** `questionCount` is the number of their questions about this item, including hidden ones. */
export type Asker = { readonly id: string; readonly isBlocked: boolean; readonly questionCount: number };

export type AskedQuestion = {
  readonly askerId: string;
  readonly isAnswered: boolean;
  /** Hidden by an admin. */
  readonly isHidden: boolean;
};

/** Whether everyone can see the item's questions. They stay visible once it has ended or is voided. */
export function showsQuestions({ state }: QuestionItem): boolean {
  return state === "open" || state === "closed" || state === "voided";
}

/**
 * Why this person can't ask a question at `now` (epoch ms). Until the end anyone can ask, except the seller and people
 * the seller has blocked. Refusals: `auction_not_found`, `auction_voided`, `auction_ended`, `own_question`,
 * `asker_blocked`, `too_many_questions`.
 */
export function refuseAsking(item: QuestionItem | null, asker: Asker, now: number) {
  if (!item || !showsQuestions(item)) return asRefusal({ code: "auction_not_found" });
  if (item.state === "voided") return asRefusal({ code: "auction_voided" });
  if (item.state === "closed" || now >= item.endsAt) {
    return asRefusal({ code: "auction_ended", endedAt: item.endsAt });
  }
  if (asker.id === item.sellerId) return asRefusal({ code: "own_question" });
  if (asker.isBlocked) return asRefusal({ code: "asker_blocked" });
  return asker.questionCount < MAX_QUESTIONS ? null : asRefusal({ code: "too_many_questions", maximum: MAX_QUESTIONS });
}

/**
 * Why this person can't answer a question. Only the seller can, and only once. The seller can still answer after the
 * end, because the buyer may be waiting for it. Refusals: `question_not_found`, `not_the_seller`, `listing_hidden`,
 * `auction_voided`, `question_hidden`, `question_answered`.
 */
export function refuseAnswering(item: QuestionItem, question: AskedQuestion, personId: string) {
  const isSeller = personId === item.sellerId;
  if (item.state === "gone" || (item.state === "hidden" && !isSeller)) return asRefusal({ code: "question_not_found" });
  if (!isSeller) return asRefusal({ code: question.isHidden ? "question_not_found" : "not_the_seller" });
  if (item.state === "hidden") return asRefusal({ code: "listing_hidden" });
  if (item.state === "voided") return asRefusal({ code: "auction_voided" });
  if (question.isHidden) return asRefusal({ code: "question_hidden" });
  return question.isAnswered ? asRefusal({ code: "question_answered" }) : null;
}

/**
 * Why this person can't delete a question. Only the person who asked it can, until it's answered or hidden, in any
 * state of the item. Refusals: `question_not_found`, `not_your_question`, `question_hidden`, `question_answered`.
 */
export function refuseDeleting(question: AskedQuestion, personId: string) {
  if (personId !== question.askerId) {
    return asRefusal({ code: question.isHidden ? "question_not_found" : "not_your_question" });
  }
  if (question.isHidden) return asRefusal({ code: "question_hidden" });
  return question.isAnswered ? asRefusal({ code: "question_answered" }) : null;
}

/** Keeps the code's literal type, so that the compiler knows which refusals each function returns. */
function asRefusal<const RuleRefusal extends Refusal>(ruleRefusal: RuleRefusal): RuleRefusal {
  return ruleRefusal;
}
