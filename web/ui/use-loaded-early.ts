import { useEffect } from "react";

/** Pointing, touching, a key, or the focus: what comes before every press. */
const GESTURES = ["pointerover", "pointerdown", "keydown", "focusin"] as const;
/** By then a page is quiet, and what is loaded delays nothing that it shows. */
const QUIET_AFTER_MS = 4_000;

/**
 * Loads code before it is needed, so that a press need not wait for it: with the person's first gesture on the page, and
 * `unasked` once the page is quiet, since the network may be gone by the time of the first gesture. It is tried again
 * once the device is online.
 */
export function useLoadedEarly(load: () => Promise<unknown>, unasked: boolean): void {
  useEffect(() => {
    const waiting = new AbortController();
    const begin = () => {
      // If it fails, the press reports it.
      load().then(
        () => waiting.abort(),
        () => undefined,
      );
    };
    for (const gesture of GESTURES) addEventListener(gesture, begin, { signal: waiting.signal, passive: true });
    addEventListener("online", begin, { signal: waiting.signal });
    const timer = unasked ? setTimeout(begin, QUIET_AFTER_MS) : undefined;
    return () => {
      clearTimeout(timer);
      waiting.abort();
    };
  }, [load, unasked]);
}
