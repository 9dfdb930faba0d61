import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";

import { watchResponse } from "../contract/auction.ts";
import { doneResponse } from "../contract/fields.ts";
import { unreadResponse } from "../contract/notification.ts";
import { questionResponse, questionsResponse } from "../contract/question.ts";
import { MAX_QUESTIONS } from "../rules/questions.ts";
import { sweep } from "../sweep/sweep.ts";
import { bindingWith, failingDatabase, inboxesWith, requestWith } from "../testing/bindings.ts";
import { DAY_MS, newId } from "../testing/builders.ts";
import { insertAuction } from "../testing/catalogue.ts";
import { deleteAccount } from "../testing/deletions.ts";
import {
  aCookieFor,
  anAdmin,
  fetchPages,
  requestJson,
  type SignedIn,
  expectRefusal,
  expectRefusalIn,
  renewSessionCookie,
  request,
  type Someone,
  someoneSignedIn,
} from "../testing/http.ts";
import { actionsOn, fetchModeration, takeAction } from "../testing/moderation.ts";
import { kindsOf } from "../testing/notifications.ts";
import { exportOf } from "../testing/passwords.ts";
import { runAfterTheEnd, aListing, bid } from "../testing/selling.ts";

const TEXT = "Does the case have its key?";
const askCall = (auctionId: string, { cookie }: SignedIn, text = TEXT, key?: string) =>
  [
    `/auction/${auctionId}/questions`,
    { method: "POST", cookie, json: { text }, headers: key === undefined ? {} : { "idempotency-key": key } },
  ] as const;
const answerCall = (questionId: string, { cookie }: SignedIn, text = "Yes, two of them.") =>
  [`/question/${questionId}/answer`, { method: "POST", cookie, json: { text } }] as const;
const deleteCall = (questionId: string, { cookie }: SignedIn) =>
  [`/question/${questionId}`, { method: "DELETE", cookie }] as const;
const reportCall = (questionId: string, { cookie }: SignedIn) =>
  [
    `/question/${questionId}/report`,
    { method: "POST", cookie, json: { reason: "contact", text: "A number." } },
  ] as const;
const takeQuestionAction = (questionId: string, action: string, admin: SignedIn) =>
  takeAction(`questions/${questionId}/${action}`, admin);

const listOf = async (auctionId: string, reader?: SignedIn) =>
  requestJson(questionsResponse, `/auction/${auctionId}/questions`, { cookie: reader?.cookie });
const questionsFor = async (auctionId: string, reader?: SignedIn) => (await listOf(auctionId, reader)).questions;
const askQuestion = async (auctionId: string, by: Someone, text?: string) =>
  (await requestJson(questionResponse, ...askCall(auctionId, by, text))).question;

/** A listing with a question by Ann, and its answer. */
async function anAnsweredQuestion() {
  const [{ id, seller }, ann] = [await aListing(), await someoneSignedIn("Ann")];
  const { _id: questionId } = await askQuestion(id, ann);
  await requestJson(questionResponse, ...answerCall(questionId, seller));
  return { id, seller, ann, questionId };
}

