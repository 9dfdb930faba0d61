/** Above which amount a button of My Bids asks before it bids, in major units. Each person chooses it, in this browser. */
import { storeChoice, useStoredChoice } from "../../api/stored-choice.ts";

/** As much as most people would mind to spend by a slip. */
export const ASK_ABOVE = 500;

const entryOf = (userId: string) => `ask-above-${userId}`;

export function chooseAskAbove(userId: string, amount: number): void {
  storeChoice(entryOf(userId), String(amount));
}

export function useAskAbove(userId: string): number {
  const stored = useStoredChoice(entryOf(userId)) ?? "";
  return /^\d+(?:\.\d+)?$/.test(stored) ? Number(stored) : ASK_ABOVE;
}
