/** A person's choice in this browser, for components. It also follows changes in other tabs. */
import { useSyncExternalStore } from "react";

import { localStore } from "./storage.ts";

/** Null if nothing was chosen. */
export function useStoredChoice(entry: string): string | null {
  return useSyncExternalStore(onStorage, () => localStore.read(entry));
}

/** Null clears the choice. */
export function storeChoice(entry: string, choice: string | null): void {
  if (choice === null) localStore.remove(entry);
  else localStore.write(entry, choice);
  // Browsers send this event only to the other tabs.
  dispatchEvent(new StorageEvent("storage", { key: entry, newValue: choice }));
}

function onStorage(listener: () => void): () => void {
  addEventListener("storage", listener);
  return () => removeEventListener("storage", listener);
}
