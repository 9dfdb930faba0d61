/** A person's choice in this browser, for components. It follows a choice in another tab, too. */
import { useSyncExternalStore } from "react";

import { lasting } from "./storage.ts";

/** Null if nothing was chosen. */
export function useStoredChoice(entry: string): string | null {
  return useSyncExternalStore(onStorage, () => lasting.read(entry));
}

/** Null takes the choice back. */
export function storeChoice(entry: string, choice: string | null): void {
  if (choice === null) lasting.remove(entry);
  else lasting.write(entry, choice);
  // Browsers send it to the other tabs only.
  dispatchEvent(new StorageEvent("storage", { key: entry, newValue: choice }));
}

function onStorage(listener: () => void): () => void {
  addEventListener("storage", listener);
  return () => removeEventListener("storage", listener);
}
