/** Two timers for all countdowns on the page, even a thousand of them. Each stops with its last countdown. */
import { useSyncExternalStore } from "react";

const TICK_MS = 1_000;
/** Fast enough that two screens don't differ by up to a second shortly before an end. */
const QUICK_TICK_MS = 200;

// Module state, because the whole page shares these two timers.
const secondTicker = createTicker(TICK_MS);
const quickTicker = createTicker(QUICK_TICK_MS);

function createTicker(intervalMs: number) {
  const listeners = new Set<() => void>();
  let timer: ReturnType<typeof setInterval> | undefined;
  return (listener: () => void): (() => void) => {
    listeners.add(listener);
    timer ??= setInterval(() => {
      for (const each of listeners) each();
    }, intervalMs);
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    };
  };
}

/**
 * A value that depends on the time, read once a second, or five times a second if `quick`. The component renders only
 * when it changes.
 */
export function useTickedValue<Value extends string | number | boolean>(read: () => Value, quick = false): Value {
  return useSyncExternalStore(quick ? quickTicker : secondTicker, read);
}
