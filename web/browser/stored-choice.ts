/** A person's choice in this browser, for components. It also follows changes in other tabs. */
import { useSyncExternalStore } from "react";

import { localStore } from "./storage.ts";

/** Null if nothing was chosen. */
export function useStoredChoice(key: string): string | null {
  return useSyncExternalStore(onStorage, () => localStore.read(key));
}

/** Null clears the choice. */
export function storeChoice(key: string, choice: string | null): void {
  if (choice === null) localStore.remove(key);
  else localStore.write(key, choice);
  // Browsers send this event only to the other tabs.
  dispatchEvent(new StorageEvent("storage", { key, newValue: choice }));
}

function onStorage(listener: () => void): () => void {
  addEventListener("storage", listener);
  return () => removeEventListener("storage", listener);
}
