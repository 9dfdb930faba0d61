import { useEffect, useRef } from "react";

import { toasts } from "../../../ui/toast.ts";
import { type Cue, cueBetween, type CueState } from "./cues.ts";
import { useSoundChoice } from "./sound-choice.ts";

/** Plays a cue. The code loads only if sound is on. */
export function loadAndPlayCue(cue: Cue): void {
  void import("./play-cue.ts").then(
    ({ playCue }) => playCue(cue),
    () => toasts.error("We can't play sound right now"),
  );
}

/** Plays an auction's cues while its page is open and sound is on. */
export function useCues({ stage, standing, finalCall }: CueState): void {
  const isSoundOn = useSoundChoice();
  const before = useRef<CueState>({ stage, standing, finalCall });
  useEffect(() => {
    const after = { stage, standing, finalCall };
    const cue = cueBetween(before.current, after);
    before.current = after;
    if (isSoundOn && cue) loadAndPlayCue(cue);
  }, [isSoundOn, stage, standing, finalCall]);
}
