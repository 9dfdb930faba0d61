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
const OPEN_QUESTION: AskedQuestion = { askerId: "ann", isAnswered: false, isHidden: false };

const STATES = ["open", "closed", "voided", "hidden", "gone"] as const;

describe("asking a question", () => {
  it.each<[string, Partial<QuestionItem> | null, Partial<Asker>, number, object | null]>([
    ["accept a question about an item for sale", {}, {}, 0, null],
    ["accept a question in the last millisecond", {}, {}, END - 1, null],
    ["accept a fifth question", {}, { questionCount: MAX_QUESTIONS - 1 }, 0, null],
    ["refuse a question about no item", null, {}, 0, { code: "auction_not_found" }],
    ["refuse a question about a hidden item", { state: "hidden" }, {}, 0, { code: "auction_not_found" }],
    ["refuse a question about an item that is gone", { state: "gone" }, {}, 0, { code: "auction_not_found" }],
    ["refuse a question about a voided item", { state: "voided" }, {}, 0, { code: "auction_voided" }],
    ["refuse a question at the end", {}, {}, END, { code: "auction_ended", endedAt: END }],
    [
      "refuse a question about an item that has been bought",
      { state: "closed" },
      {},
      0,
      { code: "auction_ended", endedAt: END },
    ],
    ["refuse a question about one's own item", {}, { id: "sue" }, 0, { code: "own_question" }],
    ["refuse a question to a seller who has blocked its asker", {}, { isBlocked: true }, 0, { code: "asker_blocked" }],
    [
      "refuse a sixth question",
      {},
      { questionCount: MAX_QUESTIONS },
      0,
      { code: "too_many_questions", maximum: MAX_QUESTIONS },
    ],
  ])("the rules %s", (_, item, asker, now, refusal) => {
    expect(refuseAsking(item && { ...ITEM, ...item }, { ...ANN, ...asker }, now)).toEqual(refusal);
  });
});

describe("answering a question", () => {
  it.each<[string, Partial<QuestionItem>, Partial<AskedQuestion>, string, string | null]>([
    ["accept an answer by the seller", {}, {}, "sue", null],
    ["accept an answer by the seller after the end", { state: "closed" }, {}, "sue", null],
    ["refuse an answer by the asker", {}, {}, "ann", "not_the_seller"],
    ["refuse an answer by anyone else", {}, {}, "bob", "not_the_seller"],
    ["refuse a second answer", {}, { isAnswered: true }, "sue", "question_answered"],
    ["refuse an answer to a hidden question", {}, { isHidden: true }, "sue", "question_hidden"],
    ["refuse an answer to a hidden question by anyone else", {}, { isHidden: true }, "bob", "question_not_found"],
    ["refuse an answer about a hidden item", { state: "hidden" }, {}, "sue", "listing_hidden"],
    ["refuse an answer about a hidden item by anyone else", { state: "hidden" }, {}, "ann", "question_not_found"],
    ["refuse an answer about a voided item", { state: "voided" }, {}, "sue", "auction_voided"],
    ["refuse an answer about an item that is gone", { state: "gone" }, {}, "sue", "question_not_found"],
  ])("the rules %s", (_, item, question, by, code) => {
    expect(refuseAnswering({ ...ITEM, ...item }, { ...OPEN_QUESTION, ...question }, by)?.code ?? null).toBe(code);
  });
});

describe("deleting a question", () => {
  it.each<[string, Partial<AskedQuestion>, string, string | null]>([
    ["can be deleted by its asker", {}, "ann", null],
    ["can't be deleted by anyone else", {}, "bob", "not_your_question"],
    ["can't be deleted by the seller", {}, "sue", "not_your_question"],
    ["can't be deleted once it has an answer", { isAnswered: true }, "ann", "question_answered"],
    ["can't be deleted by its asker while it is hidden", { isHidden: true }, "ann", "question_hidden"],
    ["can't be deleted by anyone else while it is hidden", { isHidden: true }, "bob", "question_not_found"],
  ])("a question %s", (_, question, by, code) => {
    expect(refuseDeleting({ ...OPEN_QUESTION, ...question }, by)?.code ?? null).toBe(code);
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

  it("questions after the end, past five, or by sellers or blocked people are refused", () => {
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
        const takesAnswers = item.state === "open" || item.state === "closed";
        expect(refuseAnswering(item, question, person) === null).toBe(person === "sue" && takesAnswers && !isSettled);
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
