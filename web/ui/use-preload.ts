import { useEffect } from "react";

/** What happens before any tap: pointing, touching, a key, or focus. */
const GESTURES = ["pointerover", "pointerdown", "keydown", "focusin"] as const;
/** By this time the page is idle, so loading doesn't slow it down. */
const IDLE_AFTER_MS = 4_000;

/**
 * Loads code before it's needed, so that a tap doesn't have to wait. It loads on the person's first gesture on the
 * page. With `whenIdle`, it loads once the page is idle, because the device may be offline by the first gesture. It
 * retries once the device is online.
 */
export function usePreload(load: () => Promise<unknown>, whenIdle: boolean): void {
  useEffect(() => {
    const controller = new AbortController();
    const begin = () => {
      // If it fails, the tap reports it.
      load().then(
        () => controller.abort(),
        () => undefined,
      );
    };
    for (const gesture of GESTURES) addEventListener(gesture, begin, { signal: controller.signal, passive: true });
    addEventListener("online", begin, { signal: controller.signal });
    const timer = whenIdle ? setTimeout(begin, IDLE_AFTER_MS) : undefined;
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [load, whenIdle]);
}
