/**
 * The amount above which a button on My Bids asks before it bids, in major units. Each person sets it in this browser.
 */
import { storeChoice, useStoredChoice } from "../../api/stored-choice.ts";

/** An amount that most people would mind spending by mistake. */
export const ASK_ABOVE = 500;

const entryOf = (userId: string) => `ask-above-${userId}`;

export function chooseAskAbove(userId: string, amount: number): void {
  storeChoice(entryOf(userId), String(amount));
}

export function useAskAbove(userId: string): number {
  const stored = useStoredChoice(entryOf(userId)) ?? "";
  return /^\d+(?:\.\d+)?$/.test(stored) ? Number(stored) : ASK_ABOVE;
}
