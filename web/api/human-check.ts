/**
 * The human check that the server asks for in a refusal. The refused call opens it here and waits until the dialog in
 * `features/account/human-check-dialog.tsx` is answered.
 */
import { createStore, useStore } from "../store.ts";

type HumanCheckState = {
  readonly pendingCheck: { readonly answer: Promise<boolean>; readonly settle: (isPassed: boolean) => void } | null;
  /** Set by "Not now". The page's own calls then don't ask again. */
  readonly isDeclined: boolean;
};

// One per document, because a browser window shows one check at a time, outside any component.
const humanCheck = createStore<HumanCheckState>({ pendingCheck: null, isDeclined: false });

/**
 * Resolves to whether the person passed, so that the refused call can be retried. `isUserAction` means that they just
 * tapped something.
 */
export function requestHumanCheck(isUserAction: boolean): Promise<boolean> {
  const { pendingCheck, isDeclined } = humanCheck.get();
  if (pendingCheck) return pendingCheck.answer;
  if (isDeclined && !isUserAction) return Promise.resolve(false);
  const { promise: answer, resolve: settle } = Promise.withResolvers<boolean>();
  humanCheck.set({ isDeclined, pendingCheck: { answer, settle } });
  return answer;
}

/** Answers all waiting calls. */
export function finishHumanCheck(isPassed: boolean): void {
  const { pendingCheck } = humanCheck.get();
  pendingCheck?.settle(isPassed);
  humanCheck.set({ pendingCheck: null, isDeclined: !isPassed });
}

export function useIsHumanCheckOpen(): boolean {
  return useStore(humanCheck, ({ pendingCheck }) => pendingCheck !== null);
}
