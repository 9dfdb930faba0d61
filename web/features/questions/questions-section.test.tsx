import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";

import type { Question } from "../../../worker/contract/question.ts";
import { clearQuestionDraft, readQuestionDraft } from "../../api/questions.ts";
import { recordServerTime } from "../../api/server-clock.ts";
import { pageNow } from "../../browser/page-clock.ts";
import { person } from "../../testing/auctions.ts";
import { fakeApiAt, refusal, type SentCall, success } from "../../testing/fake-api.ts";
import { showPart } from "../../testing/page.tsx";
import QuestionsSection, { type QuestionsSectionProps } from "./questions-section.tsx";

const LIST = "/auction/lot/questions";
const at = "2026-11-21T12:00:00.000Z";

function question(change: Partial<Question> = {}): Question {
  const text = "Does it have its key?";
  return { _id: "q1", text, askedAt: at, asker: person("Ann"), isOwn: false, answer: null, ...change };
}
const listResponse = (...questions: Question[]) => success({ questions, nextCursor: null });

function show(props: Partial<QuestionsSectionProps> = {}) {
  showPart(
    <QuestionsSection
      auctionId="lot"
      sellerName="Sue"
      viewer="member"
      isOpen
      acceptsAnswers
      requireSignIn={(action) => action()}
      {...props}
    />,
  );
}

/** A server with these questions. It answers a submission with `submissionResponse`. */
function serve(questions: readonly Question[], submissionResponse: () => Response = success()): SentCall[] {
  const sent = fakeApiAt({
    [LIST]: () => (sent.at(-1)?.method === "GET" ? listResponse(...questions)() : submissionResponse()),
    "/question/q1/answer": submissionResponse,
    "/question/q1/report": submissionResponse,
    "/question/q1": submissionResponse,
  });
  return sent;
}
const changesIn = (sent: readonly SentCall[]) => sent.filter(({ method }) => method !== "GET");
const clickButton = (name: string | RegExp) => userEvent.click(screen.getByRole("button", { name }));
const write = async (label: string, text: string) => userEvent.type(await screen.findByLabelText(label), text);

beforeEach(clearQuestionDraft);

it("the page shows each question with its answer and who asked it", async () => {
  const answer = { text: "Two keys.", answeredAt: at };
  serve([
    question({ answer }),
    question({ _id: "q2", text: "Is it heavy?", asker: null }),
    question({ _id: "q3", text: "Is it loud?", isOwn: true }),
  ]);
  show();
  const [first, second, third] = await screen.findAllByRole("listitem");
  expect(first).toHaveTextContent(/Does it have its key\?.*Ann Test.*Two keys\..*Sue, the seller/);
  expect(second).toHaveTextContent(/Is it heavy\?.*Someone/);
  expect(third).toHaveTextContent(/Is it loud\?.*You/);
});

it("the page invites the first question", async () => {
  serve([]);
  show();
  expect(await screen.findByText(/^No questions yet\. Ask Sue/)).toBeVisible();
  expect(screen.getByRole("button", { name: "Ask a question" })).toBeVisible();
});

it.each<[string, Partial<QuestionsSectionProps>, RegExp]>([
  ["after the end", { isOpen: false }, /^No one has asked about this item/],
  ["to the seller", { viewer: "seller" }, /^Questions about your item appear here/],
])("the page offers no question form %s", async (_, props, text) => {
  serve([]);
  show(props);
  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Ask a question" })).toBeNull();
});

it("a new question appears first in the list, and the heading gets focus", async () => {
  const text = "Does it work?";
  const sent = serve([question()], success({ question: question({ _id: "q9", text, isOwn: true }) }));
  show();
  await clickButton("Ask a question");
  expect(await screen.findByLabelText("Your question")).toHaveFocus();
  await write("Your question", text);
  await clickButton("Ask");
  await waitFor(() => expect(screen.queryByLabelText("Your question")).toBeNull());
  expect(screen.getAllByRole("listitem")[0]).toHaveTextContent(text);
  expect(screen.getByRole("heading", { name: "Questions" })).toHaveFocus();
  expect(changesIn(sent)).toEqual([{ path: `/api/v1${LIST}`, method: "POST", body: { text } }]);
});

it("a sent question stays listed when an older list arrives after it", async () => {
  const [text, olderList] = ["Does it work?", Promise.withResolvers<Response>()];
  const newQuestion = question({ _id: "q9", text, isOwn: true });
  let lists = 0;
  const sent = fakeApiAt({
    [LIST]: () => {
      if (sent.at(-1)?.method !== "GET") return success({ question: newQuestion })();
      lists += 1;
      return lists === 1 ? olderList.promise : listResponse(newQuestion)();
    },
  });
  show();
  await clickButton("Ask a question");
  await write("Your question", text);
  await clickButton("Ask");
  await waitFor(() => expect(screen.queryByLabelText("Your question")).toBeNull());
  olderList.resolve(listResponse()());
  expect(await screen.findByRole("listitem")).toHaveTextContent(text);
  expect(lists).toBe(2);
});

it("the form doesn't send a question without text", async () => {
  const sent = serve([]);
  show();
  await clickButton("Ask a question");
  await screen.findByLabelText("Your question");
  await clickButton("Ask");
  expect(await screen.findByText("Write your question")).toBeVisible();
  expect(changesIn(sent)).toEqual([]);
});

it("a refused question stays in the form with the reason", async () => {
  const message = "You've asked 5 questions about this item, so you can't ask more";
  serve([], refusal(409, "too_many_questions", message));
  show();
  await clickButton("Ask a question");
  await write("Your question", "A sixth one?");
  await clickButton("Ask");
  expect(await screen.findByText(message)).toBeVisible();
  expect(screen.getByLabelText("Your question")).toHaveValue("A sixth one?");
});

