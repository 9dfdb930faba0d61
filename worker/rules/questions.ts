/**
 * Questions about an item: who may ask one, answer it or delete it, and until when. Given the item, the question and
 * the person, each function returns the refusal, or null. Neither can be changed, because others have read them. Pure:
 * the caller has the clock, and knows who is signed in.
 */
import type { Refusal } from "./refusal.ts";

/** How many questions one person may ask about one item: enough for everything that a description left out. */
export const MAX_QUESTIONS = 5;

/** `hidden` by an admin; `gone` once its seller has deleted it. `endsAt` is epoch ms. */
export type AskedItem = {
  readonly sellerId: string;
  readonly state: "open" | "closed" | "voided" | "hidden" | "gone";
  readonly endsAt: number;
};

/** `asked` counts their questions about this item, hidden ones too. */
export type Asker = { readonly id: string; readonly isBlocked: boolean; readonly asked: number };

export type AskedQuestion = {
  readonly askerId: string;
  readonly isAnswered: boolean;
  /** Hidden by an admin. */
  readonly isHidden: boolean;
};

/** Whether everyone may see the item's questions. They stay visible once it has ended or is voided. */
export function showsQuestions({ state }: AskedItem): boolean {
  return state === "open" || state === "closed" || state === "voided";
}

/**
 * Why this person may not ask a question at `now` (epoch ms): from the listing on until the end anyone may, but its seller
 * and those whom the seller has blocked. Refusals: `auction_not_found`, `auction_voided`, `auction_ended`,
 * `own_question`, `asker_blocked`, `too_many_questions`.
 */
export function notAskable(item: AskedItem | null, asker: Asker, now: number) {
  if (!item || !showsQuestions(item)) return refusal({ code: "auction_not_found" });
  if (item.state === "voided") return refusal({ code: "auction_voided" });
  if (item.state === "closed" || now >= item.endsAt) {
    return refusal({ code: "auction_ended", endedAt: item.endsAt });
  }
  if (asker.id === item.sellerId) return refusal({ code: "own_question" });
  if (asker.isBlocked) return refusal({ code: "asker_blocked" });
  return asker.asked < MAX_QUESTIONS ? null : refusal({ code: "too_many_questions", maximum: MAX_QUESTIONS });
}

/**
 * Why this person may not answer a question: only the seller may, once, and also after the end, because the buyer may
 * still wait for it. Refusals: `question_not_found`, `not_the_seller`, `listing_hidden`, `auction_voided`,
 * `question_hidden`, `question_answered`.
 */
export function notAnswerable(item: AskedItem, question: AskedQuestion, personId: string) {
  const isSeller = personId === item.sellerId;
  if (item.state === "gone" || (item.state === "hidden" && !isSeller)) return refusal({ code: "question_not_found" });
  if (!isSeller) return refusal({ code: question.isHidden ? "question_not_found" : "not_the_seller" });
  if (item.state === "hidden") return refusal({ code: "listing_hidden" });
  if (item.state === "voided") return refusal({ code: "auction_voided" });
  if (question.isHidden) return refusal({ code: "question_hidden" });
  return question.isAnswered ? refusal({ code: "question_answered" }) : null;
}

/**
 * Why this person may not delete a question: only who asked it may, whatever has become of the item, until it is answered
 * or hidden. Refusals: `question_not_found`, `not_your_question`, `question_hidden`, `question_answered`.
 */
export function notDeletable(question: AskedQuestion, personId: string) {
  if (personId !== question.askerId) {
    return refusal({ code: question.isHidden ? "question_not_found" : "not_your_question" });
  }
  if (question.isHidden) return refusal({ code: "question_hidden" });
  return question.isAnswered ? refusal({ code: "question_answered" }) : null;
}

/** Keeps the code's own type, so that the compiler knows with what each function refuses. */
function refusal<const Why extends Refusal>(why: Why): Why {
  return why;
}
