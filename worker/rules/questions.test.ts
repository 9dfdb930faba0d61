import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import {
  type QuestionItem,
  type Asker,
  MAX_QUESTIONS,
  refuseAnswering,
  refuseAsking,
  refuseDeleting,
  type AskedQuestion,
  showsQuestions,
} from "./questions.ts";

const END = 1_000_000;
const ITEM: QuestionItem = { sellerId: "sue", state: "open", endsAt: END };
const ANN: Asker = { id: "ann", isBlocked: false, questionCount: 0 };
const OPEN: AskedQuestion = { askerId: "ann", isAnswered: false, isHidden: false };

const STATES = ["open", "closed", "voided", "hidden", "gone"] as const;

describe("asking a question", () => {
  it.each<[string, Partial<QuestionItem> | null, Partial<Asker>, number, object | null]>([
    ["about an item for sale", {}, {}, 0, null],
    ["in the last millisecond", {}, {}, END - 1, null],
    ["a fifth one", {}, { questionCount: MAX_QUESTIONS - 1 }, 0, null],
    ["about no item", null, {}, 0, { code: "auction_not_found" }],
    ["about a hidden item", { state: "hidden" }, {}, 0, { code: "auction_not_found" }],
    ["about an item that is gone", { state: "gone" }, {}, 0, { code: "auction_not_found" }],
    ["about a voided item", { state: "voided" }, {}, 0, { code: "auction_voided" }],
    ["at the end", {}, {}, END, { code: "auction_ended", endedAt: END }],
    ["about an item that has been bought", { state: "closed" }, {}, 0, { code: "auction_ended", endedAt: END }],
    ["about one's own item", {}, { id: "sue" }, 0, { code: "own_question" }],
    ["to a seller who has blocked its asker", {}, { isBlocked: true }, 0, { code: "asker_blocked" }],
    ["a sixth one", {}, { questionCount: MAX_QUESTIONS }, 0, { code: "too_many_questions", maximum: MAX_QUESTIONS }],
  ])("the rules accept or refuse a question: %s", (_, item, asker, now, why) => {
    expect(refuseAsking(item && { ...ITEM, ...item }, { ...ANN, ...asker }, now)).toEqual(why);
  });
});

describe("answering a question", () => {
  it.each<[string, Partial<QuestionItem>, Partial<AskedQuestion>, string, string | null]>([
    ["by the seller", {}, {}, "sue", null],
    ["by the seller after the end", { state: "closed" }, {}, "sue", null],
    ["by the asker", {}, {}, "ann", "not_the_seller"],
    ["by anyone else", {}, {}, "bob", "not_the_seller"],
    ["a second time", {}, { isAnswered: true }, "sue", "question_answered"],
    ["that is hidden", {}, { isHidden: true }, "sue", "question_hidden"],
    ["that is hidden, by anyone else", {}, { isHidden: true }, "bob", "question_not_found"],
    ["about a hidden item", { state: "hidden" }, {}, "sue", "listing_hidden"],
    ["about a hidden item, by anyone else", { state: "hidden" }, {}, "ann", "question_not_found"],
    ["about a voided item", { state: "voided" }, {}, "sue", "auction_voided"],
    ["about an item that is gone", { state: "gone" }, {}, "sue", "question_not_found"],
  ])("the rules accept or refuse an answer: %s", (_, item, question, by, code) => {
    expect(refuseAnswering({ ...ITEM, ...item }, { ...OPEN, ...question }, by)?.code ?? null).toBe(code);
  });
});

describe("deleting a question", () => {
  it.each<[string, Partial<AskedQuestion>, string, string | null]>([
    ["by its asker", {}, "ann", null],
    ["by anyone else", {}, "bob", "not_your_question"],
    ["by the seller", {}, "sue", "not_your_question"],
    ["that has an answer", { isAnswered: true }, "ann", "question_answered"],
    ["that is hidden", { isHidden: true }, "ann", "question_hidden"],
    ["that is hidden, by anyone else", { isHidden: true }, "bob", "question_not_found"],
  ])("the rules accept or refuse the deletion of a question: %s", (_, question, by, code) => {
    expect(refuseDeleting({ ...OPEN, ...question }, by)?.code ?? null).toBe(code);
  });
});

describe("any item, question and person", () => {
  const people = fc.constantFrom("sue", "ann", "bob");
  const items = fc.record({
    sellerId: fc.constant("sue"),
    state: fc.constantFrom(...STATES),
    endsAt: fc.constant(END),
  });
  const questions = fc.record({
    askerId: fc.constantFrom("ann", "bob"),
    isAnswered: fc.boolean(),
    isHidden: fc.boolean(),
  });

  it("questions are refused after the end, from sellers and the blocked, and past five", () => {
    const askers = fc.record({ id: people, isBlocked: fc.boolean(), questionCount: fc.nat({ max: 9 }) });
    fc.assert(
      fc.property(items, askers, fc.integer({ min: 0, max: 2 * END }), (item, asker, now) => {
        const mayAsk =
          item.state === "open" &&
          now < END &&
          asker.id !== "sue" &&
          !asker.isBlocked &&
          asker.questionCount < MAX_QUESTIONS;
        expect(refuseAsking(item, asker, now) === null).toBe(mayAsk);
      }),
    );
  });

  it("only the seller can answer a question, and only its asker can delete it", () => {
    fc.assert(
      fc.property(items, questions, people, (item, question, person) => {
        const isSettled = question.isAnswered || question.isHidden;
        const isOnSale = item.state === "open" || item.state === "closed";
        expect(refuseAnswering(item, question, person) === null).toBe(person === "sue" && isOnSale && !isSettled);
        expect(refuseDeleting(question, person) === null).toBe(person === question.askerId && !isSettled);
      }),
    );
  });

  it("a refusal doesn't tell strangers about questions or items they can't see", () => {
    fc.assert(
      fc.property(items, questions, fc.constantFrom("cem", "dan"), (item, question, stranger) => {
        const isSeen = showsQuestions(item) && !question.isHidden;
        expect(refuseAnswering(item, question, stranger)?.code).toBe(isSeen ? "not_the_seller" : "question_not_found");
        const deletion = question.isHidden ? "question_not_found" : "not_your_question";
        expect(refuseDeleting(question, stranger)?.code).toBe(deletion);
      }),
    );
  });
});
