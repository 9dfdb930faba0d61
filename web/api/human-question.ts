/**
 * The human check that the server asks for in a refusal. The refused call opens it here and waits until the dialog in
 * `features/account/human-proof.tsx` is answered.
 */
import { createStore, useStore } from "../store.ts";

type HumanQuestion = {
  readonly asked: { readonly answer: Promise<boolean>; readonly settle: (isProven: boolean) => void } | null;
  /** Set by "Not now". The page's own calls then don't ask again. */
  readonly isDeclined: boolean;
};

// One per document, because a browser window shows one check at a time, outside any component.
const question = createStore<HumanQuestion>({ asked: null, isDeclined: false });

/**
 * Resolves to whether the person passed, so that the refused call can be retried. `isOwnAct` means that they just
 * tapped something.
 */
export function proveHuman(isOwnAct: boolean): Promise<boolean> {
  const { asked, isDeclined } = question.get();
  if (asked) return asked.answer;
  if (isDeclined && !isOwnAct) return Promise.resolve(false);
  const { promise: answer, resolve: settle } = Promise.withResolvers<boolean>();
  question.set({ isDeclined, asked: { answer, settle } });
  return answer;
}

/** Answers all waiting calls. */
export function answerHumanQuestion(isProven: boolean): void {
  const { asked } = question.get();
  asked?.settle(isProven);
  question.set({ asked: null, isDeclined: !isProven });
}

export function useIsHumanQuestionOpen(): boolean {
  return useStore(question, ({ asked }) => asked !== null);
}
