/** Above which amount a button of My Bids asks before it bids, in major units. Each person chooses it, in this browser. */
import { useSyncExternalStore } from "react";

import { lasting } from "../../api/storage.ts";

/** As much as most people would mind to spend by a slip. */
export const ASK_ABOVE = 500;

const entryOf = (userId: string) => `ask-above-${userId}`;

function read(userId: string): number {
  const stored = lasting.read(entryOf(userId)) ?? "";
  return /^\d+(?:\.\d+)?$/.test(stored) ? Number(stored) : ASK_ABOVE;
}

export function chooseAskAbove(userId: string, amount: number): void {
  lasting.write(entryOf(userId), String(amount));
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