describe("questions", () => {
  it("a question is public, with its asker's name and the seller's answer", async () => {
    const [{ id, seller }, ann] = [await aListing(), await someoneSignedIn("Ann")];
    expect(await listOf(id)).toMatchObject({ questions: [], nextCursor: null });
    const question = await askQuestion(id, ann, "  Does the case\u200b have its key?\r\nAnd a lock?  ");
    const text = "Does the case have its key?\nAnd a lock?";
    expect(question).toMatchObject({ text, isOwn: true, answer: null, asker: { _id: ann.id, firstName: "Ann" } });
    expect(await questionsFor(id, ann)).toEqual([question]);
    expect(await questionsFor(id)).toEqual([{ ...question, isOwn: false }]);
    const { question: answered } = await requestJson(questionResponse, ...answerCall(question._id, seller));
    expect(answered).toMatchObject({ _id: question._id, isOwn: false, answer: { text: "Yes, two of them." } });
    expect(await questionsFor(id)).toEqual([answered]);
    expect(JSON.stringify(await questionsFor(id))).not.toContain("@");
  });

  it("after the auction, questions stay readable and can be answered, but not asked", async () => {
    const [{ id, seller }, ann] = [await aListing(), await someoneSignedIn("Ann")];
    const question = await askQuestion(id, ann);
    await runAfterTheEnd(async () => {
      const [askerCookie, sellerCookie] = [await aCookieFor(ann.id), await aCookieFor(seller.id)];
      const { details } = await expectRefusal(
        "auction_ended",
        409,
        ...askCall(id, { cookie: askerCookie }, "And now?"),
      );
      expect(details?.endedAt).toBeLessThan(Date.now());
      expect(await questionsFor(id)).toMatchObject([{ _id: question._id, answer: null }]);
      await requestJson(questionResponse, ...answerCall(question._id, { cookie: sellerCookie }));
      expect(await questionsFor(id)).toMatchObject([{ answer: { text: "Yes, two of them." } }]);
    });
  });

  it("a question with an idempotency key is asked once, even concurrently", async () => {
    const [{ id }, ann] = [await aListing(), await someoneSignedIn("Ann")];
    const call = askCall(id, ann, TEXT, newId());
    const responses = await Promise.all([1, 2, 3].map(() => requestJson(questionResponse, ...call)));
    expect(new Set(responses.map(({ question }) => question._id)).size).toBe(1);
    const [path, { headers }] = call;
    await expectRefusal("key_reused", 422, path, { ...call[1], headers, json: { text: "Another one?" } });
    expect(await questionsFor(id)).toHaveLength(1);
  });

  it("a person can ask five questions about an item, even if ten are concurrent", async () => {
    const [{ id }, other, ann] = [await aListing(), await aListing(), await someoneSignedIn("Ann")];
    const texts = Array.from({ length: 2 * MAX_QUESTIONS }, (_, index) => `Question ${index}?`);
    const responses = await Promise.all(texts.map((text) => request(...askCall(id, ann, text))));
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(MAX_QUESTIONS);
    const { message } = await expectRefusal("too_many_questions", 409, ...askCall(id, ann));
    expect(message).toBe("You've asked 5 questions about this item, so you can't ask more");
    await askQuestion(other.id, ann);
    await askQuestion(id, await someoneSignedIn());
  });

  it("a question has 1 to 500 characters as a person counts them", async () => {
    const [{ id }, ann] = [await aListing(), await someoneSignedIn("Ann")];
    for (const [text, message] of [
      [" \u200b\n", "Write your question"],
      ["x".repeat(501), "Use at most 500 characters"],
    ] as const) {
      const { fields } = await expectRefusal("invalid_input", 400, ...askCall(id, ann, text));
      expect(fields).toEqual({ text: [message] });
    }
    expect(await questionsFor(id)).toEqual([]);
    const text = "🪑".repeat(500);
    expect((await askQuestion(id, ann, text)).text).toBe(text);
  });

  it("a question is refused from the seller or a blocked person, or on a hidden item", async () => {
    const [{ id, seller }, ann] = [await aListing(), await someoneSignedIn("Ann")];
    await expectRefusal("own_question", 403, ...askCall(id, seller));
    await bid(id, 100, ann.cookie);
    const json = { auctionId: id, bidderId: ann.id };
    await requestJson(doneResponse, "/user/blocks", { method: "POST", cookie: seller.cookie, json });
    await expectRefusal("asker_blocked", 403, ...askCall(id, ann));
    await expectRefusal("auction_not_found", 404, ...askCall(newId(), ann));
    for (const phase of ["hidden", "cancelled", "removed"] as const) {
      const row = await insertAuction({ phase });
      await expectRefusal("auction_not_found", 404, ...askCall(row.id, ann));
      await expectRefusal("auction_not_found", 404, `/auction/${row.id}/questions`);
    }
    const { id: voidedId } = await insertAuction({ phase: "voided", voidedReason: "Stolen goods" });
    await expectRefusal("auction_voided", 409, ...askCall(voidedId, ann));
    expect(await questionsFor(voidedId)).toEqual([]);
  });

  it("a question needs a verified address if the deployment requires it", async () => {
    const [{ id }, ann] = [await aListing(), await someoneSignedIn("Ann")];
    await env.DB.prepare("UPDATE users SET email_verified_at = NULL WHERE id = ?").bind(ann.id).run();
    const cookie = await renewSessionCookie(ann.cookie);
    const strictEnv = { ...env, CONFIRM_EMAIL: "1", MAIL_FROM: "lotline@example.com" };
    await expectRefusalIn(await requestWith(strictEnv, ...askCall(id, { cookie })), "email_not_verified", 403);
    expect(await questionsFor(id)).toEqual([]);
  });

  it("a just suspended or deleted account can't ask a question with a fresh token", async () => {
    const [{ id }, ann, bob] = [await aListing(), await someoneSignedIn("Ann"), await someoneSignedIn("Bob")];
    await env.DB.prepare("UPDATE users SET suspended_at = 1 WHERE id = ?").bind(ann.id).run();
    await env.DB.prepare("DELETE FROM users WHERE id = ?").bind(bob.id).run();
    for (const person of [ann, bob]) await expectRefusal("not_signed_in", 401, ...askCall(id, person));
    expect(await questionsFor(id)).toEqual([]);
  });

  it("only anonymous bidders themselves can tell that a question is theirs", async () => {
    const [{ id, seller }, ann] = [await aListing(), await someoneSignedIn("Ann")];
    await env.DB.prepare("UPDATE users SET anonymous = 1 WHERE id = ?").bind(ann.id).run();
    await askQuestion(id, ann);
    for (const reader of [undefined, seller]) {
      const seen = await questionsFor(id, reader);
      expect(seen).toMatchObject([{ asker: null, isOwn: false }]);
      expect(JSON.stringify(seen)).not.toContain(ann.id);
    }
    expect(await questionsFor(id, ann)).toMatchObject([{ asker: null, isOwn: true }]);
  });

  it("questions are listed page by page, newest first, each once", async () => {
    const { id } = await aListing();
    await env.DB.prepare(
      `INSERT INTO questions (id, auction_id, asker_id, text, asked_at)
       WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 45)
       SELECT ?1 || n, ?1, 'x', 'Question ' || n, n / 3 FROM n`,
    )
      .bind(id)
      .run();
    const pages = await fetchPages(questionsResponse, `/auction/${id}/questions`);
    const seen = pages.flatMap((page) => page.questions.map(({ _id }) => _id));
    expect(seen).toHaveLength(45);
    expect(new Set(seen).size).toBe(45);
    expect(seen[0]).toBe(`${id}45`);
    await expectRefusal("invalid_input", 400, `/auction/${id}/questions?cursor=x`);
  });
});

