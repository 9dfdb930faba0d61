/**
 * Above which amount a button of My Bids asks before it bids, in major units. Each person chooses it, in this browser;
 * a browser that stores nothing has it until the page is closed.
 */
import { useSyncExternalStore } from "react";

/** As much as most people would mind to spend by a slip. */
export const ASK_ABOVE = 500;

const entryOf = (userId: string) => `ask-above-${userId}`;

// Module state, for browsers that store nothing.
const chosen = new Map<string, number>();

function read(userId: string): number {
  try {
    const stored = localStorage.getItem(entryOf(userId));
    if (stored !== null && /^\d+(?:\.\d+)?$/.test(stored)) return Number(stored);
  } catch {
    // No storage here.
  }
  return chosen.get(userId) ?? ASK_ABOVE;
}

export function chooseAskAbove(userId: string, amount: number): void {
  chosen.set(userId, amount);
  try {
    localStorage.setItem(entryOf(userId), String(amount));
  } catch {
    // No storage here, or it is full.
  }
  // Browsers send it to the other tabs only.
  dispatchEvent(new StorageEvent("storage", { key: entryOf(userId) }));
}

function subscribe(listener: () => void): () => void {
  addEventListener("storage", listener);
  return () => removeEventListener("storage", listener);
}

export function useAskAbove(userId: string): number {
  return useSyncExternalStore(subscribe, () => read(userId));
}
