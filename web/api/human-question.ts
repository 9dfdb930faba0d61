/**
 * The question whether a browser's user is human, which the server offers in a refusal (decision 16). A refused call
 * asks it here and waits; the frame of the page shows it (features/account/human-proof.tsx) and answers.
 */
import { createStore, useStore } from "../store.ts";

type HumanQuestion = {
  readonly asked: { readonly answer: Promise<boolean>; readonly settle: (isProven: boolean) => void } | null;
  /** The page's own calls ask once; after "Not now" they are refused like others. */
  readonly isDeclined: boolean;
};

// One per document, because a browser window asks one question at a time, from outside of any component.
const question = createStore<HumanQuestion>({ asked: null, isDeclined: false });

/**
 * Whether the person has proven it, so that a refused call may be repeated. `isOwnAct`: they have just pressed
 * something.
 */
export function proveHuman(isOwnAct: boolean): Promise<boolean> {
  const { asked, isDeclined } = question.get();
  if (asked) return asked.answer;
  if (isDeclined && !isOwnAct) return Promise.resolve(false);
  const { promise: answer, resolve: settle } = Promise.withResolvers<boolean>();
  question.set({ isDeclined, asked: { answer, settle } });
  return answer;
}

/** Answers all calls that wait. */
export function answerHumanQuestion(isProven: boolean): void {
  const { asked } = question.get();
  asked?.settle(isProven);
  question.set({ asked: null, isDeclined: !isProven });
}

export function useIsHumanQuestionOpen(): boolean {
  return useStore(question, ({ asked }) => asked !== null);
}
