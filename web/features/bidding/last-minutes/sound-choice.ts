/**
 * Whether this browser sounds and vibrates in the last minutes of an auction, which it only does if a person has
 * switched it on.
 */
import { storeChoice, useStoredChoice } from "../../../api/stored-choice.ts";

const ENTRY = "sound";

export function chooseSound(on: boolean): void {
  storeChoice(ENTRY, on ? "on" : null);
}

export function useSoundChoice(): boolean {
  return useStoredChoice(ENTRY) === "on";
}