describe("answers", () => {
  it("only the seller answers a question, once, and a retry changes nothing", async () => {
    const [{ id, seller }, ann] = [await aListing(), await someoneSignedIn("Ann")];
    const { _id: questionId } = await askQuestion(id, ann);
    await expectRefusal("not_the_seller", 403, ...answerCall(questionId, ann));
    const { fields } = await expectRefusal("invalid_input", 400, ...answerCall(questionId, seller, " "));
    expect(fields).toEqual({ text: ["Write your answer"] });
    const { question } = await requestJson(questionResponse, ...answerCall(questionId, seller));
    expect((await requestJson(questionResponse, ...answerCall(questionId, seller))).question).toEqual(question);
    await expectRefusal("question_answered", 409, ...answerCall(questionId, seller, "No."));
    expect(await questionsFor(id)).toEqual([question]);
    await expectRefusal("question_not_found", 404, ...answerCall(newId(), seller));
  });

  it("only one of two concurrent answers to a question is accepted", async () => {
    const [{ id, seller }, ann] = [await aListing(), await someoneSignedIn("Ann")];
    const { _id: questionId } = await askQuestion(id, ann);
    const responses = await Promise.all(
      ["Yes.", "No."].map((text) => request(...answerCall(questionId, seller, text))),
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201, 409]));
  });
});

