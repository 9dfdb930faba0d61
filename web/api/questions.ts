/** Questions about an item. A lost response is safe, because a retry sends the same question under the same key. */
import { type InfiniteData, infiniteQueryOptions, type QueryClient } from "@tanstack/react-query";

import type { Question } from "../../worker/contract/question.ts";
import { tabStore } from "../browser/storage.ts";
import { callOnce } from "./attempts.ts";
import { byCursor, call } from "./client.ts";
import { queryKeys } from "./query-keys.ts";
import { questionResponse, questionsResponse } from "./question-response-schemas.ts";
import { doneResponse } from "./response-schemas.ts";
import { serverNow } from "./server-clock.ts";

/** All questions about an item, newest first, page by page. Refetched on any notification to the reader. */
export function questionsQuery(auctionId: string) {
  return infiniteQueryOptions({
    queryKey: queryKeys.questions(auctionId),
    queryFn: ({ pageParam: cursor, signal }) =>
      call(questionsResponse, `/auction/${encodeURIComponent(auctionId)}/questions`, { query: { cursor }, signal }),
    ...byCursor,
  });
}

export async function askQuestion(auctionId: string, text: string): Promise<Question> {
  const path = `/auction/${encodeURIComponent(auctionId)}/questions`;
  const options = { method: "POST", body: { text } } as const;
  return (await callOnce([`question about ${auctionId}`, text], questionResponse, path, options)).question;
}

export async function answerQuestion(questionId: string, text: string): Promise<Question> {
  const path = `/question/${encodeURIComponent(questionId)}/answer`;
  return (await call(questionResponse, path, { method: "POST", body: { text } })).question;
}

export async function deleteQuestion(questionId: string): Promise<void> {
  await call(doneResponse, `/question/${encodeURIComponent(questionId)}`, { method: "DELETE" });
}

type QuestionPages = InfiniteData<{ questions: Question[] }>;

/** Shows a question in its current state until the list is refetched. A new one goes first. */
export async function showQuestion(client: QueryClient, auctionId: string, question: Question): Promise<void> {
  const refetch = await cancelQuestionFetches(client, auctionId);
  client.setQueryData(questionsQuery(auctionId).queryKey, (data) => {
    const isListed = data?.pages.some(({ questions }) => questions.some(({ _id }) => _id === question._id));
    const added = isListed ? [] : [question];
    return withQuestions(data, (questions, page) =>
      (page === 0 ? [...added, ...questions] : questions).map((existing) =>
        existing._id === question._id ? question : existing,
      ),
    );
  });
  refetch();
}

export async function removeQuestion(client: QueryClient, auctionId: string, questionId: string): Promise<void> {
  const refetch = await cancelQuestionFetches(client, auctionId);
  client.setQueryData(questionsQuery(auctionId).queryKey, (data) =>
    withQuestions(data, (questions) => questions.filter(({ _id }) => _id !== questionId)),
  );
  refetch();
}

/** A fetch that was running during a change may have missed it, so it's dropped and started again. */
async function cancelQuestionFetches(client: QueryClient, auctionId: string): Promise<() => void> {
  const { queryKey } = questionsQuery(auctionId);
  if (client.isFetching({ queryKey }) === 0) return () => undefined;
  await client.cancelQueries({ queryKey });
  return () => void client.invalidateQueries({ queryKey });
}

function withQuestions<Data extends QuestionPages>(
  data: Data | undefined,
  change: (questions: Question[], pageIndex: number) => Question[],
): Data | undefined {
  if (!data) return data;
  const pages = data.pages.map((page, at) => ({ ...page, questions: change(page.questions, at) }));
  return { ...data, pages };
}

const STORAGE_KEY = "question-after-login";
/** Longer than signing up takes. A sign-in later than that is unrelated. */
const EXPIRES_AFTER_MS = 30 * 60_000;

/** Keeps a visitor's question in this tab, so that it's back in the form once they've signed in. */
export function saveQuestionDraft(auctionId: string, text: string): void {
  tabStore.write(STORAGE_KEY, `${auctionId} ${serverNow()} ${text}`);
}

/** The saved draft of a question about this item, or null. */
export function readQuestionDraft(auctionId: string): string | null {
  const [, savedFor, savedAt, text] = /^(\S+) (\S+) ([^]*)$/.exec(tabStore.read(STORAGE_KEY) ?? "") ?? [];
  return savedFor === auctionId && serverNow() - Number(savedAt) < EXPIRES_AFTER_MS ? (text ?? null) : null;
}

export function clearQuestionDraft(): void {
  tabStore.remove(STORAGE_KEY);
}
