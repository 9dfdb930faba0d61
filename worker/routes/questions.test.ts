import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";

import { doneResponse } from "../contract/fields.ts";
import { unreadResponse } from "../contract/notification.ts";
import { questionResponse, questionsResponse } from "../contract/question.ts";
import { MAX_QUESTIONS } from "../rules/questions.ts";
import { sweep } from "../sweep/sweep.ts";
import { bindingWith, failingDatabase, inboxesWith, requestWith } from "../testing/bindings.ts";
import { DAY_MS, newId } from "../testing/builders.ts";
import { listed } from "../testing/catalogue.ts";
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
import { actionsOn, seenBy, takeAction } from "../testing/moderation.ts";
import { kindsOf } from "../testing/notifications.ts";
import { exportOf } from "../testing/passwords.ts";
import { afterTheEnd, aListing, bid } from "../testing/selling.ts";

const TEXT = "Does the case have its key?";
const asking = (auctionId: string, { cookie }: SignedIn, text = TEXT, key?: string) =>
  [
    `/auction/${auctionId}/questions`,
    { method: "POST", cookie, json: { text }, headers: key === undefined ? {} : { "idempotency-key": key } },
  ] as const;
const answering = (questionId: string, { cookie }: SignedIn, text = "Yes, two of them.") =>
  [`/question/${questionId}/answer`, { method: "POST", cookie, json: { text } }] as const;
const deleting = (questionId: string, { cookie }: SignedIn) =>
  [`/question/${questionId}`, { method: "DELETE", cookie }] as const;
const reporting = (questionId: string, { cookie }: SignedIn) =>
  [
    `/question/${questionId}/report`,
    { method: "POST", cookie, json: { reason: "contact", text: "A number." } },
  ] as const;
const act = (questionId: string, action: string, admin: SignedIn) =>
  takeAction(`questions/${questionId}/${action}`, admin);

const listOf = async (auctionId: string, reader?: SignedIn) =>
  requestJson(questionsResponse, `/auction/${auctionId}/questions`, { cookie: reader?.cookie });
const shownTo = async (auctionId: string, reader?: SignedIn) => (await listOf(auctionId, reader)).questions;
const asked = async (auctionId: string, by: Someone, text?: string) =>
  (await requestJson(questionResponse, ...asking(auctionId, by, text))).question;

/** A listing with a question by Ann, and its answer. */
async function anAnsweredQuestion() {
  const [{ id, seller }, ann] = [await aListing(), await someoneSignedIn("Ann")];
  const { _id: questionId } = await asked(id, ann);
  await requestJson(questionResponse, ...answering(questionId, seller));
  return { id, seller, ann, questionId };
}