it("the asker can delete a question and its reports until it is answered", async () => {
  const [{ id, seller }, ann, admin] = [await aListing(), await someoneSignedIn("Ann"), await anAdmin()];
  const first = await askQuestion(id, ann);
  await requestJson(doneResponse, ...reportCall(first._id, seller));
  await expectRefusal("not_your_question", 403, ...deleteCall(first._id, seller));
  await requestJson(doneResponse, ...deleteCall(first._id, ann));
  await expectRefusal("question_not_found", 404, ...deleteCall(first._id, ann));
  expect(await questionsFor(id)).toEqual([]);
  const { reportedQuestions } = await fetchModeration(admin);
  expect(reportedQuestions.map(({ question }) => question._id)).not.toContain(first._id);

  const second = await askQuestion(id, ann);
  await requestJson(questionResponse, ...answerCall(second._id, seller));
  await expectRefusal("question_answered", 409, ...deleteCall(second._id, ann));
  expect(await questionsFor(id)).toHaveLength(1);
});

describe("question notifications", () => {
  it("question notifications stay after the end, and the sweep doesn't repeat them", async () => {
    const { id, seller, ann } = await anAnsweredQuestion();
    await vi.waitFor(async () => expect(await kindsOf(ann)).toEqual(["questionAnswered"]));
    await requestJson(unreadResponse, "/auction/notifications/clear", { method: "DELETE", cookie: ann.cookie });
    await env.DB.prepare("UPDATE questions SET notice_due_at = 1, notice_up_to = 0 WHERE auction_id = ?")
      .bind(id)
      .run();
    await sweep(env, 100_000);
    expect(await noticeDueTimesOf(id)).toEqual([null]);
    expect(await kindsOf(ann)).toEqual([]);
    await runAfterTheEnd(() => env.AUCTION_ROOM.getByName(id).reconcile());
    await vi.waitFor(async () => expect(await kindsOf(seller)).toEqual(["expired", "questionAsked"]));
  });

  it("the sweep delivers question notifications that an inbox missed, for a day", async () => {
    const [{ id, seller }, ann] = [await aListing(), await someoneSignedIn("Ann")];
    const INBOX = inboxesWith({ deliver: () => Promise.reject(new Error("the inbox is down")) });
    expect((await requestWith({ ...env, INBOX }, ...askCall(id, ann))).status).toBe(201);
    expect(await noticeDueTimesOf(id)).not.toEqual([null]);
    await sweep({ ...env, INBOX }, Date.now() + 120_000);
    expect(await noticeDueTimesOf(id)).not.toEqual([null]);
    expect(await kindsOf(seller)).toEqual([]);
    await sweep(env, Date.now() + 120_000);
    expect(await noticeDueTimesOf(id)).toEqual([null]);
    expect(await kindsOf(seller)).toEqual(["questionAsked"]);

    expect((await requestWith({ ...env, INBOX }, ...askCall(id, ann, "And the lock?"))).status).toBe(201);
    await sweep({ ...env, INBOX }, Date.now() + 2 * DAY_MS);
    expect(await noticeDueTimesOf(id)).toEqual([null, null]);
  });

  it("a delayed answer notification still arrives after a later answer's", async () => {
    const [{ id, seller }, ann, bob] = [await aListing(), await someoneSignedIn("Ann"), await someoneSignedIn("Bob")];
    await requestJson(watchResponse, `/user/watchlist/${id}`, { method: "POST", cookie: ann.cookie });
    const [annsQuestion, bobsQuestion] = [await askQuestion(id, ann), await askQuestion(id, bob)];
    const INBOX = inboxesWith({ deliver: () => Promise.reject(new Error("the inbox is down")) });
    expect((await requestWith({ ...env, INBOX }, ...answerCall(annsQuestion._id, seller))).status).toBe(201);
    await requestJson(questionResponse, ...answerCall(bobsQuestion._id, seller));
    await vi.waitFor(async () => expect(await kindsOf(ann)).toEqual(["newAnswer"]));
    await sweep(env, Date.now() + 120_000);
    expect(await kindsOf(ann)).toEqual(["newAnswer", "questionAnswered"]);
  });

  it("an answer notifies each of 230 watchers once, over two sweeps", async () => {
    const { id, ann, questionId } = await anAnsweredQuestion();
    await vi.waitFor(async () => expect(await noticeDueTimesOf(id)).toEqual([null]));
    await env.DB.prepare(
      `INSERT INTO watches (user_id, auction_id, created_at)
       WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 230) SELECT ?1 || n, ?1, 0 FROM n`,
    )
      .bind(id)
      .run();
    const deliveryCounts = new Map<string, number>();
    const getByName = (userId: string) => ({
      deliver: async () => void deliveryCounts.set(userId, (deliveryCounts.get(userId) ?? 0) + 1),
    });
    const INBOX = bindingWith(env.INBOX, { getByName });
    await env.DB.prepare("UPDATE questions SET notice_due_at = 1 WHERE id = ?").bind(questionId).run();
    await sweep({ ...env, INBOX }, 100_000);
    expect(deliveryCounts.size).toBe(201);
    expect(await noticeDueTimesOf(id)).toEqual([1]);
    await sweep({ ...env, INBOX }, 160_000);
    expect(await noticeDueTimesOf(id)).toEqual([null]);
    expect(deliveryCounts.size).toBe(231);
    expect(new Set(deliveryCounts.values())).toEqual(new Set([1]));
    expect(deliveryCounts.has(ann.id)).toBe(true);
  });

  it("every stored question sends its notification, whichever D1 call fails", async () => {
    const [{ id, seller }, ann] = [await aListing(), await someoneSignedIn("Ann")];
    for (let nth = 1; nth <= 9; nth += 1) {
      const { database } = failingDatabase(nth, nth % 2 === 0);
      const [path, call] = askCall(id, ann, `Question ${nth}?`, `key-of-${id}-${nth}`);
      await requestWith({ ...env, DB: database }, path, call);
      await env.DB.prepare("DELETE FROM questions WHERE auction_id = ? AND notice_due_at IS NULL").bind(id).run();
    }
    const { results } = await env.DB.prepare("SELECT notice_due_at FROM questions WHERE auction_id = ?").bind(id).all();
    expect(results.length).toBeGreaterThan(0);
    await sweep(env, Date.now() + 120_000);
    expect((await noticeDueTimesOf(id)).every((due) => due === null)).toBe(true);
    expect(await kindsOf(seller)).toEqual(["questionAsked"]);
  });
});

