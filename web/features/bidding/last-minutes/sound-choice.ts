/** Whether this browser plays sounds and vibrates in an auction's last minutes. Off by default. */
import { storeChoice, useStoredChoice } from "../../../api/stored-choice.ts";

const ENTRY = "sound";

export function setSoundChoice(on: boolean): void {
  storeChoice(ENTRY, on ? "on" : null);
}

export function useSoundChoice(): boolean {
  return useStoredChoice(ENTRY) === "on";
}
