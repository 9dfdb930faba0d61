/** The sounds and vibrations of the cues. The browser generates the sounds, so no files load. */
import type { Cue } from "./cues.ts";

/** When the tone begins and how long it lasts (seconds), and its pitch (hertz). */
type Tone = readonly [at: number, duration: number, hertz: number];

const TONES: Record<Cue, readonly Tone[]> = {
  once: [[0, 0.18, 660]],
  twice: [
    [0, 0.14, 660],
    [0.22, 0.18, 660],
  ],
  // Falling, for something lost.
  outbid: [
    [0, 0.14, 740],
    [0.16, 0.26, 494],
  ],
  // A knock.
  hammer: [
    [0, 0.08, 220],
    [0.02, 0.12, 147],
  ],
};
/** Milliseconds on, off, on … */
const VIBRATIONS: Record<Cue, number[]> = { once: [60], twice: [60, 80, 60], outbid: [180, 80, 180], hammer: [250] };

const VOLUME = 0.25;
/** Fading in and out keeps a tone from clicking. */
const FADE_S = 0.02;
/** Browsers play no sound before the person's first tap on the page. A cue older than this is dropped. */
const MAX_CUE_AGE_MS = 400;

// Module state, because a page can open only a few audio contexts.
let context: AudioContext | undefined;

export function playCue(cue: Cue): void {
  // Absent in Safari, and without effect on computers.
  navigator.vibrate?.(VIBRATIONS[cue]);
  context ??= new AudioContext();
  if (context.state === "running") return playTones(context, TONES[cue]);
  const audio = context;
  const requestedAt = performance.now();
  void audio.resume().then(() => performance.now() - requestedAt <= MAX_CUE_AGE_MS && playTones(audio, TONES[cue]));
}

function playTones(audio: AudioContext, tones: readonly Tone[]): void {
  for (const [at, duration, hertz] of tones) {
    const startTime = audio.currentTime + at;
    const oscillator = audio.createOscillator();
    const volume = audio.createGain();
    oscillator.frequency.value = hertz;
    volume.gain.setValueAtTime(0, startTime);
    volume.gain.linearRampToValueAtTime(VOLUME, startTime + FADE_S);
    volume.gain.linearRampToValueAtTime(0, startTime + duration);
    oscillator.connect(volume).connect(audio.destination);
    oscillator.start(startTime);
    oscillator.stop(startTime + duration);
  }
}
