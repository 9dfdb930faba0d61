/**
 * The amount above which a button on My Bids asks before it bids, in major units. Each person sets it in this browser.
 */
import { storeChoice, useStoredChoice } from "../../browser/stored-choice.ts";

/** An amount that most people would mind spending by mistake. */
const DEFAULT_CONFIRM_ABOVE = 500;

const storageKey = (userId: string) => `ask-above-${userId}`;

export function setConfirmAbove(userId: string, amount: number): void {
  storeChoice(storageKey(userId), String(amount));
}

export function useConfirmAbove(userId: string): number {
  const stored = useStoredChoice(storageKey(userId)) ?? "";
  return /^\d+(?:\.\d+)?$/.test(stored) ? Number(stored) : DEFAULT_CONFIRM_ABOVE;
}
