/** Whether this browser plays sounds and vibrates in an auction's last minutes. Off by default. */
import { storeChoice, useStoredChoice } from "../../../browser/stored-choice.ts";

const STORAGE_KEY = "sound";

export function setSoundChoice(isOn: boolean): void {
  storeChoice(STORAGE_KEY, isOn ? "on" : null);
}

export function useSoundChoice(): boolean {
  return useStoredChoice(STORAGE_KEY) === "on";
}
