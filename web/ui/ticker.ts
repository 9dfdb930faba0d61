/** One timer for all countdowns of the page: a thousand share it, and it stops when none is left. */
import { useSyncExternalStore } from "react";

const TICK_MS = 1_000;
// Module state, because the whole page shares one timer.
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const each of listeners) each();
  }, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** A value that depends on the time, read again each second; the component renders only when it changed. */
export function useTicking<Value extends string | number | boolean>(read: () => Value): Value {
  return useSyncExternalStore(subscribe, read);
}
