/** Whether this browser sounds and vibrates in the last minutes of an auction: only if a person has switched it on. */
import { useSyncExternalStore } from "react";

import { lasting } from "../../../api/storage.ts";

const ENTRY = "sound";

function isOn(): boolean {
  return lasting.read(ENTRY) === "on";
}

export function chooseSound(on: boolean): void {
  if (on) lasting.write(ENTRY, "on");
  else lasting.remove(ENTRY);
  // Browsers send it to the other tabs only.
  dispatchEvent(new StorageEvent("storage", { key: ENTRY }));
}

function subscribe(listener: () => void): () => void {
  addEventListener("storage", listener);
  return () => removeEventListener("storage", listener);
}

export function useSoundChoice(): boolean {
  return useSyncExternalStore(subscribe, isOn);
}
