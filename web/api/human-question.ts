/**
 * The human check that the server offers in a refusal. A refused call opens it here and waits. The frame of the page
 * shows it (`features/account/human-check.tsx`) and answers.
 */
import { createStore, useStore } from "../store.ts";

type HumanQuestion = {
  readonly asked: { readonly answer: Promise<boolean>; readonly settle: (isPassed: boolean) => void } | null;
  /** The page's own calls open it once. After "Not now" they're refused like others. */
  readonly isDeclined: boolean;
};

// One per document, because a browser window shows one check at a time, outside any component.
const question = createStore<HumanQuestion>({ asked: null, isDeclined: false });

/**
 * Whether the person has passed, so that a refused call can be retried. `isOwnAct` means that they have just tapped
 * something.
 */
export function passHumanCheck(isOwnAct: boolean): Promise<boolean> {
  const { asked, isDeclined } = question.get();
  if (asked) return asked.answer;
  if (isDeclined && !isOwnAct) return Promise.resolve(false);
  const { promise: answer, resolve: settle } = Promise.withResolvers<boolean>();
  question.set({ isDeclined, asked: { answer, settle } });
  return answer;
}

/** Answers all calls that wait. */
export function answerHumanQuestion(isPassed: boolean): void {
  const { asked } = question.get();
  asked?.settle(isPassed);
  question.set({ asked: null, isDeclined: !isPassed });
}

export function useIsHumanQuestionOpen(): boolean {
  return useStore(question, ({ asked }) => asked !== null);
}