async function noticeDueTimesOf(auctionId: string): Promise<unknown[]> {
  const { results } = await env.DB.prepare("SELECT notice_due_at FROM questions WHERE auction_id = ?")
    .bind(auctionId)
    .all<{ notice_due_at: number | null }>();
  return results.map((row) => row.notice_due_at);
}

describe("moderating questions", () => {
  it("a question can be reported once per person, and admins close its reports", async () => {
    const { id, seller, ann, questionId } = await anAnsweredQuestion();
    const [rob, admin] = [await someoneSignedIn("Rob"), await anAdmin()];
    await requestJson(doneResponse, ...reportCall(questionId, rob));
    const { message } = await expectRefusal("already_reported", 409, ...reportCall(questionId, rob));
    expect(message).toBe("You've already reported this question");
    await requestJson(doneResponse, ...reportCall(questionId, seller));
    await expectRefusal("question_not_found", 404, ...reportCall(newId(), rob));
    const reported = (await fetchModeration(admin)).reportedQuestions.find(
      ({ question }) => question._id === questionId,
    );
    expect(reported).toMatchObject({
      question: {
        auction: { _id: id, title: "A Regency mahogany bureau" },
        text: TEXT,
        asker: { _id: ann.id },
        hidden: null,
        answer: { text: "Yes, two of them.", hidden: null },
      },
      reports: [
        { reason: "contact", text: "A number.", by: { _id: rob.id } },
        { reason: "contact", by: { _id: seller.id } },
      ],
    });
    await takeQuestionAction(questionId, "dismissQuestion", admin);
    expect((await fetchModeration(admin)).reportedQuestions.map(({ question }) => question._id)).not.toContain(
      questionId,
    );
    const target = { _id: questionId, name: "A Regency mahogany bureau" };
    expect(await actionsOn(questionId, admin)).toMatchObject([{ action: "dismissQuestion", target }]);
    expect(await questionsFor(id)).toHaveLength(1);
  });

  it("a hidden question is shown only to its asker and admins until it's shown again", async () => {
    const { id, seller, ann, questionId } = await anAnsweredQuestion();
    const admin = await anAdmin();
    await requestJson(doneResponse, ...reportCall(questionId, seller));
    await takeQuestionAction(questionId, "hideQuestion", admin);
    for (const reader of [undefined, seller]) expect(await questionsFor(id, reader)).toEqual([]);
    for (const reader of [ann, admin]) {
      expect(await questionsFor(id, reader)).toMatchObject([{ hidden: { reason: "For a test" } }]);
    }
    await expectRefusal("question_not_found", 404, ...reportCall(questionId, await someoneSignedIn()));
    await expectRefusal("question_hidden", 409, ...answerCall(questionId, seller));
    await expectRefusal("question_hidden", 409, ...deleteCall(questionId, ann));
    const { reportedQuestions, hiddenQuestions } = await fetchModeration(admin);
    expect(reportedQuestions.map(({ question }) => question._id)).not.toContain(questionId);
    expect(hiddenQuestions.find(({ _id }) => _id === questionId)).toMatchObject({
      hidden: { reason: "For a test" },
      answer: { hidden: null },
    });
    await takeQuestionAction(questionId, "showQuestion", admin);
    expect(await questionsFor(id)).toMatchObject([{ _id: questionId }]);
    expect((await actionsOn(questionId, admin)).map(({ action }) => action)).toEqual(["showQuestion", "hideQuestion"]);
  });

  it("a hidden answer is shown only to its seller and admins", async () => {
    const { id, seller, ann, questionId } = await anAnsweredQuestion();
    const admin = await anAdmin();
    await takeQuestionAction(questionId, "hideAnswer", admin);
    for (const reader of [undefined, ann])
      expect(await questionsFor(id, reader)).toMatchObject([{ text: TEXT, answer: null }]);
    for (const reader of [seller, admin]) {
      expect(await questionsFor(id, reader)).toMatchObject([{ answer: { hidden: { reason: "For a test" } } }]);
    }
    await expectRefusal("question_answered", 409, ...answerCall(questionId, seller, "Call me."));
    await takeQuestionAction(questionId, "showAnswer", admin);
    expect(await questionsFor(id)).toMatchObject([{ answer: { text: "Yes, two of them." } }]);
  });

  it("a hidden listing hides its questions from everyone but its seller and admins", async () => {
    const { id, seller, ann, questionId } = await anAnsweredQuestion();
    const admin = await anAdmin();
    await takeAction(`listings/${id}/hide`, admin);
    await vi.waitFor(async () => {
      const phaseStatement = env.DB.prepare("SELECT phase FROM auctions WHERE id = ?").bind(id);
      expect(await phaseStatement.first("phase")).toBe("hidden");
    });
    for (const cookie of [undefined, ann.cookie]) {
      await expectRefusal("auction_not_found", 404, `/auction/${id}/questions`, { cookie });
    }
    for (const reader of [seller, admin]) expect(await questionsFor(id, reader)).toMatchObject([{ _id: questionId }]);
  });
});