it("a refused question stays in the form until the user confirms their email address", async () => {
  const details = { details: { address: "a•••@e•••.com" } };
  serve([], refusal(403, "email_not_verified", "Confirm your email address first", details));
  show();
  await clickButton("Ask a question");
  await write("Your question", "And now?");
  await clickButton("Ask");
  expect(await screen.findByText(/Confirm your email address to ask a question.*a•••@e•••\.com/)).toBeVisible();
  expect(screen.getByLabelText("Your question")).toHaveValue("And now?");
});

it("a visitor signs in before asking, and then finds the question in the form", async () => {
  // A page's clock isn't in whole milliseconds.
  recordServerTime(Date.now(), pageNow() - 0.5);
  const sent = serve([]);
  show({ viewer: "visitor" });
  await clickButton("Ask a question");
  await write("Your question", "Does it tick?");
  await clickButton("Sign in to ask");
  expect(await screen.findByText("elsewhere")).toBeVisible();
  expect(changesIn(sent)).toEqual([]);
  expect(readQuestionDraft("another")).toBeNull();
  show();
  expect(await screen.findByLabelText("Your question")).toHaveValue("Does it tick?");
});

it("the seller answers a question in place, once", async () => {
  const answeredQuestion = question({ answer: { text: "Two keys.", answeredAt: at } });
  const sent = serve([question()], success({ question: answeredQuestion }));
  show({ viewer: "seller" });
  await screen.findByRole("listitem");
  await clickButton(/^Answer: /);
  await write("Your answer", "Two keys.");
  await clickButton("Send answer");
  expect(await screen.findByText(/^Answer:/)).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: /^Answer: / })).toBeNull();
  expect(screen.getByRole("listitem")).toHaveFocus();
  expect(changesIn(sent)).toEqual([
    { path: "/api/v1/question/q1/answer", method: "POST", body: { text: "Two keys." } },
  ]);
});

it("a refused answer stays in the form with the reason", async () => {
  serve([question()], refusal(409, "question_hidden", "Our team has hidden this question"));
  show({ viewer: "seller" });
  await screen.findByRole("listitem");
  await clickButton(/^Answer: /);
  await write("Your answer", "Two keys.");
  await clickButton("Send answer");
  expect(await screen.findByText("Our team has hidden this question")).toBeVisible();
  expect(screen.getByLabelText("Your answer")).toHaveValue("Two keys.");
});

it.each<[string, Partial<QuestionsSectionProps>]>([
  ["to a member", {}],
  ["to the seller of a voided item", { viewer: "seller", acceptsAnswers: false }],
])("the page shows no answer button %s", async (_, props) => {
  serve([question()]);
  show(props);
  await screen.findByRole("listitem");
  expect(screen.queryByRole("button", { name: /^Answer: / })).toBeNull();
});

it("the user deletes their own question after confirming", async () => {
  const sent = serve([question({ isOwn: true })]);
  show();
  await screen.findByRole("listitem");
  expect(screen.queryByRole("button", { name: /^Report: / })).toBeNull();
  await clickButton(/^Delete: /);
  await userEvent.click(await screen.findByRole("button", { name: "Delete question" }));
  await waitFor(() => expect(screen.queryByRole("listitem")).toBeNull());
  expect(changesIn(sent)).toEqual([{ path: "/api/v1/question/q1", method: "DELETE", body: undefined }]);
});

it("a question that can no longer be deleted stays, with the reason", async () => {
  serve([question({ isOwn: true })], refusal(409, "question_answered", "The seller has already answered"));
  show();
  await screen.findByRole("listitem");
  await clickButton(/^Delete: /);
  await userEvent.click(await screen.findByRole("button", { name: "Delete question" }));
  expect(await screen.findByText("The seller has already answered")).toBeVisible();
  await clickButton("Keep it");
  expect(screen.getByRole("listitem")).toHaveTextContent("Does it have its key?");
});

it("the user reports someone else's question with a reason", async () => {
  const sent = serve([question()]);
  show();
  await screen.findByRole("listitem");
  await clickButton(/^Report: /);
  const dialog = within(await screen.findByRole("dialog", { name: "Report this question" }));
  await userEvent.click(dialog.getByRole("button", { name: "Send report" }));
  expect(await dialog.findByText("Choose a reason")).toBeVisible();
  await userEvent.click(dialog.getByRole("radio", { name: /^It shares contact details/ }));
  await userEvent.click(dialog.getByRole("button", { name: "Send report" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const body = { reason: "contact", text: "" };
  expect(changesIn(sent)).toEqual([{ path: "/api/v1/question/q1/report", method: "POST", body }]);
});

it("a hidden question shows the reason and can't be answered or deleted", async () => {
  const hidden = { reason: "A telephone number" };
  serve([question({ isOwn: true, hidden })]);
  show();
  expect(await screen.findByText(/hidden this question\. Reason: A telephone number/)).toBeVisible();
  expect(screen.queryByRole("button", { name: /^(Delete|Answer|Report): / })).toBeNull();
});

it("the page says that it couldn't load the questions, and a button loads them", async () => {
  let fails = true;
  fakeApiAt({ [LIST]: () => (fails ? refusal(503, "busy", "Busy")() : listResponse(question())()) });
  show();
  expect(await screen.findByText("We couldn't load the questions.")).toBeVisible();
  fails = false;
  await clickButton("Try again");
  expect(await screen.findByRole("listitem")).toHaveTextContent("Does it have its key?");
});
