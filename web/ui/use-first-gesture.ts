import { useEffect } from "react";

/** Pointing, touching, a key, or the focus: what comes before every press. */
const GESTURES = ["pointerover", "pointerdown", "keydown", "focusin"] as const;

/** Loads code with the person's first gesture on the page, so that a press need not wait for it. */
export function useFirstGesture(load: () => Promise<unknown>): void {
  useEffect(() => {
    const waiting = new AbortController();
    const begin = () => {
      waiting.abort();
      // If it fails, the press reports it.
      load().catch(() => undefined);
    };
    for (const gesture of GESTURES) addEventListener(gesture, begin, { signal: waiting.signal, passive: true });
    return () => waiting.abort();
  }, [load]);
}
