/**
 * The question whether a browser's user is human, which the server offers in a refusal (decision 23). A refused call
 * asks it here and waits; the frame of the page shows it (features/account/human-proof.tsx) and answers.
 */

// Module state, because a browser window asks one question at a time, from outside of any component.
let asked: { readonly answer: Promise<boolean>; readonly settle: (isProven: boolean) => void } | null = null;
/** The page's own calls ask once; after "Not now" they are refused like others. */
let isDeclined = false;
const listeners = new Set<() => void>();

/**
 * Whether the person has proven it, so that a refused call may be repeated. `isOwnAct`: they have just pressed
 * something.
 */
export function proveHuman(isOwnAct: boolean): Promise<boolean> {
  if (asked) return asked.answer;
  if (isDeclined && !isOwnAct) return Promise.resolve(false);
  const { promise: answer, resolve: settle } = Promise.withResolvers<boolean>();
  asked = { answer, settle };
  notify();
  return answer;
}

/** Answers all calls that wait. */
export function answerHumanQuestion(isProven: boolean): void {
  isDeclined = !isProven;
  asked?.settle(isProven);
  asked = null;
  notify();
}

export function isHumanQuestionOpen(): boolean {
  return asked !== null;
}

export function onHumanQuestion(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function notify(): void {
  for (const listener of listeners) listener();
}