describe("questions", () => {
  it("a question is public, with its asker's name and the seller's answer", async () => {
    const [{ id, seller }, ann] = [await aListing(), await someoneSignedIn("Ann")];
    expect(await listOf(id)).toMatchObject({ questions: [], nextCursor: null });
    const question = await asked(id, ann, "  Does the case\u200b have its key?\r\nAnd a lock?  ");
    const text = "Does the case have its key?\nAnd a lock?";
    expect(question).toMatchObject({ text, isOwn: true, answer: null, asker: { _id: ann.id, firstName: "Ann" } });
    expect(await shownTo(id, ann)).toEqual([question]);
    expect(await shownTo(id)).toEqual([{ ...question, isOwn: false }]);
    const { question: answered } = await requestJson(questionResponse, ...answering(question._id, seller));
    expect(answered).toMatchObject({ _id: question._id, isOwn: false, answer: { text: "Yes, two of them." } });
    expect(await shownTo(id)).toEqual([answered]);
    expect(JSON.stringify(await shownTo(id))).not.toContain("@");
  });

  it("a question stays readable after the end, and only the seller can still write", async () => {
    const [{ id, seller }, ann] = [await aListing(), await someoneSignedIn("Ann")];
    const question = await asked(id, ann);
    await afterTheEnd(async () => {
      const [later, selling] = [await aCookieFor(ann.id), await aCookieFor(seller.id)];
      const { details } = await expectRefusal("auction_ended", 409, ...asking(id, { cookie: later }, "And now?"));
      expect(details?.endedAt).toBeLessThan(Date.now());
      expect(await shownTo(id)).toMatchObject([{ _id: question._id, answer: null }]);
      await requestJson(questionResponse, ...answering(question._id, { cookie: selling }));
      expect(await shownTo(id)).toMatchObject([{ answer: { text: "Yes, two of them." } }]);
    });
  });

  it("a question with an idempotency key is asked once, even concurrently", async () => {
    const [{ id }, ann] = [await aListing(), await someoneSignedIn("Ann")];
    const call = asking(id, ann, TEXT, newId());
    const answers = await Promise.all([1, 2, 3].map(() => requestJson(questionResponse, ...call)));
    expect(new Set(answers.map(({ question }) => question._id)).size).toBe(1);
    const [path, { headers }] = call;
    await expectRefusal("key_reused", 422, path, { ...call[1], headers, json: { text: "Another one?" } });
    expect(await shownTo(id)).toHaveLength(1);
  });

  it("a person can ask five questions about an item, even if ten are concurrent", async () => {
    const [{ id }, other, ann] = [await aListing(), await aListing(), await someoneSignedIn("Ann")];
    const texts = Array.from({ length: 2 * MAX_QUESTIONS }, (_, index) => `Question ${index}?`);
    const responses = await Promise.all(texts.map((text) => request(...asking(id, ann, text))));
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(MAX_QUESTIONS);
    const { message } = await expectRefusal("too_many_questions", 409, ...asking(id, ann));
    expect(message).toBe("You've asked 5 questions about this item, so you can't ask more");
    await asked(other.id, ann);
    await asked(id, await someoneSignedIn());
  });

  it("a question has 1 to 500 characters as a person counts them", async () => {
    const [{ id }, ann] = [await aListing(), await someoneSignedIn("Ann")];
    for (const [text, message] of [
      [" \u200b\n", "Write your question"],
      ["x".repeat(501), "Use at most 500 characters"],
    ] as const) {
      const { fields } = await expectRefusal("invalid_input", 400, ...asking(id, ann, text));
      expect(fields).toEqual({ text: [message] });
    }
    expect(await shownTo(id)).toEqual([]);
    const text = "🪑".repeat(500);
    expect((await asked(id, ann, text)).text).toBe(text);
  });

  it("a question is refused from the seller or a blocked person, or on a hidden item", async () => {
    const [{ id, seller }, ann] = [await aListing(), await someoneSignedIn("Ann")];
    await expectRefusal("own_question", 403, ...asking(id, seller));
    await bid(id, 100, ann.cookie);
    const json = { auctionId: id, bidderId: ann.id };
    await requestJson(doneResponse, "/user/blocks", { method: "POST", cookie: seller.cookie, json });
    await expectRefusal("asker_blocked", 403, ...asking(id, ann));
    await expectRefusal("auction_not_found", 404, ...asking(newId(), ann));
    for (const phase of ["hidden", "cancelled", "removed"] as const) {
      const row = await listed({ phase });
      await expectRefusal("auction_not_found", 404, ...asking(row.id, ann));
      await expectRefusal("auction_not_found", 404, `/auction/${row.id}/questions`);
    }
    const { id: voided } = await listed({ phase: "voided", voidedReason: "Stolen goods" });
    await expectRefusal("auction_voided", 409, ...asking(voided, ann));
    expect(await shownTo(voided)).toEqual([]);
  });

  it("a question needs a verified address if the deployment requires it", async () => {
    const [{ id }, ann] = [await aListing(), await someoneSignedIn("Ann")];
    await env.DB.prepare("UPDATE users SET email_verified_at = NULL WHERE id = ?").bind(ann.id).run();
    const cookie = await renewSessionCookie(ann.cookie);
    const strict = { ...env, CONFIRM_EMAIL: "1", MAIL_FROM: "lotline@example.com" };
    await expectRefusalIn(await requestWith(strict, ...asking(id, { cookie })), "email_not_verified", 403);
    expect(await shownTo(id)).toEqual([]);
  });

  it("a question from someone just suspended or deleted is refused despite a token", async () => {
    const [{ id }, ann, bob] = [await aListing(), await someoneSignedIn("Ann"), await someoneSignedIn("Bob")];
    await env.DB.prepare("UPDATE users SET suspended_at = 1 WHERE id = ?").bind(ann.id).run();
    await env.DB.prepare("DELETE FROM users WHERE id = ?").bind(bob.id).run();
    for (const person of [ann, bob]) await expectRefusal("not_signed_in", 401, ...asking(id, person));
    expect(await shownTo(id)).toEqual([]);
  });

  it("an anonymous bidder's question names no one, but its asker recognizes it", async () => {
    const [{ id, seller }, ann] = [await aListing(), await someoneSignedIn("Ann")];
    await env.DB.prepare("UPDATE users SET anonymous = 1 WHERE id = ?").bind(ann.id).run();
    await asked(id, ann);
    for (const reader of [undefined, seller]) {
      const seen = await shownTo(id, reader);
      expect(seen).toMatchObject([{ asker: null, isOwn: false }]);
      expect(JSON.stringify(seen)).not.toContain(ann.id);
    }
    expect(await shownTo(id, ann)).toMatchObject([{ asker: null, isOwn: true }]);
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
    const { _id: questionId } = await asked(id, ann);
    await expectRefusal("not_the_seller", 403, ...answering(questionId, ann));
    const { fields } = await expectRefusal("invalid_input", 400, ...answering(questionId, seller, " "));
    expect(fields).toEqual({ text: ["Write your answer"] });
    const { question } = await requestJson(questionResponse, ...answering(questionId, seller));
    expect((await requestJson(questionResponse, ...answering(questionId, seller))).question).toEqual(question);
    await expectRefusal("question_answered", 409, ...answering(questionId, seller, "No."));
    expect(await shownTo(id)).toEqual([question]);
    await expectRefusal("question_not_found", 404, ...answering(newId(), seller));
  });

  it("only one of two concurrent answers to a question is accepted", async () => {
    const [{ id, seller }, ann] = [await aListing(), await someoneSignedIn("Ann")];
    const { _id: questionId } = await asked(id, ann);
    const sent = await Promise.all(["Yes.", "No."].map((text) => request(...answering(questionId, seller, text))));
    expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([201, 409]));
  });
});

