import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import type { CueState } from "./cues.ts";
import { SoundSwitch } from "./sound-switch.tsx";
import { useCues } from "./use-cues.ts";

/** happy-dom has no audio, so this records the requested pitches. */
const frequencies: number[] = [];
class SilentAudio {
  readonly state = "running";
  readonly currentTime = 0;
  readonly destination = {};
  createOscillator() {
    const frequency = {
      set value(hertz: number) {
        frequencies.push(hertz);
      },
    };
    return { frequency, connect: (next: unknown) => next, start: () => {}, stop: () => {} };
  }
  createGain() {
    const gain = { setValueAtTime: () => {}, linearRampToValueAtTime: () => {} };
    return { gain, connect: (next: unknown) => next };
  }
}
const vibrate = vi.fn<Navigator["vibrate"]>();

beforeEach(() => {
  frequencies.length = 0;
  vi.stubGlobal("AudioContext", SilentAudio);
  Object.defineProperty(navigator, "vibrate", { value: vibrate, configurable: true });
});
afterEach(() => vibrate.mockReset());

const LEADS: CueState = { stage: "live", standing: "leading", finalCall: "oneMinute" };
const OUTBID: CueState = { ...LEADS, standing: "outbid" };

/** Has both the cues and the switch, like the panel. */
function Panel(situation: CueState) {
  useCues(situation);
  return situation.stage === "live" && <SoundSwitch />;
}

const soundSwitch = () => screen.getByRole("button", { name: "Sound and vibration in the last two minutes" });

it("sound is off until the user turns it on", () => {
  const { rerender } = render(<Panel {...LEADS} />);
  expect(soundSwitch()).toHaveAttribute("aria-pressed", "false");
  rerender(<Panel {...OUTBID} />);
  expect([frequencies, vibrate.mock.calls]).toEqual([[], []]);
});

it("turning sound on plays an example, and the browser keeps the choice", async () => {
  const { unmount } = render(<Panel {...LEADS} />);
  await userEvent.click(soundSwitch());
  await vi.waitFor(() => expect(frequencies).toEqual([660]));
  unmount();
  render(<Panel {...LEADS} />);
  expect(soundSwitch()).toHaveAttribute("aria-pressed", "true");
  await userEvent.click(soundSwitch());
  expect(soundSwitch()).toHaveAttribute("aria-pressed", "false");
  expect(frequencies).toEqual([660]);
});

it("being outbid plays a sound and vibrates once", async () => {
  localStorage.setItem("sound", "on");
  const { rerender } = render(<Panel {...LEADS} />);
  rerender(<Panel {...OUTBID} />);
  rerender(<Panel {...OUTBID} />);
  await vi.waitFor(() => expect(frequencies).toEqual([740, 494]));
  expect(vibrate.mock.calls).toEqual([[[180, 80, 180]]]);
});

it("the hammer sounds when the room reports a sale", async () => {
  localStorage.setItem("sound", "on");
  const { rerender } = render(<Panel {...LEADS} />);
  rerender(<Panel stage="closing" standing="leading" finalCall="none" />);
  rerender(<Panel stage="sold" standing="leading" finalCall="none" />);
  await vi.waitFor(() => expect(frequencies).toEqual([220, 147]));
});
