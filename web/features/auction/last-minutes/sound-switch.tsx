import { Volume2, VolumeX } from "lucide-react";

import { IconButton } from "../../../ui/icon-button.tsx";
import { setSoundChoice, useSoundChoice } from "./sound-choice.ts";
import { loadAndPlayCue } from "./use-cues.ts";

/** Turns sound and vibration in the last minutes on or off, for this browser. */
export function SoundSwitch() {
  const isSoundOn = useSoundChoice();
  return (
    <IconButton
      label="Sound and vibration in the last two minutes"
      aria-pressed={isSoundOn}
      className="-my-1 -mr-2 aria-pressed:text-accent"
      onClick={() => {
        setSoundChoice(!isSoundOn);
        // Plays a sample. This also unlocks sound, because browsers block sound until a tap has started it.
        if (!isSoundOn) loadAndPlayCue("once");
      }}
    >
      {isSoundOn ? <Volume2 aria-hidden className="size-5" /> : <VolumeX aria-hidden className="size-5" />}
    </IconButton>
  );
}