it("the asker can delete a question and its reports until it is answered", async () => {
  const [{ id, seller }, ann, admin] = [await aListing(), await someoneSignedIn("Ann"), await anAdmin()];
  const first = await asked(id, ann);
  await requestJson(doneResponse, ...reporting(first._id, seller));
  await expectRefusal("not_your_question", 403, ...deleting(first._id, seller));
  await requestJson(doneResponse, ...deleting(first._id, ann));
  await expectRefusal("question_not_found", 404, ...deleting(first._id, ann));
  expect(await shownTo(id)).toEqual([]);
  const { reportedQuestions } = await seenBy(admin);
  expect(reportedQuestions.map(({ question }) => question._id)).not.toContain(first._id);

  const second = await asked(id, ann);
  await requestJson(questionResponse, ...answering(second._id, seller));
  await expectRefusal("question_answered", 409, ...deleting(second._id, ann));
  expect(await shownTo(id)).toHaveLength(1);
});

describe("notifications of questions", () => {
  it("question notifications stay after the end, and the sweep doesn't repeat them", async () => {
    const { id, seller, ann } = await anAnsweredQuestion();
    await vi.waitFor(async () => expect(await kindsOf(ann)).toEqual(["questionAnswered"]));
    await requestJson(unreadResponse, "/auction/notifications/clear", { method: "DELETE", cookie: ann.cookie });
    await env.DB.prepare("UPDATE questions SET notice_due_at = 1, notice_up_to = 0 WHERE auction_id = ?")
      .bind(id)
      .run();
    await sweep(env, 100_000);
    expect(await dueOf(id)).toEqual([null]);
    expect(await kindsOf(ann)).toEqual([]);
    await afterTheEnd(() => env.AUCTION_ROOM.getByName(id).reconcile());
    await vi.waitFor(async () => expect(await kindsOf(seller)).toEqual(["expired", "questionAsked"]));
  });

  it("the sweep delivers question notifications that an inbox missed, for a day", async () => {
    const [{ id, seller }, ann] = [await aListing(), await someoneSignedIn("Ann")];
    const INBOX = inboxesWith({ deliver: () => Promise.reject(new Error("the inbox is down")) });
    expect((await requestWith({ ...env, INBOX }, ...asking(id, ann))).status).toBe(201);
    expect(await dueOf(id)).not.toEqual([null]);
    await sweep({ ...env, INBOX }, Date.now() + 120_000);
    expect(await dueOf(id)).not.toEqual([null]);
    expect(await kindsOf(seller)).toEqual([]);
    await sweep(env, Date.now() + 120_000);
    expect(await dueOf(id)).toEqual([null]);
    expect(await kindsOf(seller)).toEqual(["questionAsked"]);

    expect((await requestWith({ ...env, INBOX }, ...asking(id, ann, "And the lock?"))).status).toBe(201);
    await sweep({ ...env, INBOX }, Date.now() + 2 * DAY_MS);
    expect(await dueOf(id)).toEqual([null, null]);
  });

  it("an answer notifies each of hundreds of watchers once, over several runs", async () => {
    const { id, ann, questionId } = await anAnsweredQuestion();
    await vi.waitFor(async () => expect(await dueOf(id)).toEqual([null]));
    await env.DB.prepare(
      `INSERT INTO watches (user_id, auction_id, created_at)
       WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 230) SELECT ?1 || n, ?1, 0 FROM n`,
    )
      .bind(id)
      .run();
    const times = new Map<string, number>();
    const getByName = (userId: string) => ({
      deliver: async () => void times.set(userId, (times.get(userId) ?? 0) + 1),
    });
    const INBOX = bindingWith(env.INBOX, { getByName });
    await env.DB.prepare("UPDATE questions SET notice_due_at = 1 WHERE id = ?").bind(questionId).run();
    await sweep({ ...env, INBOX }, 100_000);
    expect(times.size).toBe(201);
    expect(await dueOf(id)).toEqual([1]);
    await sweep({ ...env, INBOX }, 160_000);
    expect(await dueOf(id)).toEqual([null]);
    expect(times.size).toBe(231);
    expect(new Set(times.values())).toEqual(new Set([1]));
    expect(times.has(ann.id)).toBe(true);
  });

  it("only stored questions send notifications, whichever D1 call fails", async () => {
    const [{ id, seller }, ann] = [await aListing(), await someoneSignedIn("Ann")];
    for (let nth = 1; nth <= 9; nth += 1) {
      const { database } = failingDatabase(nth, nth % 2 === 0);
      const [path, call] = asking(id, ann, `Question ${nth}?`, `key-of-${id}-${nth}`);
      await requestWith({ ...env, DB: database }, path, call);
      await env.DB.prepare("DELETE FROM questions WHERE auction_id = ? AND notice_due_at IS NULL").bind(id).run();
    }
    const { results } = await env.DB.prepare("SELECT notice_due_at FROM questions WHERE auction_id = ?").bind(id).all();
    expect(results.length).toBeGreaterThan(0);
    await sweep(env, Date.now() + 120_000);
    expect((await dueOf(id)).every((due) => due === null)).toBe(true);
    expect(await kindsOf(seller)).toEqual(["questionAsked"]);
  });
});