describe("personal data in questions", () => {
  it("deleting an account deletes its unanswered questions and anonymizes the others", async () => {
    const { id, ann, seller, questionId } = await anAnsweredQuestion();
    const openQuestion = await askQuestion(id, ann, "And the lock?");
    await requestJson(doneResponse, ...reportCall(openQuestion._id, seller));
    await deleteAccount(ann);
    // No name, because they may have bid anonymously.
    expect(await questionsFor(id)).toMatchObject([
      { _id: questionId, asker: null, answer: { text: "Yes, two of them." } },
    ]);
    const { results } = await env.DB.prepare("SELECT * FROM reports WHERE subject_id = ?").bind(openQuestion._id).all();
    expect(results).toEqual([]);
  });

  it("a person's export has only their own questions, answers and reports", async () => {
    const { id, seller, ann, questionId } = await anAnsweredQuestion();
    await requestJson(doneResponse, ...reportCall(questionId, seller));
    const title = "A Regency mahogany bureau";
    const [annsFile, sellersFile] = [await exportOf(ann), await exportOf(seller)];
    expect(annsFile).toMatchObject({
      questions: [{ _id: questionId, auctionId: id, title, text: TEXT, answer: "Yes, two of them." }],
      answers: [],
      questionReports: [],
    });
    expect(sellersFile).toMatchObject({
      questions: [],
      answers: [{ questionId, auctionId: id, title, text: "Yes, two of them." }],
      questionReports: [{ questionId, reason: "contact", text: "A number." }],
    });
    expect(JSON.stringify(sellersFile)).not.toContain(TEXT);
  });
});
