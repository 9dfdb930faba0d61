import { Volume2, VolumeX } from "lucide-react";
import { useEffect, useRef } from "react";

import { IconButton } from "../../../ui/icon-button.tsx";
import { toasts } from "../../../ui/toast.ts";
import type { AuctionScreen } from "../use-auction.ts";
import { cueBetween, type Cue, type Situation } from "./cues.ts";
import { chooseSound, useSoundChoice } from "./sound-choice.ts";

/** The code is loaded where sound is switched on. */
const play = (cue: Cue) =>
  import("./play-cue.ts").then(
    ({ playCue }) => playCue(cue),
    () => toasts.error("Sound cannot be played right now"),
  );

/** Switches sound and vibration in the last minutes on and off, for this browser, and plays them. */
export function SoundSwitch({ stage, standing, finalCall }: Pick<AuctionScreen, keyof Situation>) {
  const on = useSoundChoice();
  const before = useRef<Situation>({ stage, standing, finalCall });
  useEffect(() => {
    const after = { stage, standing, finalCall };
    const cue = cueBetween(before.current, after);
    before.current = after;
    if (on && cue) void play(cue);
  }, [on, stage, standing, finalCall]);
  if (stage !== "live") return null;
  return (
    <IconButton
      label="Sound and vibration in the last two minutes"
      aria-pressed={on}
      className="-my-1 -mr-2 aria-pressed:text-accent"
      onClick={() => {
        chooseSound(!on);
        // An example; browsers also allow sound only once a press has asked for it.
        if (!on) void play("once");
      }}
    >
      {on ? <Volume2 aria-hidden className="size-5" /> : <VolumeX aria-hidden className="size-5" />}
    </IconButton>
  );
}