async function dueOf(auctionId: string): Promise<unknown[]> {
  const { results } = await env.DB.prepare("SELECT notice_due_at FROM questions WHERE auction_id = ?")
    .bind(auctionId)
    .all<{ notice_due_at: number | null }>();
  return results.map((row) => row.notice_due_at);
}

describe("moderating questions", () => {
  it("a question can be reported once per person, and admins close its reports", async () => {
    const { id, seller, ann, questionId } = await anAnsweredQuestion();
    const [rob, admin] = [await someoneSignedIn("Rob"), await anAdmin()];
    await requestJson(doneResponse, ...reporting(questionId, rob));
    const { message } = await expectRefusal("already_reported", 409, ...reporting(questionId, rob));
    expect(message).toBe("You've already reported this question");
    await requestJson(doneResponse, ...reporting(questionId, seller));
    await expectRefusal("question_not_found", 404, ...reporting(newId(), rob));
    const found = (await seenBy(admin)).reportedQuestions.find(({ question }) => question._id === questionId);
    expect(found).toMatchObject({
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
    await act(questionId, "dismissQuestion", admin);
    expect((await seenBy(admin)).reportedQuestions.map(({ question }) => question._id)).not.toContain(questionId);
    const target = { _id: questionId, name: "A Regency mahogany bureau" };
    expect(await actionsOn(questionId, admin)).toMatchObject([{ action: "dismissQuestion", target }]);
    expect(await shownTo(id)).toHaveLength(1);
  });

  it("a hidden question is shown only to its asker and admins until it's shown again", async () => {
    const { id, seller, ann, questionId } = await anAnsweredQuestion();
    const admin = await anAdmin();
    await requestJson(doneResponse, ...reporting(questionId, seller));
    await act(questionId, "hideQuestion", admin);
    for (const reader of [undefined, seller]) expect(await shownTo(id, reader)).toEqual([]);
    for (const reader of [ann, admin]) {
      expect(await shownTo(id, reader)).toMatchObject([{ hidden: { reason: "For a test" } }]);
    }
    await expectRefusal("question_not_found", 404, ...reporting(questionId, await someoneSignedIn()));
    await expectRefusal("question_hidden", 409, ...answering(questionId, seller));
    await expectRefusal("question_hidden", 409, ...deleting(questionId, ann));
    const { reportedQuestions, hiddenQuestions } = await seenBy(admin);
    expect(reportedQuestions.map(({ question }) => question._id)).not.toContain(questionId);
    expect(hiddenQuestions.find(({ _id }) => _id === questionId)).toMatchObject({
      hidden: { reason: "For a test" },
      answer: { hidden: null },
    });
    await act(questionId, "showQuestion", admin);
    expect(await shownTo(id)).toMatchObject([{ _id: questionId }]);
    expect((await actionsOn(questionId, admin)).map(({ action }) => action)).toEqual(["showQuestion", "hideQuestion"]);
  });

  it("a hidden answer is shown only to its seller and admins", async () => {
    const { id, seller, ann, questionId } = await anAnsweredQuestion();
    const admin = await anAdmin();
    await act(questionId, "hideAnswer", admin);
    for (const reader of [undefined, ann])
      expect(await shownTo(id, reader)).toMatchObject([{ text: TEXT, answer: null }]);
    for (const reader of [seller, admin]) {
      expect(await shownTo(id, reader)).toMatchObject([{ answer: { hidden: { reason: "For a test" } } }]);
    }
    await expectRefusal("question_answered", 409, ...answering(questionId, seller, "Call me."));
    await act(questionId, "showAnswer", admin);
    expect(await shownTo(id)).toMatchObject([{ answer: { text: "Yes, two of them." } }]);
  });

  it("a hidden listing hides its questions from everyone but its seller and admins", async () => {
    const { id, seller, ann, questionId } = await anAnsweredQuestion();
    const admin = await anAdmin();
    await takeAction(`listings/${id}/hide`, admin);
    await vi.waitFor(async () => {
      const row = env.DB.prepare("SELECT phase FROM auctions WHERE id = ?").bind(id);
      expect(await row.first("phase")).toBe("hidden");
    });
    for (const cookie of [undefined, ann.cookie]) {
      await expectRefusal("auction_not_found", 404, `/auction/${id}/questions`, { cookie });
    }
    for (const reader of [seller, admin]) expect(await shownTo(id, reader)).toMatchObject([{ _id: questionId }]);
  });
});

describe("questions of a deleted account", () => {
  it("deleting an account deletes its unanswered questions and anonymizes the others", async () => {
    const { id, ann, seller, questionId } = await anAnsweredQuestion();
    const open = await asked(id, ann, "And the lock?");
    await requestJson(doneResponse, ...reporting(open._id, seller));
    await deleteAccount(ann);
    const asker = { firstName: "Deleted", lastName: "user", image: null };
    expect(await shownTo(id)).toMatchObject([{ _id: questionId, asker, answer: { text: "Yes, two of them." } }]);
    const { results } = await env.DB.prepare("SELECT * FROM reports WHERE subject_id = ?").bind(open._id).all();
    expect(results).toEqual([]);
  });

  it("a person's export has only their own questions, answers and reports", async () => {
    const { id, seller, ann, questionId } = await anAnsweredQuestion();
    await requestJson(doneResponse, ...reporting(questionId, seller));
    const title = "A Regency mahogany bureau";
    const [ofAnn, ofSeller] = [await exportOf(ann), await exportOf(seller)];
    expect(ofAnn).toMatchObject({
      questions: [{ _id: questionId, auctionId: id, title, text: TEXT, answer: "Yes, two of them." }],
      answers: [],
      questionReports: [],
    });
    expect(ofSeller).toMatchObject({
      questions: [],
      answers: [{ questionId, auctionId: id, title, text: "Yes, two of them." }],
      questionReports: [{ questionId, reason: "contact", text: "A number." }],
    });
    expect(JSON.stringify(ofSeller)).not.toContain(TEXT);
  });
});
